import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { SentAttempt, StoredReceipt } from '../journal/earlier-submissions.ts';
import { type ListFacts, type Lost, RecordList } from './evidence.ts';

const own = `0x${'a'.repeat(64)}`;
const ownBlake2b = `0x${'b2'.repeat(32)}`;
const other = `0x${'b'.repeat(64)}`;
const otherBlake2b = `0x${'2b'.repeat(32)}`;
/** Of bytes that nobody here knows. */
const unknown = `0x${'e'.repeat(64)}`;
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

const sample: StoredReceipt = {
  submissionId: 'sample',
  token: null,
  leftBehind: false,
};
const sampleRecord = record('sample', { dataHash: other, amountData: '700' });

/** It began as the second thing that happened. */
const attempt: SentAttempt = { token: null, beginSequence: 2 };

function lost(changes: Partial<Lost> = {}): Lost {
  return {
    dataHashes: [own, ownBlake2b],
    attempts: [attempt],
    isSentElsewhere: false,
    elsewhere: false,
    ...changes,
  };
}

function listing(records: readonly SubmissionRecord[], changes: Partial<ListFacts> = {}): RecordList {
  const receipts = changes.receipts ?? [sample];
  return new RecordList({
    records,
    readAt: 0,
    complete: true,
    isRange: false,
    isTrusted: false,
    receipts,
    isClaimed: (id) => receipts.some(({ submissionId }) => submissionId === id),
    hashesBeside: (hash) => (hash === other || hash === otherBlake2b ? [other, otherBlake2b] : null),
    seenSequence: () => null,
    ...changes,
  });
}

const judge = (own: Lost, list: RecordList) => list.judge(own);

describe('one read of the list, for a lost answer,', () => {
  test('one unclaimed record with the hash of the bytes is the submission', () => {
    expect(judge(lost(), listing([sampleRecord, record('mine')]))).toMatchObject({ kind: 'found' });
  });

  test('the hash may be BLAKE2b-256, as some networks have it', () => {
    const mine = record('mine', { dataHash: ownBlake2b });
    expect(judge(lost(), listing([sampleRecord, mine]))).toMatchObject({ kind: 'found', record: mine });
  });

  test('of two records with the hash of the bytes, the first is taken', () => {
    expect(judge(lost(), listing([record('one'), record('two')]))).toMatchObject({
      kind: 'found',
      record: { id: 'one' },
    });
  });

  test('no record is taken while another file with the same bytes is being sent', () => {
    const verdict = judge(lost({ isSentElsewhere: true }), listing([record('one')]));
    expect(verdict).toEqual({ kind: 'open', why: 'indistinguishable' });
  });

  test('a record is found whatever the service’s time for it', () => {
    const earlier = record('earlier', { createdAt: iso(start - 86_400_000) });
    expect(judge(lost(), listing([sampleRecord, earlier]))).toMatchObject({ kind: 'found' });
  });

  test('a record without a hash is never taken for the submission', () => {
    const pending = record('pending', { dataHash: null, phase: 'pending' });
    expect(judge(lost(), listing([sampleRecord, pending]))).toEqual({ kind: 'open', why: 'hash-missing' });
  });

  test('a record with an unknown hash may be this file, whatever its size and time', () => {
    const verdictOn = (changes: Partial<SubmissionRecord>) =>
      judge(lost(), listing([sampleRecord, record('stranger', { dataHash: unknown, ...changes })]));
    const open = { kind: 'open', why: 'hash-unknown' };
    expect(verdictOn({})).toEqual(open);
    expect(verdictOn({ amountData: null, createdAt: null })).toEqual(open);
    expect(verdictOn({ amountData: '9.31 KB', createdAt: iso(start - 86_400_000) })).toEqual(open);
    expect(verdictOn({ dataHash: other }).kind).toBe('absent');
  });

  test('a time range shows the submission, or that it may be another record, but never that it is absent', () => {
    const range = (records: readonly SubmissionRecord[]) => listing(records, { isRange: true, complete: false });
    expect(judge(lost(), range([sampleRecord, record('mine')]))).toMatchObject({ kind: 'found' });
    expect(judge(lost(), range([record('stranger', { dataHash: unknown })]))).toMatchObject({ kind: 'open' });
    expect(judge(lost(), range([sampleRecord]))).toEqual({ kind: 'not-in-range' });
  });

  test('an incomplete list proves nothing', () => {
    const incomplete = listing([sampleRecord], { complete: false });
    expect(judge(lost(), incomplete)).toEqual({ kind: 'open', why: 'list-incomplete' });
  });

  test('a claimed record is not taken again', () => {
    const mine = record('mine');
    const claimed = listing([sampleRecord, mine], { isClaimed: () => true });
    expect(judge(lost(), claimed).kind).toBe('absent');
  });

  test('a receipt that was left behind proves nothing of the list', () => {
    const receipts = [{ ...sample, leftBehind: true }];
    expect(judge(lost(), listing([sampleRecord], { receipts }))).toEqual({ kind: 'open', why: 'listing-unproven' });
  });

  test('a refused attempt may have been taken if a record has its bytes or an unknown hash', () => {
    const taken = (...records: SubmissionRecord[]) => listing([sampleRecord, ...records]).mayHaveTaken(lost());
    expect(taken()).toBe(false);
    expect(taken(record('x', { dataHash: other }))).toBe(false);
    expect(taken(record('x'))).toBe(true);
    expect(taken(record('x', { dataHash: null }))).toBe(true);
    expect(taken(record('x', { dataHash: unknown }))).toBe(true);
  });

  describe('a record that may be it', () => {
    const anchor: StoredReceipt = { ...sample, submissionId: 'anchor' };
    const anchorRecord = { ...sampleRecord, id: 'anchor', createdAt: iso(start - 100 * 86_400_000) };
    const verdictOn = (stranger: SubmissionRecord, seenSequence: number | null, own = lost()) =>
      judge(
        own,
        listing([sampleRecord, anchorRecord, stranger], {
          receipts: [sample, anchor],
          seenSequence: ({ id }) => (id === stranger.id ? seenSequence : null),
        }),
      );
    const times = [
      '1970-01-01T00:00:00.000Z',
      '0001-01-01T00:00:00.000Z',
      iso(start - 200 * 86_400_000),
      iso(start + 200 * 86_400_000),
      'no time',
      null,
    ];

    test.each(times)('is not ruled out by the service’s time for it: %s', (createdAt) => {
      for (const dataHash of [null, unknown, own, ownBlake2b]) {
        expect(verdictOn(record('stranger', { createdAt, dataHash }), null).kind, `${dataHash}`).not.toBe('absent');
      }
    });

    test.each(times)('is ruled out if it was kept before the first attempt and has other bytes: %s', (createdAt) => {
      for (const dataHash of [null, unknown]) {
        const stranger = record('stranger', { createdAt, dataHash });
        expect(verdictOn(stranger, 1).kind).toBe('absent');
        expect(verdictOn(stranger, 2).kind).not.toBe('absent');
        const second = lost({ attempts: [attempt, { ...attempt, beginSequence: 8 }] });
        expect(verdictOn(stranger, 7, second).kind).not.toBe('absent');
        const unnumbered = lost({ attempts: [{ ...attempt, beginSequence: null }, attempt] });
        expect(verdictOn(stranger, 1, unnumbered).kind).not.toBe('absent');
      }
    });

    test('leaves the file open if it has these bytes and was kept before', () => {
      expect(verdictOn(record('stranger'), 1)).toEqual({ kind: 'open', why: 'same-bytes-before' });
    });
  });

  test('a record that is listed twice counts once, with its best hash', () => {
    expect(judge(lost(), listing([sampleRecord, record('mine'), record('mine')]))).toMatchObject({ kind: 'found' });
    const pending = record('mine', { dataHash: null, phase: 'pending' });
    expect(judge(lost(), listing([sampleRecord, pending, record('mine')]))).toMatchObject({ kind: 'found' });
    expect(judge(lost(), listing([sampleRecord, record('mine', { dataHash: other }), pending])).kind).toBe('absent');
  });

  test('the list of another service proves nothing about a file', () => {
    expect(judge(lost({ elsewhere: true }), listing([sampleRecord]))).toEqual({ kind: 'open', why: 'list-incomplete' });
  });

  test('absence needs a receipt of the same kind in the list', () => {
    expect(judge(lost(), listing([sampleRecord])).kind).toBe('absent');
    const byToken = lost({ attempts: [{ ...attempt, token: 'ethereum' }] });
    expect(judge(byToken, listing([sampleRecord, record('x', { dataHash: other })])).kind).toBe('open');
    expect(judge(lost(), listing([], { receipts: [] })).kind).toBe('open');
    expect(judge(byToken, listing([], { receipts: [] })).kind).toBe('open');
    const both = lost({ attempts: [attempt, { ...attempt, token: 'ethereum' }] });
    expect(judge(both, listing([sampleRecord])).kind).toBe('open');
    expect(judge(lost(), listing([], { receipts: [], isTrusted: true })).kind).toBe('absent');
  });
});
