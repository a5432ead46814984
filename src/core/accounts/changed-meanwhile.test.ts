import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';
import type { Accounts } from './accounts.ts';

/** Calls that were under way while a person changed the account: what was looked at before their turn is looked at in it. */

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const address = 'https://service.example/core-api';
const asItWas = settingsFor(address);
const ether = { variant: 'access-token', token: 'ethereum' } as const;
const [oldKey, newKey] = ['canary-key-1234', 'canary-key-of-another'];

type Call = (accounts: Accounts, accountId: string) => ReturnType<Accounts['changes']['edit']>;

/** `late` begins when the person has said yes to `first`, which waits for its turn still. */
async function whileChanging(first: Call, late: Call) {
  const { accounts, questions, disk } = fixture;
  const accountId = await addAccount(fixture, asItWas, { apiKey: oldKey, accessToken: 'opaque' });
  questions.length = 0;
  const held = Promise.withResolvers<void>();
  disk.holdsNotes = held.promise;
  const before = accounts.changes.replaceCredential(accountId, 'access-token', 'another');
  await expect.poll(() => questions.length).toBe(1);
  const changing = first(accounts, accountId);
  await expect.poll(() => questions.length).toBe(2);
  const asked = late(accounts, accountId);
  held.resolve();
  granted(await before);
  granted(await changing);
  const answer = await asked;
  return {
    answer,
    questions: questions.length - 2,
    name: accounts.find(accountId)?.name,
    paysBy: accounts.find(accountId)?.submitBy,
    apiKey: (await accounts.connections.to(accountId)?.credentials())?.apiKey,
  };
}

const voided = { ok: false, error: { code: 'changed-meanwhile' } };

const payWithEther: Call = (accounts, id) => accounts.changes.setSubmitBy(id, ether);
const useNewKey: Call = (accounts, id) => accounts.changes.replaceCredential(id, 'api-key', newKey);
const forgetKey: Call = (accounts, id) => accounts.changes.forgetCredential(id, 'api-key');
const moveAway: Call = (accounts, id) => accounts.changes.edit(id, settingsFor('https://elsewhere.example'));
const leaveAsItWas: Call = (accounts, id) => accounts.changes.edit(id, asItWas);
const pasteOldKey: Call = (accounts, id) => accounts.changes.edit(id, asItWas, { apiKey: oldKey, accessToken: null });
const keepOldKey: Call = (accounts, id) => accounts.changes.replaceCredential(id, 'api-key', oldKey);

test.each<[string, Call]>([
  ['settings as they were', leaveAsItWas],
  ['what paid before', (accounts, id) => accounts.changes.setSubmitBy(id, asItWas.submitBy)],
])('%s, asked for under way, do not undo what a person wants to pay with', async (_, late) => {
  expect(await whileChanging(payWithEther, late)).toMatchObject({ answer: voided, questions: 0, paysBy: ether });
});

test.each<[string, Call]>([
  ['kept', keepOldKey],
  ['pasted with the settings', pasteOldKey],
])('the key that was there, %s under way, does not take the place of the one that a person wants', async (_, late) => {
  expect(await whileChanging(useNewKey, late)).toMatchObject({ answer: voided, questions: 0, apiKey: newKey });
});

test.each<[string, Call, number]>([
  ['what pays', payWithEther, 1],
  ['a credential that is to be forgotten', forgetKey, 0],
])('a change of %s is void once the account has moved', async (_, late, questions) => {
  expect(await whileChanging(moveAway, late)).toMatchObject({ answer: voided, questions, paysBy: asItWas.submitBy });
});

test('a yes to what somebody has done meanwhile counts, and so does one to another key than the one that was there', async () => {
  const paying = await whileChanging(payWithEther, payWithEther);
  expect(paying).toMatchObject({ answer: { ok: true }, questions: 1, paysBy: ether });
  const third: Call = (accounts, id) => accounts.changes.replaceCredential(id, 'api-key', 'canary-key-third');
  const replaced = await whileChanging(useNewKey, third);
  expect(replaced).toMatchObject({ answer: { ok: true }, questions: 1, apiKey: 'canary-key-third' });
});

test('a path that answered fund requests, noted while a person changes what pays, does not undo that', async () => {
  const { accounts } = fixture;
  const accountId = await addAccount(fixture, asItWas, { apiKey: oldKey, accessToken: null });
  const connection = accounts.connections.to(accountId);
  if (connection === null) throw new Error('The account cannot be reached.');
  const changing = payWithEther(accounts, accountId);
  // All that the disk does not have to be waited for is done by then.
  await new Promise((resolve) => process.nextTick(resolve));
  await accounts.onFundsPath(accountId, connection, '/users/request_funds');
  granted(await changing);
  expect(accounts.find(accountId)?.submitBy).toEqual(ether);
  expect(accounts.connections.to(accountId)?.paths.requestFunds).toBe('/users/request_funds');
});
