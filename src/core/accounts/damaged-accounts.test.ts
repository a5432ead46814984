import { afterEach, expect, test } from 'vitest';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';

const base = 'https://base.example';
const submitHost = 'https://submit.example';
const settings = settingsFor(base, { submitAddress: submitHost, submitBy: { variant: 'access-token', token: 'ETH' } });

let fixture: AccountFixture | null = null;
afterEach(async () => {
  await fixture?.close();
});

/** An account that is damaged like this, and a new start. */
async function startedAfter(damage: string) {
  const first = await openFixture();
  fixture = first;
  const accountId = await addAccount(first, settings, {
    apiKey: 'key-canary-11111',
    accessToken: 'token-canary-22222',
  });
  first.database.exec(`UPDATE accounts SET ${damage} WHERE kind = 'service'`);
  const started = await first.restart();
  fixture = started;
  const shown = () => started.accounts.find(accountId);
  return { ...started, accountId, shown };
}

test('an account with an unreadable colour works', async () => {
  const { accounts, accountId, shown } = await startedAfter(`colour = 'x{'`);
  expect(shown()).toMatchObject({ name: 'My account', kind: 'service', trouble: null });
  expect(accounts.connections.destination(accountId)).toMatchObject({ submitBy: settings.submitBy });
});

test.each([
  [`submit_by = 'x{'`, { submitBy: { variant: 'api-key' } }],
  [`submit_by = '{"variant":"access-token"}'`, {}],
  [`address = 'x{'`, {}],
  [`submit_address = 'x{'`, {}],
])('with %s nothing is sent for it, and the window says what to do', async (damage, settingsShown) => {
  const { accounts, accountId, shown } = await startedAfter(damage);
  expect(shown()).toMatchObject({ ...settingsShown, trouble: { kind: 'account-damaged' } });
  expect(accounts.connections.destination(accountId)).toBeNull();
  expect(accounts.connections.to(accountId)).toBeNull();
});

test('a way to pay that cannot be read is chosen anew by a person alone, also where it is what the window shows', async () => {
  const { accounts, accountId, shown, person, questions } = await startedAfter(`submit_by = 'x{'`);
  person.confirms = false;
  expect(await accounts.changes.setSubmitBy(accountId, { variant: 'api-key' })).toMatchObject({ ok: false });
  expect(questions).toHaveLength(1);
  person.confirms = true;
  granted(await accounts.changes.setSubmitBy(accountId, { variant: 'api-key' }));
  expect(shown()?.trouble).toBeNull();
  expect(accounts.connections.destination(accountId)).toMatchObject({ submitBy: { variant: 'api-key' } });
});

test('an address that cannot be read is set anew, and the keys for it are asked for', async () => {
  const { accounts, accountId, shown, kept } = await startedAfter(`submit_address = 'x{'`);
  granted(await accounts.changes.edit(accountId, settings));
  expect(shown()).toMatchObject({ submitAddress: submitHost, credentials: { apiKey: null } });
  expect([...kept.values()]).toEqual(['token-canary-22222']);
  expect(accounts.connections.destination(accountId)).not.toBeNull();
});
