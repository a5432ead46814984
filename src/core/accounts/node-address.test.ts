import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const address = 'https://service.example';
const withNode = (nodeAddress: string | null) => settingsFor(address, { nodeAddress });
const nodeOf = (id: string) => fixture.accounts.find(id)?.nodeAddress;

/** An account without a node; what was asked so far is forgotten. */
async function added(): Promise<string> {
  const id = await addAccount(fixture, withNode(null));
  fixture.questions.length = 0;
  return id;
}

test('a node that nobody was asked about is put to the person, once, by its address', async () => {
  const id = await added();
  granted(await fixture.accounts.changes.edit(id, withNode('Node.Example/rpc/')));
  expect(nodeOf(id)).toBe('https://node.example/rpc');
  granted(await fixture.accounts.changes.edit(id, withNode(null)));
  granted(await fixture.accounts.changes.edit(id, withNode('https://node.example/rpc')));
  expect(fixture.questions).toMatchObject([{ title: 'Use this network node?', subject: 'https://node.example/rpc' }]);
});

test('a declined node is not set', async () => {
  const id = await added();
  fixture.person.confirms = false;
  const declined = { ok: false, error: { code: 'declined' } };
  expect(await fixture.accounts.changes.edit(id, withNode('https://node.example'))).toMatchObject(declined);
  expect(nodeOf(id)).toBeNull();
});

test('a new account’s node is named in the one question about the account', async () => {
  await addAccount(fixture, withNode('https://node.example'));
  expect(fixture.questions.map(({ subject }) => subject.split('\n').slice(0, 2))).toEqual([
    [address, 'Network node: https://node.example'],
  ]);
});

test('a node is asked over https alone, but on this computer', async () => {
  const id = await added();
  expect(await fixture.accounts.changes.edit(id, withNode('http://node.example'))).toMatchObject({
    error: { code: 'node-not-encrypted' },
  });
  expect(await fixture.accounts.changes.edit(id, withNode('wss://node.example'))).toMatchObject({
    error: { code: 'address-not-valid', values: { problem: 'other-scheme' } },
  });
  granted(await fixture.accounts.changes.edit(id, withNode('http://127.0.0.1:9944')));
  expect(nodeOf(id)).toBe('http://127.0.0.1:9944');
});

test('another node keeps the credentials and what was found of the service', async () => {
  const id = await added();
  const held = await fixture.accounts.connections.to(id)?.credentials();
  granted(await fixture.accounts.changes.edit(id, withNode('https://node.example')));
  expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(held);
  expect(fixture.moves).toEqual([]);
});

test('the practice account has the practice chain’s own node', () => {
  expect(nodeOf('practice')).toBe('http://127.0.0.1:9/node');
});
