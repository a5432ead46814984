import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp } from '../service/scripted-server.fixture.ts';
import { claimOf } from './check.ts';
import { Network } from './network.ts';
import { type AccountNodes, NetworkChecks, type StoredClaim } from './network-checks.ts';
import { chainOf, hashOf, openNode, transactionOf } from './node.fixture.ts';

afterEach(cleanUp);

const letter = Buffer.from('A letter.');
const chain = await chainOf([[], [transactionOf(letter)], []]);
const said = {
  blockHash: chain[1]?.hash ?? null,
  extrinsicIndex: '1',
  txHash: hashOf(transactionOf(letter)),
  dataHash: hashOf(letter),
  phase: 'in-block',
  sentAs: 'file',
  ...{ size: null, keccak256: null, blake2b256: null },
} as const;
const asked = { checkId: 'c', accountId: 'a', submissionId: 's' };
const claimOfS: StoredClaim = (_, submissionId) => (submissionId === 's' ? said : null);

async function open(
  changes: Partial<AccountNodes> = {},
  finalized = { height: 2 },
  storedClaim: StoredClaim = claimOfS,
) {
  const { address, asked: methods } = await openNode(chain, 0, {
    chain_getFinalizedHead: () => chain[finalized.height]?.hash,
  });
  const checks = new NetworkChecks(
    new Network(Date.now),
    {
      hasNode: (accountId) => accountId === 'a',
      nodeAddress: (accountId) => (accountId === 'a' ? address : null),
      accountOfReceipt: () => 'a',
      ...changes,
    },
    storedClaim,
  );
  return { checks, methods };
}

test('a record is checked with its account’s node, and what holds is kept for the printed receipt', async () => {
  const { checks } = await open();
  expect(checks.heldLast('a', 's')).toBeNull();
  const answer = await checks.check(asked);
  expect(answer).toMatchObject({ ok: true, value: { verdict: { kind: 'holds', by: 'record' } } });
  expect(checks.heldLast('a', 's')).toEqual(answer.ok && answer.value);
});

test('what holds of one account’s record is not said of another’s with the same id', async () => {
  const { checks } = await open();
  await checks.check(asked);
  expect(checks.heldLast('b', 's')).toBeNull();
});

test('a later answer that does not hold takes the place of one that did', async () => {
  const finalized = { height: 2 };
  const { checks } = await open({}, finalized);
  await checks.check(asked);
  finalized.height = 0;
  await checks.check(asked);
  expect(checks.heldLast('a', 's')).toBeNull();
});

test('without a node, or without a record, nobody is asked', async () => {
  const { checks, methods } = await open();
  expect(await checks.check({ ...asked, accountId: 'b' })).toMatchObject({ error: { code: 'no-node' } });
  expect(await checks.check({ ...asked, submissionId: 'unknown' })).toMatchObject({
    error: { code: 'no-such-record' },
  });
  expect(methods).toEqual([]);
});

const receipt = { checkId: 'c', submissionId: 's', address: null, claim: said };
test('a check of a receipt, which may be forged, is no answer for the printed receipt', async () => {
  const { checks } = await open({}, { height: 2 }, () => null);
  expect(await checks.checkReceipt(receipt)).toMatchObject({ value: { verdict: { kind: 'holds' } } });
  expect(checks.heldLast('a', 's')).toBeNull();
  const nobody = await open({ accountOfReceipt: () => null });
  expect(await nobody.checks.checkReceipt(receipt)).toMatchObject({ error: { code: 'no-node' } });
});

test('who goes back while another question is before it is let go at once', async () => {
  const { baseUrl } = await answering(() => undefined);
  const { checks } = await open({ nodeAddress: () => baseUrl });
  const first = checks.check(asked);
  const second = checks.check({ ...asked, checkId: 'd' });
  checks.cancel('d');
  expect(await second).toMatchObject({ error: { code: 'cancelled' } });
  checks.cancel('c');
  expect(await first).toMatchObject({ error: { code: 'cancelled' } });
});

test('what a record says oddly is taken as not said', () => {
  expect(claimOf({ ...said, extrinsicIndex: '-1', txHash: '0x1234', blockHash: `0x${'0'.repeat(64)}` })).toMatchObject({
    blockHash: null,
    extrinsicIndex: null,
    txHash: null,
    dataHash: said.dataHash,
  });
  expect(claimOf({ ...said, dataHash: said.dataHash.slice(2).toUpperCase() }).dataHash).toBe(said.dataHash);
});
