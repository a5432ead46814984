import type { SubmissionRecord } from '../../shared/records.ts';
import type { CannotTell } from '../../shared/submissions.ts';
import { factsOf, type Listing, type ListingFacts, type SubmissionIds } from './listing.ts';
import type { LostAttempt } from './past.ts';
import { fits, type RecordSizes } from './record-size.ts';

export type { Listing } from './listing.ts';

/** An item whose answer was lost. */
export type Lost = {
  /** What the service may give as the hash of its bytes; never empty. */
  readonly dataHashes: readonly string[];
  readonly size: number;
  /** Its attempts whose end nobody saw, oldest first; never empty. */
  readonly attempts: readonly [LostAttempt, ...LostAttempt[]];
  /** Other items of the account with the same bytes whose record may be in the list without being known as theirs. */
  readonly twins: number;
  /** The same for items of the same size. */
  readonly sameSize: number;
  /** The service has had time enough to fill in the hash of what it took. */
  readonly hashIsLate: boolean;
  /** The account was at another service when its attempts began, so that this one's list cannot show them. */
  readonly elsewhere: boolean;
  /** Submissions of this account whose receipts came after this answer was known to be lost. */
  readonly later: SubmissionIds;
};

export type Verdict =
  | { readonly kind: 'found'; readonly record: SubmissionRecord; readonly by: 'data-hash' | 'size-and-time' }
  /** This read shows that the service does not have it. `caughtUp`: it also shows what was submitted after it. */
  | { readonly kind: 'absent'; readonly records: number; readonly caughtUp: boolean }
  | { readonly kind: 'open'; readonly why: CannotTell };

/** How far the clocks may be apart, and how much later than its bytes a submission may be registered. */
const TOLERANCE_MS = 10 * 60_000;
/** For an attempt that the app did not live to see end. */
const LONGEST_ATTEMPT_MS = 60 * 60_000;
/** A receipt that is earlier by this is earlier also if this machine's clock was a day off, each way. */
const SURELY_EARLIER_MS = 72 * 60 * 60_000;

/** What a record's hash says of its bytes: the file's own, those of another known file, of bytes unknown here; or none. */
type HashOf = 'this-file' | 'other-file' | 'unknown' | 'none';

/**
 * What one read of the service's list says about one lost attempt. What is found is found by the hash of the bytes or,
 * where the service has not filled it in for long, by size, token and time if that is unique both ways.
 *
 * `absent` must never be wrong, since the file is paid for again then. So it rests on no clock of this machine, and on
 * nothing that a service may do otherwise: the list is complete, this account's receipts are known to appear in it,
 * and every record in it belongs to another receipt, has the hash of another file that is known here, has another size, or
 * was there long before; and it is the list of the service that the file was sent to. A hash of unknown bytes is no other file's: the service may have begun to encrypt.
 */
export function judge(lost: Lost, listing: Listing): Verdict {
  const hashOf = hashReader(lost, listing);
  const facts = factsOf(listing);
  const unclaimed = facts.unclaimed();
  const possible =
    unclaimed.length === 0 ? [] : unclaimed.map(mostTelling(hashOf)).filter(isSince(firstPossible(lost, facts)));
  const { sizes } = facts;
  const sameBytes = possible.filter((record) => hashOf(record) === 'this-file');
  const recent = sameBytes.filter((record) => isRecent(record, lost, listing));
  if (recent.length > 0) return matchByHash(recent, lost);
  if (sameBytes.length > 0) return { kind: 'open', why: 'same-bytes-before' };
  const mayFit = (record: SubmissionRecord): boolean => fits(sizes.ofEncrypted(record), lost.size);
  const nameless = possible.filter((record) => hashOf(record) === 'none' && mayFit(record));
  const unknown = possible.filter((record) => hashOf(record) === 'unknown');
  const strangers = [...nameless, ...unknown];
  const shows = (among: SubmissionIds | null): boolean =>
    lost.attempts.every(({ token }) => facts.showsReceipt(token, among));
  const caughtUp = listing.trusted || shows(lost.later);
  if (nameless.length > 0) return matchBySize({ nameless, strangers, sizes, caughtUp }, lost, listing);
  if (unknown.some(mayFit)) return { kind: 'open', why: 'hash-unknown' };
  if (!listing.complete || lost.elsewhere) return { kind: 'open', why: 'list-incomplete' };
  const isEmptyOfOthers = lost.attempts.every(({ token }) => token !== null) && unclaimed.length === 0;
  if (!caughtUp && !isEmptyOfOthers && !shows(null)) {
    return { kind: 'open', why: 'listing-unproven' };
  }
  return { kind: 'absent', records: listing.records.length, caughtUp };
}

function hashReader({ dataHashes }: Lost, { fileWith }: Listing): (record: SubmissionRecord) => HashOf {
  return ({ dataHash }) => {
    if (dataHash === null) return 'none';
    if (dataHashes.includes(dataHash)) return 'this-file';
    const file = fileWith(dataHash);
    if (file === null) return 'unknown';
    return dataHashes.includes(file) ? 'this-file' : 'other-file';
  };
}

/** Where a list has a record more than once, the entry that says most counts. */
const telling: { readonly [Kind in HashOf]: number } = { none: 0, 'other-file': 1, unknown: 2, 'this-file': 3 };

function mostTelling(hashOf: (record: SubmissionRecord) => HashOf) {
  return (entries: readonly SubmissionRecord[]): SubmissionRecord =>
    entries.reduce((best, entry) => (telling[hashOf(entry)] > telling[hashOf(best)] ? entry : best));
}

/**
 * Before this instant of the service's own clock nothing of these attempts can have been registered, since receipts from
 * long before them were; -Infinity where no receipt tells.
 */
function firstPossible({ attempts, later }: Lost, facts: ListingFacts): number {
  const began = Math.min(...attempts.map(({ startedAt }) => startedAt));
  return facts.lastRegistered(began - SURELY_EARLIER_MS, later) - TOLERANCE_MS;
}

function isSince(instant: number): (record: SubmissionRecord) => boolean {
  return ({ createdAt }) => createdAt === null || !(Date.parse(createdAt) < instant);
}

function matchByHash(candidates: readonly SubmissionRecord[], lost: Lost): Verdict {
  const [record] = candidates;
  if (record === undefined || candidates.length > 1 || lost.twins > 0)
    return { kind: 'open', why: 'indistinguishable' };
  return { kind: 'found', record, by: 'data-hash' };
}

/** `strangers`: those and all whose bytes nobody here knows. With others than the one about, a size proves nothing. */
type BySize = {
  readonly nameless: readonly SubmissionRecord[];
  readonly strangers: readonly SubmissionRecord[];
  readonly sizes: RecordSizes;
  readonly caughtUp: boolean;
};

function matchBySize({ nameless, strangers, sizes, caughtUp }: BySize, lost: Lost, listing: Listing): Verdict {
  const candidates = nameless.filter(
    (record) =>
      fits(sizes.of(record), lost.size) &&
      isRecent(record, lost, listing) &&
      isInTime(record, lost, listing) &&
      paidBySame(record, lost, listing),
  );
  const [record] = candidates;
  if (record === undefined || !(lost.hashIsLate || (record.phase === 'failed' && caughtUp))) {
    return { kind: 'open', why: 'hash-missing' };
  }
  const unique = strangers.length === 1 && lost.sameSize === 0 && listing.complete;
  return unique && Number.isFinite(sizes.of(record).max)
    ? { kind: 'found', record, by: 'size-and-time' }
    : { kind: 'open', why: 'indistinguishable' };
}

function isRecent({ createdAt }: SubmissionRecord, { attempts: [first] }: Lost, { clockOffset }: Listing): boolean {
  return createdAt === null || Date.parse(createdAt) - clockOffset >= first.startedAt - TOLERANCE_MS;
}

function isInTime({ createdAt }: SubmissionRecord, { attempts }: Lost, { clockOffset }: Listing): boolean {
  if (createdAt === null) return false;
  const at = Date.parse(createdAt) - clockOffset;
  return attempts.some(({ startedAt, endedAt }) => {
    const end = endedAt ?? startedAt + LONGEST_ATTEMPT_MS;
    return at >= startedAt - TOLERANCE_MS && at <= end + TOLERANCE_MS;
  });
}

function paidBySame(record: SubmissionRecord, { attempts }: Lost, { tokenOf }: Listing): boolean {
  const token = tokenOf(record);
  return token === null || attempts.some((attempt) => attempt.token === null || attempt.token === token);
}
