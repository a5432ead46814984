import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { isComplete } from '../../records/list-reliability.ts';
import { dataHashesOf } from '../journal/content-digests.ts';
import type { StoredReceipt } from '../journal/earlier-submissions.ts';
import { type Lost, RecordList } from './evidence.ts';

/**
 * A service that took the file, whatever it is like: its list in any order, with repeated entries, cut at a cap, with gaps,
 * or out of date; hashes of either kind, missing hashes, or hashes of encrypted bytes from any moment on; any clocks.
 */
export type World = {
  readonly before: readonly Submission[];
  readonly own: Omit<Submission, 'by'>;
  readonly after: readonly Submission[];
  readonly kinds: readonly ('keccak256' | 'blake2b256')[];
  /** From which on, in the order of registration, Keccak-256 was not made here. */
  readonly noKeccakFrom: number;
  /** The first submission that is encrypted, in the order of registration. */
  readonly encryptedFrom: number;
  readonly clock: number;
  readonly order: 'newest' | 'oldest' | 'any';
  readonly cap: number;
  /** So many of the last registered are not listed yet. */
  readonly lag: number;
  readonly gaps: readonly number[];
  readonly twice: readonly number[];
  readonly shuffle: readonly number[];
  /** Of the receipts so many, from the first on, came by an earlier version, which did not number them. */
  readonly unnumbered: number;
  /** So many, from the first on, were in a list that was read and kept before the attempt began. */
  readonly seen: number;
};

export type Submission = {
  readonly by: 'us' | 'somebody';
  /** Since the submission before it. */
  readonly gapMs: number;
  readonly hashed: boolean;
  readonly dated: boolean;
  /** What the service says of its time instead of the truth. */
  readonly misdated: string | null;
};

export const DAY_MS = 86_400_000;
const origin = Date.parse('2026-05-03T12:00:00Z');
const digest = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;
const keccakOf = (name: string): string => digest(`keccak ${name}`);
const blakeOf = (name: string): string => digest(`blake ${name}`);

export const misdated = fc.option(
  fc.constantFrom(
    '1970-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
    '2000-01-01T00:00:00.000Z',
    '2100-01-01T00:00:00.000Z',
    'no time',
  ),
  { freq: 3 },
);
const submission = fc.record({
  gapMs: fc.constantFrom(0, 1_000, 60_000, 3_600_000, 30 * DAY_MS),
  hashed: fc.boolean(),
  dated: fc.boolean(),
  misdated,
});
const submissions = fc.array(
  fc.tuple(submission, fc.constantFrom('us', 'somebody')).map(([facts, by]): Submission => ({ ...facts, by })),
  { maxLength: 14 },
);
const places = fc.array(fc.nat(40), { maxLength: 5 });

export const anyWorld: fc.Arbitrary<World> = fc.record({
  before: submissions,
  own: submission,
  after: submissions,
  kinds: fc.array(fc.constantFrom('keccak256', 'blake2b256'), { minLength: 1, maxLength: 30 }),
  noKeccakFrom: fc.oneof(fc.nat(30), fc.constant(1_000)),
  encryptedFrom: fc.oneof(fc.nat(30), fc.constant(1_000)),
  clock: fc.integer({ min: -1_000 * DAY_MS, max: 1_000 * DAY_MS }),
  order: fc.constantFrom('newest', 'oldest', 'any'),
  cap: fc.oneof(fc.constant(1_000), fc.constant(20)),
  lag: fc.oneof(fc.constant(0), fc.nat(12)),
  gaps: fc.oneof(fc.constant([]), places),
  twice: places,
  shuffle: fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }),
  unnumbered: fc.constantFrom(0, 0, 3, 40),
  seen: fc.oneof(fc.constant(0), fc.nat(14)),
});

/** Each begins as the one before it has ended. */
const endOf = (index: number): number => 2 * index + 2;

type Entry = {
  readonly record: SubmissionRecord;
  readonly receipt: StoredReceipt | null;
  readonly hashes: readonly string[];
};

/** All that the service has registered, in the order of registration; the file in question is `own`. */
function register(world: World): readonly Entry[] {
  const chain: readonly Submission[] = [...world.before, { ...world.own, by: 'somebody' }, ...world.after];
  let at = origin;
  return chain.map((one, index): Entry => {
    const { by, gapMs, hashed, dated, misdated } = one;
    const isOwn = index === world.before.length;
    const name = isOwn ? 'own' : `${index}`;
    at += gapMs;
    const encrypted = index >= world.encryptedFrom;
    const kind = world.kinds[index % world.kinds.length] ?? 'keccak256';
    const known = kind === 'keccak256' ? keccakOf(name) : blakeOf(name);
    const record: SubmissionRecord = {
      id: name,
      userId: null,
      tokenDetailsId: '1',
      extrinsicIndex: null,
      amountData: null,
      fees: null,
      toAddress: null,
      blockHash: null,
      dataHash: !hashed ? null : encrypted ? digest(`encrypted ${name}`) : known,
      txHash: null,
      createdAt: dated ? (misdated ?? new Date(at + world.clock).toISOString()) : null,
      phase: hashed ? 'in-block' : 'pending',
      error: null,
      extra: {},
    };
    const isKeccakMade = index < world.noKeccakFrom;
    const digests = { keccak256: isKeccakMade ? keccakOf(name) : null, blake2b256: blakeOf(name) };
    const receipt: StoredReceipt = {
      submissionId: name,
      token: null,
      leftBehind: false,
    };
    return { record, receipt: by === 'us' ? receipt : null, hashes: dataHashesOf(digests) };
  });
}

/** The list as the service gives it. */
function list({ order, cap, lag, gaps, twice, shuffle }: World, all: readonly Entry[]): SubmissionRecord[] {
  const upTo = all.length - lag;
  const visible = all.filter((_, index) => index < upTo && !gaps.includes(index)).map(({ record }) => record);
  const place = (index: number): number =>
    order === 'newest' ? -index : order === 'oldest' ? index : (shuffle[index % shuffle.length] ?? 0);
  const listed = visible
    .map((record, index) => ({ record, place: place(index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ record }) => record)
    .slice(0, cap);
  const again = twice.flatMap((index) => {
    const record = listed[index];
    return record === undefined ? [] : [index % 2 === 0 ? record : { ...record, dataHash: null }];
  });
  return [...again, ...listed];
}

/** What the evidence says of the file in question, and what is true of it. */
export function see(world: World) {
  const all = register(world);
  const records = list(world, all);
  const receipts = all.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
  const ids = new Set(receipts.map(({ submissionId }) => submissionId));
  const place = world.before.length;
  const complete = isComplete({ records, ended: true }, receipts);
  const known = new Map(
    all.flatMap(({ receipt, hashes }) => (receipt === null ? [] : hashes.map((hash) => [hash, hashes] as const))),
  );
  const matchable = new RecordList({
    records,
    readAt: 0,
    complete,
    isRange: false,
    isTrusted: false,
    receipts,
    isClaimed: (id) => ids.has(id),
    hashesBeside: (hash) => known.get(hash) ?? null,
    seenSequence: ({ id }) => (Number(id) < Math.min(world.seen, place) ? endOf(place - 1) : null),
  });
  const lost: Lost = {
    isSentElsewhere: false,
    elsewhere: false,
    dataHashes: [...(place < world.noKeccakFrom ? [keccakOf('own')] : []), blakeOf('own')],
    attempts: [{ token: null, beginSequence: place < world.unnumbered ? null : endOf(place) - 1 }],
  };
  const isListed = records.some(({ id }) => id === 'own');
  const gapsShow = receipts.some(({ submissionId }) => !records.some(({ id }) => id === submissionId));
  return { verdict: matchable.judge(lost), isListed, gapsShow };
}
