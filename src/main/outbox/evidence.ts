import type { SubmissionRecord } from '../../shared/records.ts';
import { parseSize, type SizeRange } from '../../shared/sizes.ts';
import type { LostAttempt, Receipt } from './past.ts';

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
};

/** The account's list of records as one read gave it. */
export type Listing = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for, and nothing that must be in it is missing. */
  readonly complete: boolean;
  /** The service is known to list all that this account submits, with Keccak-256 hashes. */
  readonly trusted: boolean;
  readonly receipts: readonly Receipt[];
  /** The submission belongs to a receipt, one that has just come in included. */
  readonly isClaimed: (submissionId: string) => boolean;
  /** The service's clock minus this machine's (milliseconds), as far as receipts show it. */
  readonly clockOffset: number;
  readonly tokenOf: (record: SubmissionRecord) => string | null;
};

export type Verdict =
  | { readonly kind: 'found'; readonly record: SubmissionRecord; readonly by: 'data-hash' | 'size-and-time' }
  /** This read shows that the service does not have it. */
  | { readonly kind: 'absent'; readonly records: number }
  | { readonly kind: 'open'; readonly why: string };

/** How far the clocks may be apart, and how much later than its bytes a submission may be registered. */
const TOLERANCE_MS = 10 * 60_000;
/** For an attempt that the app did not live to see end. */
const LONGEST_ATTEMPT_MS = 60 * 60_000;

/**
 * What one read of the service's list says about one lost attempt. What is found is found by the hash of the bytes or,
 * where the service has not filled it in for long, by size, token and time if that is unique both ways.
 *
 * `absent` must never be wrong, since the file is paid for again then. So it rests on no clock, and on nothing that a
 * service may do otherwise: the list is complete, this account's receipts are known to appear in it with hashes
 * of a known kind, and every record in it belongs to another receipt, has another hash, or has another size.
 */
export function judge(lost: Lost, listing: Listing): Verdict {
  const unclaimed = listing.records.filter(({ id }) => !listing.isClaimed(id));
  const sameBytes = unclaimed.filter(({ dataHash }) => dataHash !== null && lost.dataHashes.includes(dataHash));
  const recent = sameBytes.filter((record) => isRecent(record, lost, listing));
  if (recent.length > 0) return matchByHash(recent, lost);
  if (sameBytes.length > 0) {
    return { kind: 'open', why: 'The service has the same bytes from an earlier time, which are not this submission.' };
  }
  const sizeOf = sizeReader(listing);
  const nameless = unclaimed.filter((record) => record.dataHash === null && fits(sizeOf(record), lost.size));
  if (nameless.length > 0) return matchBySize(nameless, lost, listing);
  if (!listing.complete) return { kind: 'open', why: 'The service’s list of submissions may not be complete.' };
  const fromTokenToList = lost.attempts.every(({ token }) => token !== null);
  if (!listing.trusted && !(fromTokenToList && unclaimed.length === 0) && !hasSample(lost, listing)) {
    return { kind: 'open', why: 'It is not known yet how this service lists what this account submits.' };
  }
  return { kind: 'absent', records: listing.records.length };
}

function matchByHash(candidates: readonly SubmissionRecord[], lost: Lost): Verdict {
  const [record] = candidates;
  if (record === undefined || candidates.length > 1 || lost.twins > 0) {
    return { kind: 'open', why: 'Several submissions have these bytes, and nothing tells which one is this one.' };
  }
  return { kind: 'found', record, by: 'data-hash' };
}

function matchBySize(nameless: readonly SubmissionRecord[], lost: Lost, listing: Listing): Verdict {
  const waiting = { kind: 'open', why: 'A record that may be this one has no hash yet.' } as const;
  const candidates = nameless.filter(
    (record) => isRecent(record, lost, listing) && isInTime(record, lost, listing) && paidBySame(record, lost, listing),
  );
  const [record] = candidates;
  if (record === undefined || !(lost.hashIsLate || record.phase === 'failed')) return waiting;
  const unique = candidates.length === 1 && nameless.length === 1 && lost.sameSize === 0 && listing.complete;
  return unique
    ? { kind: 'found', record, by: 'size-and-time' }
    : { kind: 'open', why: 'Several records or files of the same size and time cannot be told apart.' };
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

/** A receipt of the same kind stands in the list, with a hash that its file has. */
function hasSample({ attempts }: Lost, { records, receipts }: Listing): boolean {
  const hashes = new Map(records.map(({ id, dataHash }) => [id, dataHash]));
  return attempts.every((attempt) =>
    receipts.some(
      ({ submissionId, dataHashes, token }) =>
        (token === null) === (attempt.token === null) && dataHashes.includes(hashes.get(submissionId) ?? ''),
    ),
  );
}

const unknownSize: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };

/**
 * Reads `amount_data`. Words such as `2.31 KB` are a size; the unit of a plain number is not documented, so it counts as
 * bytes only where all receipts in the list show that it is.
 */
function sizeReader({ records, receipts }: Listing): (record: SubmissionRecord) => SizeRange {
  const sizes = new Map(receipts.map(({ submissionId, size }) => [submissionId, size]));
  const samples = records.filter(({ id, amountData }) => /^\d+$/.test(amountData ?? '') && (sizes.get(id) ?? 0) > 0);
  const plainIsBytes =
    samples.length > 0 && samples.every(({ id, amountData }) => Number(amountData) === sizes.get(id));
  return ({ amountData }) => {
    if (amountData === null) return unknownSize;
    if (!/^[\d.]+$/.test(amountData)) return parseSize(amountData) ?? unknownSize;
    const bytes = Number(amountData);
    return plainIsBytes && Number.isSafeInteger(bytes) ? { min: bytes, max: bytes } : unknownSize;
  };
}

function fits({ min, max }: SizeRange, size: number): boolean {
  return size >= min && size <= max;
}
