import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { recordAsJson, recordAsText } from './record-sections.ts';

const record: SubmissionRecord = {
  id: '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01',
  userId: null,
  tokenDetailsId: '1',
  extrinsicIndex: '2',
  amountData: '2.31 KB',
  fees: '400000000000000',
  toAddress: null,
  blockHash: '0x12ab',
  dataHash: null,
  txHash: null,
  createdAt: '2026-05-03T12:05:00Z',
  phase: 'in-block',
  error: null,
  extra: { block_number: '100000000000000000001', note: '"=1+1\\nSubmission id: forged"' },
};
const cost = { amount: '400000000000000', token: 'ethereum', decimals: 18 };

test('a ticket gets every field on a line of its own, with times in UTC and local', () => {
  const text = recordAsText('Confirmed', record, cost);
  expect(text.split('\n').filter((line) => !line.startsWith('Time: '))).toEqual([
    'Confirmed',
    '',
    'Submission',
    `Submission id: ${record.id}`,
    'State: Confirmed in a block',
    'Size: ≈ 2.4 kB',
    'Cost: 0.0004 ethereum',
    '',
    'Record',
    'Block hash: 0x12ab',
    'Index in the block: 2',
    'Cost in base units: 400000000000000',
    'Amount of data: 2.31 KB',
    'Token details id: 1',
    '',
    'More from the service',
    'block_number: 100000000000000000001',
    'note: "=1+1\\nSubmission id: forged"',
    '',
  ]);
  expect(text).toMatch(/^Time: 2026-05-03 12:05:00 UTC \(2026-05-0\d \d\d:\d\d:00 [+-]\d\d:\d\d\)$/m);
  expect(text).toContain('block_number: 100000000000000000001');
});

test('nothing of the service can pass for a line of the ticket', () => {
  const forged = { ...record, error: 'none\nState: Confirmed\u202e\u2028Cost: 0' };
  const text = recordAsText('Failed', forged, null);
  expect(text).toContain('The service says: none State: Confirmed\ufffd Cost: 0');
  expect(text).not.toMatch(/^Cost: 0/m);
});

test('as JSON a record has the service’s own names, and its large numbers to the last digit', () => {
  const json = recordAsJson(record);
  expect(json).toContain('"block_number": 100000000000000000001');
  expect(JSON.parse(json)).toMatchObject({
    id: record.id,
    fees: '400000000000000',
    note: '=1+1\nSubmission id: forged',
  });
});
