import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';
import { distrustCredentials } from './vault.ts';

const base = 'https://base.example';
const [oldHost, newHost] = ['https://old.example', 'https://new.example'];

let fixture: AccountFixture | null = null;
afterEach(async () => {
  await fixture?.close();
});

/** What the data knows of an account and its credentials; the keychain is no part of it. */
function dataOf(database: DatabaseSync): () => void {
  const [account] = database.prepare(`SELECT address, submit_address FROM accounts WHERE kind = 'service'`).all();
  const credentials = database.prepare('SELECT * FROM credentials').all();
  return () => {
    database
      .prepare(`UPDATE accounts SET address = ?, submit_address = ? WHERE kind = 'service'`)
      .run(...Object.values(account ?? {}));
    database.exec('DELETE FROM credentials');
    for (const row of credentials) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      database.prepare(`INSERT INTO credentials (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row));
    }
  };
}

/** An account whose data comes back from a copy after `since` happened to it. */
async function putBackAfter(
  since: (fixture: AccountFixture, accountId: string) => Promise<unknown>,
  distrust: (database: DatabaseSync) => void = distrustCredentials,
  apiKey = 'old-key-11111',
) {
  const opened = await openFixture();
  fixture = opened;
  const settings = settingsFor(base, { submitAddress: oldHost });
  const accountId = await addAccount(opened, settings, { apiKey, accessToken: null });
  const putBack = dataOf(opened.database);
  await since(opened, accountId);
  putBack();
  distrust(opened.database);
  fixture = await opened.restart();
  const { accounts } = fixture;
  const key = async () => (await accounts.connections.to(accountId)?.credentials())?.apiKey;
  const shown = () => accounts.find(accountId);
  return { accounts, accountId, key, shown };
}

test('a key is kept under the address that it is sent to', async () => {
  const opened = await openFixture();
  fixture = opened;
  const settings = settingsFor(base, { submitAddress: oldHost });
  await addAccount(opened, settings, { apiKey: 'old-key-11111', accessToken: null });
  expect([...opened.kept.keys()]).toEqual([expect.stringContaining('(https://old.example)')]);
});

const moveToNewHost = (opened: AccountFixture, accountId: string) =>
  opened.accounts.changes
    .edit(accountId, settingsFor(base, { submitAddress: newHost }), { apiKey: 'new-key-22222', accessToken: null })
    .then(granted);

test.each([
  ['and is looked at before it is used', distrustCredentials],
  ['also where nobody knows that the data is a copy', () => undefined],
])('a key of the next address is not sent to the one that a copy knows, %s', async (_how, distrust) => {
  const { key } = await putBackAfter(moveToNewHost, distrust);
  expect(await key()).toBeNull();
});

test('a key that took another’s place is not taken for that by a copy, which asks for it once more', async () => {
  const { accounts, accountId, key, shown } = await putBackAfter(({ accounts: before }, id) =>
    before.changes.replaceCredential(id, 'api-key', 'key-of-another-22222'),
  );
  expect(await key()).toBeNull();
  expect(shown()).toMatchObject({ credentials: { apiKey: null }, trouble: expect.anything() });
  expect(accounts.connections.destination(accountId)).toBeNull();
  granted(await accounts.changes.replaceCredential(accountId, 'api-key', 'key-of-another-22222'));
  expect(await key()).toBe('key-of-another-22222');
});

test('a key that is the one that a copy knows is used, and is not doubted again', async () => {
  const { accounts, accountId, key } = await putBackAfter(async () => undefined);
  expect(await key()).toBe('old-key-11111');
  expect(accounts.connections.destination(accountId)).not.toBeNull();
  expect(fixture?.database.prepare('SELECT unproven FROM credentials').all()).toEqual([{ unproven: 0 }]);
});

test('a key that is too short to be told by its end is asked for once more', async () => {
  const { key } = await putBackAfter(async () => undefined, distrustCredentials, 'short');
  expect(await key()).toBeNull();
});

test('a keychain that shows nothing for once says nothing of the key that it holds', async () => {
  const { key } = await putBackAfter(async () => undefined);
  const kept = [...(fixture?.kept ?? [])];
  fixture?.kept.clear();
  expect(await key()).toBeNull();
  for (const [entry, secret] of kept) fixture?.kept.set(entry, secret);
  expect(await key()).toBe('old-key-11111');
});
