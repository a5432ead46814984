import { expect, test } from 'vitest';
import { separatorsOf } from '../amounts.ts';
import type { SettlementNote } from '../submissions/settlement-note.ts';
import { attemptOf, day, factsOf, heldOf, recordOf, savedOf } from '../submissions/time-line.fixture.ts';
import { type TimeLineFacts, timeLine } from '../submissions/time-line.ts';
import { ticketTime } from '../time.ts';
import { replyText, timeLineWords } from './time-line.ts';

const form = { when: (at: string) => ticketTime(at, 'Europe/Berlin'), separators: separatorsOf('en') };
const cost = { amount: '2365', token: 'credits', decimals: 0 };
const own = { addedAt: day('10:00'), record: recordOf({ extra: { block_number: '12' } }), cost };

const wordsOf = (changes: Partial<TimeLineFacts>) =>
  timeLine(factsOf(changes)).map((entry) => timeLineWords(entry, { ...form, when: () => 'noon' }));
const reply = (changes: Partial<TimeLineFacts>, name: string | null = 'contract.pdf', isFresh = true) =>
  replyText({ submissionId: 'b7e1', name, isFresh }, timeLine(factsOf(changes)), form);

test('each entry has its words', () => {
  const attempts = [attemptOf(1, 'not-sent', '10:01'), { ...attemptOf(2, 'accepted', '10:02'), detail: 'a9c4' }];
  const record = recordOf({ phase: 'failed', error: 'TIMEOUT', extra: { retry_count: '2' } });
  const settlement = { kind: 'did-not', at: day('10:01') } as const;
  expect(wordsOf({ addedAt: day('10:00'), attempts, settlement, record, downloads: [savedOf('10:09')] })).toEqual([
    { title: 'Added to Dropslip', text: '' },
    { title: 'Attempt 1: it did not reach the service', text: '' },
    { title: 'You said that it did not go through', text: 'It was sent again.' },
    { title: 'Attempt 2: the service accepted it', text: 'Submission id a9c4' },
    { title: 'Registered by the service', text: '' },
    {
      title: 'Delayed',
      text: 'The service says “TIMEOUT” and tries again automatically, and has done so 2 times.',
    },
    { title: 'Downloaded from the service', text: 'The contents are exactly as submitted.' },
  ]);
});

test('a confirmed submission has its block, its cost and its check on the network', () => {
  expect(wordsOf({ ...own, network: heldOf() }).slice(2)).toEqual([
    { title: 'In block 12', text: '' },
    { title: 'Cost 2,365 credits', text: '' },
    {
      title: 'Final on the network',
      text: 'The block holds these bytes. Dropslip computed from the block’s hash that block 12 of noon holds exactly this file. Only the node says that the block is final.',
    },
  ]);
});

test('a check that found only a blob’s hash says so, also in the reply', () => {
  const network = { ...heldOf(), verdict: { kind: 'blob', by: 'file' } } as const;
  expect(wordsOf({ record: recordOf(), network }).at(-1)?.title).toBe('Checked on the network');
  expect(reply({ record: recordOf(), network })).toContain('found its hash, but not its contents, there.');
});

test('a cost of zero names no purse', () => {
  const record = recordOf({ extra: { wallet: `[${Array.from({ length: 32 }, () => 0)}]` } });
  expect(wordsOf({ record, cost: { ...cost, amount: '0' } }).at(-1)).toEqual({ title: 'Cost 0 credits', text: '' });
});

test('an attempt shows what went wrong, with the technical text', () => {
  const failures = [{ code: 'ended-while-awaited' }, { code: 'file-unreadable', detail: 'EIO' }] as const;
  const attempt = { ...attemptOf(1, 'unknown', '10:01'), failures, detail: 'read\n7 bytes' };
  expect(wordsOf({ attempts: [attempt] })[0]?.text).toBe(
    'Dropslip closed before the service answered.\nThe file could not be read. Check its drive, then retry.\nEIO\nread 7 bytes',
  );
});

const noon = '2026-11-12 10:02:00 UTC (2026-11-12 11:02:00 +01:00)';

test('a block without a number is named by its hash', () => {
  expect(wordsOf({ record: recordOf() })[1]?.title).toBe('In block 0xabab…abab');
});

test('the reply about a confirmed submission', () => {
  expect(reply({ ...own, attempts: [attemptOf(1, 'accepted', '10:01')], confirmedAt: day('10:05') })).toBe(
    `“contract.pdf” is confirmed. The service registered it on ${noon}. It was seen in block 12 on 2026-11-12 10:05:00 UTC (2026-11-12 11:05:00 +01:00). It cost 2,365 credits. The submission id is b7e1.\n`,
  );
});

test('the reply about a submission that was delayed and then confirmed', () => {
  const record = recordOf({ extra: { block_number: '12', retry_count: '1' } });
  expect(reply({ ...own, record, network: heldOf() })).toBe(
    `“contract.pdf” is confirmed. The service registered it on ${noon}. It was delayed at first. The service tried again once. It is in block 12 of 2026-11-12 10:04:00 UTC (2026-11-12 11:04:00 +01:00). A check of the network on 2026-11-12 10:07:00 UTC (2026-11-12 11:07:00 +01:00) found it there. It cost 2,365 credits. The submission id is b7e1.\n`,
  );
});

test('the reply about a delayed submission', () => {
  const extra = { retry_count: '2', updated_at: '"2026-11-12T10:20:30"' };
  expect(reply({ record: recordOf({ phase: 'failed', error: 'TIMEOUT "x"', extra }) }, 'contract.pdf', false)).toBe(
    `“contract.pdf” is delayed. The service registered it on ${noon}. The service says “TIMEOUT ’x’” and tries again automatically, and has done so 2 times. Its last try was on 2026-11-12 10:20:30 UTC (2026-11-12 11:20:30 +01:00). This is the last known state. The submission id is b7e1.\n`,
  );
});

test('the reply about a lost answer that the records settled', () => {
  const settlement: SettlementNote = {
    kind: 'found-by-hash',
    at: day('10:03'),
    submissionId: 'b7e1',
    createdAt: day('10:02'),
    hash: 'blake2b256',
    dataHash: '0xc3',
  };
  const record = recordOf({ phase: 'pending' });
  expect(reply({ attempts: [attemptOf(1, 'unknown', '10:01')], settlement, record })).toBe(
    `“contract.pdf” was accepted and is not in a block yet. The service registered it on ${noon}. The service’s answer was lost at first, but its records show that it had accepted it. The submission id is b7e1.\n`,
  );
});

test('a settlement of another id is not part of the reply', () => {
  const settlement: SettlementNote = {
    kind: 'went-through',
    at: day('10:01'),
    submissionId: 'a9c4',
    check: 'confirmed',
  };
  expect(reply({ settlement, record: recordOf() })).not.toContain('lost');
});

test('the reply about a submission that was sent again', () => {
  const attempts = [attemptOf(1, 'not-sent', '10:00'), attemptOf(2, 'accepted', '10:02')];
  expect(reply({ ...own, attempts })).toBe(
    `“contract.pdf” is confirmed. The service registered it on ${noon}. An earlier try did not go through, so it was sent again on ${noon}. It is in block 12. It cost 2,365 credits. The submission id is b7e1.\n`,
  );
});

test('the reply about a submission of another program', () => {
  expect(reply({ record: recordOf(), cost }, null)).toBe(
    `The submission is confirmed. The service registered it on ${noon}. It is in block 0x${'ab'.repeat(32)}. It cost 2,365 credits. The submission id is b7e1.\n`,
  );
});

test.each([
  ['unknown', 'was sent, but nothing shows yet that it arrived'],
  ['refused', 'was not submitted yet'],
] as const)('the reply does not claim that an attempt with the end “%s” was accepted', (outcome, standing) => {
  expect(reply({ attempts: [attemptOf(1, outcome, '10:01')] })).toContain(`“contract.pdf” ${standing}.`);
});

test('no name or text of a service starts a line of its own in a reply', () => {
  const record = recordOf({ phase: 'failed', error: 'no\nfunds\u202e' });
  const hostile = { amount: '1', token: 'eth\nereum', decimals: 0 };
  expect(reply({ record, cost: hostile }, 'a\nb').split('\n')).toHaveLength(2);
});
