import { expect, test, vi } from 'vitest';
import type { Match } from '../../../shared/bridge/lookup.ts';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { noKeys } from '../../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { noFiles } from '../../../shared/submissions/batch-status.ts';
import { britishTime } from '../../ui/british-time.fixture.ts';
import { daysRead, daysWords, fileNamed, recordWords, refusedWords, submissionWords } from './lookup-words.ts';

vi.mock(import('../../../shared/time.ts'), async (original) => britishTime(await original(), 'UTC'));

test('a service that refused the key is not said to have given no answer', () => {
  expect(refusedWords({ code: 'unauthorised' }, 'Work', false)).toEqual({
    tone: 'warn',
    title: 'No usable answer from Work',
    text: 'The service did not accept this account’s key or token. Check it under Accounts.',
  });
});

const record: SubmissionRecord = {
  id: '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01',
  userId: null,
  tokenDetailsId: null,
  extrinsicIndex: null,
  amountData: '2.31 KB',
  fees: '400000000000000',
  toAddress: null,
  blockHash: `0x12${'ab'.repeat(31)}`,
  dataHash: null,
  txHash: null,
  createdAt: '2026-05-03T14:05:00Z',
  phase: 'in-block',
  error: null,
  extra: {},
};
const submission: Submission = {
  id: 1,
  accountId: 'a',
  name: 'letter.txt',
  folder: null,
  size: 2_365,
  addedAt: '2026-05-03T14:04:00Z',
  state: { kind: 'confirmed', submissionId: record.id, at: '2026-05-03T14:06:00Z' },
  cost: null,
  wish: null,
  content: 'file',
  files: null,
  parts: null,
};
const matchOf: Match = {
  accountId: 'a',
  submissionId: record.id,
  submission,
  phase: 'in-block',
  at: null,
  why: { key: 'name', value: 'letter.txt' },
};

test('a confirmed submission is shown with its time and its size', () => {
  expect(recordWords(record, submission)).toEqual({
    tone: 'good',
    title: 'Seen confirmed on 3 May 2026 at 14:06',
    text: '2.4 kB',
  });
});

test('of a submission of another program only the time of submitting is known, and that is what is said', () => {
  const { title } = recordWords(record, null);
  expect(title).toBe('Confirmed — submitted on 3 May 2026 at 14:05');
});

test('a size in bytes is said in words', () => {
  expect(recordWords({ ...record, phase: 'pending', amountData: '2365' }, null)).toEqual({
    tone: 'active',
    title: 'Submitted on 3 May 2026 at 14:05, not yet in a block',
    text: '2.4 kB',
  });
});

test('a file whose answer was lost is being checked, then not known, and never called not submitted', () => {
  const lost = { kind: 'unsettled', since: submission.addedAt, reason: { code: 'internal' } } as const;
  const checking = submissionWords({
    ...submission,
    state: { ...lost, check: { kind: 'checking', until: submission.addedAt } },
  });
  expect(checking).toMatchObject({ tone: 'active', title: 'Sent, being checked with the service' });
  const open = submissionWords({
    ...submission,
    state: { ...lost, check: { kind: 'cannot-tell', why: 'no-records' } },
  });
  expect(open).toMatchObject({ tone: 'warn', title: 'Sent, uncertain' });
});

test('a date is said as it was understood, a week by its ends', () => {
  const from = '2026-11-12T00:00:00.000Z';
  expect(daysWords({ from, until: '2026-11-13T00:00:00.000Z' })).toMatch(/^Thursday,? 12 November 2026$/);
  expect(daysWords({ from, until: '2026-11-19T00:00:00.000Z' })).toMatch(/^Thursday,? 12.*18 November 2026$/);
});

test('a date is said to be read only where it decided: a name with a date in it may be of any day', () => {
  const days = { from: '2026-11-12T00:00:00.000Z', until: '2026-11-13T00:00:00.000Z' };
  const keys = { ...noKeys, name: '2026-11-12', days };
  const found = (at: string) => ({ matches: [{ ...matchOf, at }] });
  expect(daysRead(keys, found('2026-11-20T10:00:00Z'))).toBeNull();
  expect(daysRead(keys, found('2026-11-12T10:00:00Z'))).toEqual(days);
  expect(daysRead({ ...noKeys, days }, { matches: [] })).toEqual(days);
  expect(daysRead({ ...noKeys, name: 'invoice' }, found('2026-11-12T10:00:00Z'))).toBeNull();
});

const counts = { ...noFiles, confirmed: 3, rejected: 1, toGo: 8 };
const parts = { partSize: 1_048_576, total: 12, counts, submittedBytes: 3_145_728, estimate: null, trouble: null };

test('a part is called by its number and the file that it belongs to', () => {
  expect(fileNamed({ submission: { ...submission, parts }, part: { number: 3, kind: 'slice', total: null } })).toBe(
    'part 3 of 12 of letter.txt',
  );
  expect(fileNamed({ submission, part: { number: 12, kind: 'manifest', total: 12 } })).toBe(
    'the manifest of letter.txt',
  );
  expect(fileNamed({ submission })).toBe('letter.txt');
  expect(fileNamed({ submission: null })).toBeNull();
});

test('of what is not whole it is said how much is there, also where it was cancelled', () => {
  const reason = { code: 'internal' } as const;
  const told = (state: Submission['state']) => submissionWords({ ...submission, state, parts }).title;
  expect(told({ kind: 'incomplete', reason })).toBe('Incomplete: 3 of 12 parts are with the service');
  expect(told({ kind: 'cancelled' })).toBe('Cancelled: 3 of 12 parts are with the service');
  expect(told({ kind: 'in-parts' })).toBe('In 12 parts, 3 submitted');
});
