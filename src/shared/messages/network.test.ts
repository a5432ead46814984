import { expect, test } from 'vitest';
import type { NetworkFacts, NetworkVerdict } from '../bridge/network.ts';
import { networkWords } from './network.ts';

const facts: NetworkFacts = {
  ...{ node: 'https://node.example', chain: null, blockHash: null, blockNumber: 12, finalizedNumber: 14 },
  ...{ blockTime: '2026-01-01T12:00:00.000Z', extrinsicIndex: 1, sentAs: 'file', sentHash: null },
  txHash: { recorded: null, found: null },
  dataHash: { recorded: null, found: null },
  size: { expected: null, found: null },
  proven: { header: true, transactions: true },
};
const said = (verdict: NetworkVerdict, changes: Partial<NetworkFacts> = {}) =>
  networkWords({ verdict, facts: { ...facts, ...changes } }, () => 'noon');

test('what holds names the block and its time', () => {
  expect(said({ kind: 'holds', by: 'file' })).toEqual({
    tone: 'good',
    title: 'The block holds these bytes',
    text: 'Dropslip computed from the block’s hash that block 12 of noon holds exactly this file. Only the node says that the block is final.',
  });
});

test('a manifest is not called the file: its parts have records of their own', () => {
  const { text } = said({ kind: 'holds', by: 'file' }, { sentAs: 'manifest' });
  expect(text).toMatch(/block 12 .*holds exactly the manifest that lists the parts.*Each part has a record of its own/);
});

test('a blob is said to have only its hash in the transaction', () => {
  expect(said({ kind: 'blob', by: 'file' })).toEqual({
    tone: 'open',
    title: 'Only its hash is in the transaction',
    text: 'The transaction in block 12 of noon has the hash of the file, not the bytes. The network can keep such contents as a blob, which Dropslip cannot check.',
  });
});

test('what is the node’s word is said to be that', () => {
  const words = said({ kind: 'holds', by: 'record' }, { proven: { header: false, transactions: false } });
  expect(words).toEqual({
    tone: 'open',
    title: 'The node says that it is there',
    text: 'The node shows the contents that the record names in block 12 of noon, and says that the block is final. The block’s hash proves neither, so ask another node too.',
  });
});

test('a block whose time or number was not come to is named without', () => {
  expect(said({ kind: 'not-final', why: 'not-yet' }, { blockTime: null }).text).toContain('in block 12, which');
  expect(said({ kind: 'not-final', why: 'not-yet' }, { blockNumber: null }).text).toContain('in its block, which');
});

test('each way of failing is bad and tells whom to ask, and what cannot be told is not bad', () => {
  for (const verdict of [
    { kind: 'not-final', why: 'other-block' },
    { kind: 'other-transaction' },
    { kind: 'other-bytes' },
  ] as const) {
    expect(said(verdict)).toMatchObject({ tone: 'bad', text: expect.stringContaining('Ask the service’s operator') });
  }
  expect(said({ kind: 'cannot-tell', why: 'node-contradicts-itself' }).tone).toBe('open');
  const reason = { code: 'node-silent', values: { why: 'unreachable', host: 'node.example' } } as const;
  expect(said({ kind: 'cannot-tell', why: 'node-silent', reason })).toMatchObject({
    tone: 'open',
    text: expect.stringContaining('The node at node.example does not answer'),
  });
});
