import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AccountFixture,
  addAccount,
  granted,
  jwt,
  lockedKeychain,
  missingKeychain,
  openFixture,
  settingsFor,
} from './accounts.fixture.ts';

/** What is noted of an account before it gets another credential or address. */

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.close();
});

const address = 'https://service.example/core-api';
const ofAnna = (exp: number): string => jwt({ sub: 'anna', iss: 'https://sign-in.example', exp });
const secrets = { apiKey: 'canary-key-1234', accessToken: ofAnna(4_000_000_000) };
const before = { kept: [secrets.apiKey, secrets.accessToken], address };
const add = () => addAccount(fixture, settingsFor(address), secrets);
const inPlace = (id: string) => fixture.accounts.connections.to(id)?.credentials();

test('another API key is noted before it is kept, and its time begins once it is', async () => {
  const id = await add();
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-other'));
  expect(fixture.leaves).toEqual([{ kinds: ['api-key'], ...before }]);
  expect(fixture.leaving.isOn).toBe(false);
});

test('so are credentials that are pasted while an account is edited, each kind by itself', async () => {
  const id = await add();
  const settings = settingsFor(address, { name: 'Renamed' });
  granted(
    await fixture.accounts.changes.edit(id, settings, { apiKey: 'canary-key-other', accessToken: secrets.accessToken }),
  );
  granted(await fixture.accounts.changes.edit(id, settings, { apiKey: null, accessToken: 'opaque' }));
  expect(fixture.leaves.map(({ kinds }) => kinds)).toEqual([['api-key'], ['access-token']]);
  expect(fixture.leaves[0]).toMatchObject(before);
});

test('the same secret again, a token of the same user and a new name are no change', async () => {
  const id = await add();
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', ` ${secrets.apiKey} `));
  granted(await fixture.accounts.changes.replaceCredential(id, 'access-token', `Bearer ${ofAnna(4_100_000_000)}`));
  granted(await fixture.accounts.changes.edit(id, settingsFor(address, { name: 'Renamed' })));
  expect(fixture.leaves).toEqual([]);
});

test('a token of another user is, and one that does not say whose it is', async () => {
  const id = await add();
  for (const token of [jwt({ sub: 'bea', iss: 'https://sign-in.example' }), 'opaque', 'another']) {
    granted(await fixture.accounts.changes.replaceCredential(id, 'access-token', token));
  }
  expect(fixture.leaves.map(({ kinds }) => kinds)).toEqual([['access-token'], ['access-token'], ['access-token']]);
});

test('a credential that comes where none is may be anybody’s', async () => {
  const id = await add();
  granted(await fixture.accounts.changes.forgetCredential(id, 'access-token'));
  granted(await fixture.accounts.changes.replaceCredential(id, 'access-token', secrets.accessToken));
  expect(fixture.leaves).toEqual([{ kinds: ['access-token'], kept: [secrets.apiKey], address }]);
});

test('another address is noted for all credentials before it is there, and before they are forgotten', async () => {
  const id = await add();
  granted(await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example')));
  expect(fixture.leaves).toEqual([{ kinds: ['api-key', 'access-token'], ...before }]);
  expect(fixture.moves).toEqual([id]);
  expect(fixture.leaving.isOn).toBe(false);
});

test('where that cannot be written, nothing is changed, and a sentence says so', async () => {
  const id = await add();
  fixture.disk.isFull = true;
  const refused = {
    ok: false,
    error: { code: 'not-written' },
  };
  const other = 'canary-key-other';
  expect(await fixture.accounts.changes.replaceCredential(id, 'api-key', other)).toMatchObject(refused);
  const pasted = { apiKey: other, accessToken: null };
  expect(await fixture.accounts.changes.edit(id, settingsFor(address), pasted)).toMatchObject(refused);
  expect(await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example'))).toMatchObject(refused);
  expect(await inPlace(id)).toEqual(secrets);
  expect(fixture.accounts.connections.to(id)?.baseUrl).toBe(address);
  expect(fixture.moves).toEqual([]);
});

test('while it is not known which secret a keychain will give, what is sent counts as sent before', async () => {
  const id = await add();
  fixture.keychain.failure = lockedKeychain;
  expect(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-other')).toMatchObject({
    ok: false,
  });
  expect(fixture.leaving.isOn).toBe(true);
  fixture.keychain.failure = null;
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-other'));
  expect(fixture.leaving.isOn).toBe(false);
});

test('nor while one of this session hides another in the keychain, which comes back with the next start', async () => {
  const id = await add();
  fixture.keychain.failure = missingKeychain;
  for (const key of ['canary-key-other', 'canary-key-third']) {
    granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', key));
    expect(fixture.leaving.isOn).toBe(true);
  }
  fixture.keychain.failure = null;
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-fourth'));
  expect(fixture.leaving.isOn).toBe(false);
});

test('lent credentials are used, not stored, and noted if their user has changed', async () => {
  const id = granted(
    await fixture.accounts.changes.add(settingsFor(address), { apiKey: null, accessToken: null }),
  ).accountId;
  const lend = (apiKey: string) => fixture.accounts.changes.lend(id, { apiKey, accessToken: null });
  granted(await lend('canary-key-1234'));
  expect(fixture.accounts.find(id)).toMatchObject({ place: { kind: 'session' }, trouble: null });
  expect(fixture.leaves).toHaveLength(1);
  granted(await lend('canary-key-1234'));
  expect(fixture.leaves).toHaveLength(1);
  granted(await lend('canary-key-other'));
  expect(fixture.leaves.map(({ kinds }) => kinds)).toEqual([['api-key'], ['api-key']]);
});
