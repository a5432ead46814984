import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AccountFixture, addAccount, granted, jwt, openFixture, settingsFor } from './accounts.fixture.ts';
import { CredentialStore } from './vault.ts';

/** What of an account changes only once a person has said yes in main's own window. */

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

/** An account; from now on the person says no to everything. */
async function addThenDecline(given: Partial<typeof secrets> | { apiKey: null } = {}): Promise<string> {
  const accountId = await addAccount(fixture, settingsFor(address), { ...secrets, ...given });
  fixture.questions.length = 0;
  fixture.person.confirms = false;
  return accountId;
}

const declined = { ok: false, error: { code: 'declined' } };

test.each([
  ['another origin', settingsFor('https://elsewhere.example')],
  ['another path', settingsFor('https://service.example/other')],
  ['another address for submissions', settingsFor(address, { submitAddress: 'https://service.example/other' })],
])('%s is one question, and without a yes nothing moves', async (_what, settings) => {
  const id = await addThenDecline();
  const pasted = { apiKey: 'canary-key-other', accessToken: null };
  expect(await fixture.accounts.changes.edit(id, settings, pasted)).toMatchObject({
    error: { code: 'declined' },
  });
  expect(fixture.questions).toHaveLength(1);
  expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
  expect(fixture.accounts.connections.to(id)?.baseUrl).toBe(address);
  fixture.person.confirms = true;
  granted(await fixture.accounts.changes.edit(id, settings, pasted));
  expect(fixture.questions).toHaveLength(2);
});

test('places that a person once said yes to let nobody replace the credentials, nor move the account back', async () => {
  const accountId = await addAccount(fixture, settingsFor(address), secrets);
  const [typo, right] = ['/tpyo', '/right'].map((path) => settingsFor(`https://service.example${path}`));
  if (typo === undefined || right === undefined) throw new Error('There are two.');
  granted(await fixture.accounts.changes.edit(accountId, typo));
  granted(await fixture.accounts.changes.edit(accountId, right));
  fixture.person.confirms = false;
  const others = { apiKey: 'canary-key-other', accessToken: 'opaque' };
  for (const settings of [typo, settingsFor(address), right]) {
    expect(await fixture.accounts.changes.edit(accountId, settings, others)).toMatchObject({ ok: false });
  }
  expect(await fixture.accounts.changes.edit(accountId, typo)).toMatchObject({ ok: false });
  expect(await fixture.accounts.connections.to(accountId)?.credentials()).toEqual(secrets);
  expect(fixture.accounts.connections.to(accountId)?.baseUrl).toBe(right.address);
});

test('another credential, of either kind, is one question, and without a yes the old one stays', async () => {
  const id = await addThenDecline();
  expect(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-other')).toMatchObject(declined);
  expect(await fixture.accounts.changes.replaceCredential(id, 'access-token', 'opaque')).toMatchObject(declined);
  const both = { apiKey: 'canary-key-other', accessToken: 'opaque' };
  expect(await fixture.accounts.changes.edit(id, settingsFor(address, { name: 'Renamed' }), both)).toMatchObject(
    declined,
  );
  expect(fixture.questions).toHaveLength(3);
  expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
  expect(fixture.accounts.find(id)?.name).toBe('My account');
});

test('a credential where none is held is a question: it may be anybody’s', async () => {
  const id = await addThenDecline({ apiKey: null });
  expect(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-other')).toMatchObject(declined);
  expect(await fixture.accounts.connections.to(id)?.credentials()).toMatchObject({ apiKey: null });
});

test('the same key again and another colour need no question', async () => {
  const id = await addThenDecline();
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', secrets.apiKey));
  granted(await fixture.accounts.changes.edit(id, settingsFor(address, { colour: 'rose' })));
  expect(fixture.questions).toEqual([]);
});

test('a fresh token that names the same user needs no question', async () => {
  const id = await addThenDecline();
  const fresh = ofAnna(4_100_000_000);
  granted(await fixture.accounts.changes.replaceCredential(id, 'access-token', fresh));
  expect(fixture.questions).toEqual([]);
  expect(fixture.leaves).toEqual([]);
  expect(await fixture.accounts.connections.to(id)?.credentials()).toMatchObject({ accessToken: fresh });
});

test('while the user is asked about a change, no other change begins', async () => {
  const id = await addThenDecline();
  fixture.person.confirms = 'not-yet';
  const removing = fixture.accounts.changes.remove(id);
  expect(await fixture.accounts.changes.forgetCredential(id, 'api-key')).toMatchObject({
    error: { code: 'question-open' },
  });
  fixture.accounts.approval.withdraw();
  expect(await removing).toMatchObject(declined);
  expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
});

test('what pays for submissions changes only with a yes, alone or with an account’s other settings', async () => {
  const id = await addThenDecline();
  const { accounts } = fixture;
  const submitBy = { variant: 'access-token', token: 'usd-coin' } as const;
  const paysWith = () => accounts.find(id)?.submitBy;
  const before = paysWith();
  expect(await accounts.changes.setSubmitBy(id, submitBy)).toMatchObject(declined);
  expect(await accounts.changes.edit(id, settingsFor(address, { submitBy }))).toMatchObject(declined);
  expect(paysWith()).toEqual(before);
  expect(fixture.questions.map(({ subject }) => subject)).toEqual(
    Array(2).fill(`${address}\nAccount “My account”\nPays with “usd-coin”`),
  );
  fixture.person.confirms = true;
  granted(await accounts.changes.setSubmitBy(id, submitBy));
  granted(await accounts.changes.setSubmitBy(id, submitBy));
  expect(paysWith()).toEqual(submitBy);
  expect(fixture.questions).toHaveLength(3);
});

test('removing an account is one question that says what is forgotten, and without a yes all of it stays', async () => {
  const id = await addThenDecline();
  expect(await fixture.accounts.changes.remove(id)).toMatchObject(declined);
  expect(fixture.questions).toMatchObject([
    {
      subject: `${address}\nAccount “My account”`,
      text: expect.stringMatching(/its API key, its access token, its queue/),
    },
  ]);
  expect(fixture.accounts.has(id)).toBe(true);
});

test('who removes an account is told first that a passphrase or secret key goes with it, without which nobody reads private files', async () => {
  const id = await addThenDecline();
  const store = new CredentialStore(fixture.database, fixture.commit);
  const facts = { ending: '', expiresAt: null };
  for (const kind of ['passphrase', 'identity'] as const) {
    await store.put(id, kind, { entry: kind, facts, isUnproven: false });
  }
  await fixture.accounts.changes.remove(id);
  expect(fixture.questions[0]?.text).toMatch(
    /its passphrase of private files, its secret key of private files, .* nobody can read them again/,
  );
});
