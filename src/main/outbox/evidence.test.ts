import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { judge, type Listing, type Lost } from './evidence.ts';
import { isComplete } from './expenditure-list.ts';
import type { Receipt } from './past.ts';

const own = `0x${'a'.repeat(64)}`;
const ownBlake2b = `0x${'b2'.repeat(32)}`;
const other = `0x${'b'.repeat(64)}`;
const start = Date.parse('2026-05-03T12:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

function record(id: string, changes: Partial<SubmissionRecord> = {}): SubmissionRecord {
  return {
    id,
    userId: null,
    tokenDetailsId: '1',
    extrinsicIndex: null,
    amountData: '500',
    fees: null,
    toAddress: null,
    blockHash: null,
    dataHash: own,
    txHash: null,
    createdAt: iso(start + 1000),
    phase: 'in-block',
    error: null,
    extra: {},
    ...changes,
  };
}

const sample: Receipt = { submissionId: 'sample', size: 700, dataHashes: [other], token: null };
const sampleRecord = record('sample', { dataHash: other, amountData: '700' });

function lost(changes: Partial<Lost> = {}): Lost {
  return {
    dataHashes: [own, ownBlake2b],
    size: 500,
    attempts: [{ startedAt: start, endedAt: start + 5_000, token: null }],
    twins: 0,
    sameSize: 0,
    hashIsLate: false,
    ...changes,
  };
}

function listing(records: readonly SubmissionRecord[], changes: Partial<Listing> = {}): Listing {
  const receipts = changes.receipts ?? [sample];
  return {
    records,
    complete: true,
    trusted: false,
    receipts,
    isClaimed: (id) => receipts.some(({ submissionId }) => submissionId === id),
    clockOffset: 0,
    tokenOf: () => 'ethereum',
    ...changes,
  };
}

describe('what one read of the list says of a lost answer', () => {
  test('one unclaimed record with the hash of the bytes is the submission', () => {
    expect(judge(lost(), listing([sampleRecord, record('mine')]))).toMatchObject({ kind: 'found', by: 'data-hash' });
  });

  test('the hash may be BLAKE2b-256, as some networks have it', () => {
    const mine = record('mine', { dataHash: ownBlake2b });
    expect(judge(lost(), listing([sampleRecord, mine]))).toMatchObject({ kind: 'found', record: mine });
  });

  test('two records, or two files, with the same bytes are never guessed apart', () => {
    expect(judge(lost(), listing([record('one'), record('two')])).kind).toBe('open');
    expect(judge(lost({ twins: 1 }), listing([record('one')])).kind).toBe('open');
    expect(judge(lost({ twins: 1 }), listing([record('one'), record('two')])).kind).toBe('open');
  });

  test('a record of the same bytes from long before is neither the submission nor a proof against it', () => {
    const earlier = record('earlier', { createdAt: iso(start - 86_400_000) });
    expect(judge(lost(), listing([sampleRecord, earlier])).kind).toBe('open');
  });

  test('clocks that are apart are allowed for as far as receipts show it', () => {
    const behind = record('mine', { createdAt: iso(start - 3 * 3_600_000) });
    expect(judge(lost(), listing([behind], { clockOffset: -3 * 3_600_000 }))).toMatchObject({ kind: 'found' });
  });

  test('a record without a hash is waited for, and concluded from only when it is late and unique both ways', () => {
    const pending = record('pending', { dataHash: null, phase: 'pending' });
    const records = [sampleRecord, pending];
    expect(judge(lost(), listing(records)).kind).toBe('open');
    expect(judge(lost({ hashIsLate: true }), listing(records))).toMatchObject({ kind: 'found', by: 'size-and-time' });
    expect(judge(lost({ hashIsLate: true, sameSize: 1 }), listing(records)).kind).toBe('open');
    expect(judge(lost({ hashIsLate: true }), listing([...records, { ...pending, id: 'second' }])).kind).toBe('open');
    expect(judge(lost({ hashIsLate: true }), listing(records, { complete: false })).kind).toBe('open');
    const paidElsewhere = lost({ hashIsLate: true, attempts: [{ startedAt: start, endedAt: null, token: 'dai' }] });
    expect(judge(paidElsewhere, listing(records)).kind).toBe('open');
  });

  test('a size in words rules a record out, a bare number only where receipts show that it means bytes', () => {
    const words = record('words', { dataHash: null, amountData: '2.31 KB' });
    expect(judge(lost(), listing([sampleRecord, words])).kind).toBe('absent');
    const number = record('number', { dataHash: null, amountData: '501' });
    expect(judge(lost(), listing([sampleRecord, number])).kind).toBe('absent');
    expect(judge(lost(), listing([{ ...sampleRecord, amountData: '0.7' }, number])).kind).toBe('open');
  });

  test('absence needs a receipt of the same kind in the list, with a hash of its file', () => {
    expect(judge(lost(), listing([sampleRecord])).kind).toBe('absent');
    expect(judge(lost(), listing([{ ...sampleRecord, dataHash: `0x${'c'.repeat(64)}` }])).kind).toBe('open');
    const byToken = lost({ attempts: [{ startedAt: start, endedAt: null, token: 'ethereum' }] });
    expect(judge(byToken, listing([sampleRecord, record('x', { dataHash: other })])).kind).toBe('open');
    expect(judge(lost(), listing([], { receipts: [] })).kind).toBe('open');
    expect(judge(byToken, listing([], { receipts: [] })).kind).toBe('absent');
    expect(judge(lost(), listing([], { receipts: [], trusted: true })).kind).toBe('absent');
  });

  test('whatever else the list holds, a submission that is in it is never called absent', () => {
    const anyTime = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map((ms) => iso(start + ms));
    const anyRecord = fc.record({
      dataHash: fc.constantFrom(own, other, null),
      amountData: fc.constantFrom('500', '499', '0.49 KB', '2.31 KB', null, 'nonsense'),
      createdAt: fc.option(anyTime),
      phase: fc.constantFrom('pending', 'in-block', 'failed'),
      claimed: fc.boolean(),
    });
    const mine = fc.record({
      dataHash: fc.constantFrom(own, null),
      amountData: fc.constantFrom('500', '0.49 KB', null),
      createdAt: fc.option(anyTime),
    });
    fc.assert(
      fc.property(
        fc.array(anyRecord, { maxLength: 8 }),
        mine,
        fc.record({ complete: fc.boolean(), trusted: fc.boolean(), clockOffset: fc.integer() }),
        fc.record({ twins: fc.nat(2), sameSize: fc.nat(2), hashIsLate: fc.boolean() }),
        (others, ours, changes, facts) => {
          const strangers = others.map(({ claimed, ...rest }, index) => record(`${claimed ? 'c' : 'u'}${index}`, rest));
          const records = [sampleRecord, ...strangers, record('mine', { ...ours, phase: 'pending' })];
          const isClaimed = (id: string): boolean => id === 'sample' || id.startsWith('c');
          expect(judge(lost(facts), listing(records, { ...changes, isClaimed })).kind).not.toBe('absent');
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('a list is complete', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => record(`${index}`));

  test('only when it came to its end and holds every receipt of the account', () => {
    expect(isComplete({ records: [sampleRecord], ended: true }, [sample])).toBe(true);
    expect(isComplete({ records: [sampleRecord], ended: false }, [sample])).toBe(false);
    expect(isComplete({ records: ids(3), ended: true }, [sample])).toBe(false);
  });

  test('and when its length does not look like a cap of the service', () => {
    expect(isComplete({ records: ids(99), ended: true }, [])).toBe(true);
    expect(isComplete({ records: ids(100), ended: true }, [])).toBe(false);
    const receipts = ids(10).map(({ id }) => ({ ...sample, submissionId: id }));
    expect(isComplete({ records: ids(100), ended: true }, receipts)).toBe(true);
  });
});
