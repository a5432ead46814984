import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { CannotTell } from '../../../../shared/submissions/submission-state.ts';
import type { LostAttempt } from '../../journal/earlier-submissions.ts';
import { factsOf, type MatchableRecords } from './matchable-records.ts';
import { fits } from './record-size.ts';
import type { Stranger } from './strangers.ts';

export type { MatchableRecords } from './matchable-records.ts';

/** A submission whose answer was lost. */
export type Lost = {
  /** What the service may give as the hash of its bytes; never empty. */
  readonly dataHashes: readonly string[];
  readonly size: number;
  /** Its attempts whose end nobody saw, oldest first; never empty. */
  readonly attempts: readonly [LostAttempt, ...LostAttempt[]];
  /** Other submissions of the account with the same bytes whose record may be in the list without being known as theirs. */
  readonly sameBytes: number;
  /** An attempt of it was left behind: the list that is read now need not be of the user, or the service, that has it. */
  readonly elsewhere: boolean;
};

export type Verdict =
  | { readonly kind: 'found'; readonly record: SubmissionRecord; readonly dataHash: string }
  /** This read shows that the service does not have it. `caughtUp`: it also shows what was submitted after it. */
  | { readonly kind: 'absent'; readonly records: number; readonly caughtUp: boolean }
  | { readonly kind: 'open'; readonly why: CannotTell };

/** How far the clocks may be apart, and how much later than its bytes a submission may be registered. */
const TOLERANCE_MS = 10 * 60_000;

/**
 * The result of comparing one read of the service's list with one lost attempt. Only the hash of the bytes finds a record.
 *
 * `absent` must never be wrong, since the file is paid for again then. So it rests on no clock, this machine's or the
 * service's, and on nothing that a service may do otherwise: the list is complete, this account's receipts are known to
 * appear in it, and every record in it belongs to another receipt, has the hash of another file that is known here, has
 * another size, or was read before the first attempt began; and it is the list of the service, and of the user, that the
 * file was sent to. A hash of unknown bytes is no other file's: the service may have begun to encrypt.
 */
export function judge(lost: Lost, matchable: MatchableRecords): Verdict {
  const facts = factsOf(matchable);
  const { sameBytes, nameless, unknown } = possibleRecords(lost, matchable);
  const recent = sameBytes.filter(
    (stranger) => isRecent(stranger, lost, matchable) && !wasThereBefore(stranger, lost, matchable),
  );
  if (recent.length > 0) return matchByHash(recent, lost);
  if (sameBytes.length > 0) return { kind: 'open', why: 'same-bytes-before' };
  const shows = (isShown: (token: string | null) => boolean): boolean =>
    lost.attempts.every(({ token }) => isShown(token));
  const ended = lastEnd(lost);
  const caughtUp = matchable.isTrusted || (ended !== null && shows((token) => facts.showsReceiptAfter(token, ended)));
  if (nameless.length > 0) return { kind: 'open', why: 'hash-missing' };
  if (unknown.length > 0) return { kind: 'open', why: 'hash-unknown' };
  if (!matchable.complete || lost.elsewhere) return { kind: 'open', why: 'list-incomplete' };
  const isEmptyOfOthers = lost.attempts.every(({ token }) => token !== null) && facts.strangers.areNone();
  if (!caughtUp && !isEmptyOfOthers && !shows((token) => facts.showsReceipt(token))) {
    return { kind: 'open', why: 'listing-unproven' };
  }
  return { kind: 'absent', records: matchable.records.length, caughtUp };
}

/**
 * Whether a record may be that of an attempt which the service says it refused, whatever the clocks say: one with the hash
 * of its bytes; one of unknown bytes, or without a hash, that nobody had read before the attempt.
 */
export function mayHaveTaken(lost: Lost, matchable: MatchableRecords): boolean {
  const { sameBytes, nameless, unknown } = possibleRecords(lost, matchable);
  return sameBytes.length + nameless.length + unknown.length > 0;
}

/** The records that may be one of the attempts'. */
type Possible = {
  readonly sameBytes: readonly Stranger[];
  /** Without a hash, and of a size that fits. */
  readonly nameless: readonly Stranger[];
  /** With a hash of bytes that nobody here knows, and of a size that fits. */
  readonly unknown: readonly Stranger[];
};

function possibleRecords(lost: Lost, matchable: MatchableRecords): Possible {
  const mayFit = (stranger: Stranger): boolean =>
    fits(stranger.size, lost.size) && !wasThereBefore(stranger, lost, matchable);
  const { strangers } = factsOf(matchable);
  const sameBytes = strangers.withBytes(lost.dataHashes);
  const own = new Set(sameBytes.map(({ record }) => record.id));
  return {
    sameBytes,
    nameless: strangers.nameless(mayFit),
    unknown: strangers.unknown((stranger) => !own.has(stranger.record.id) && mayFit(stranger)),
  };
}

/** Whether a record was read and kept before the first byte of the first attempt left. */
function wasThereBefore({ record }: Stranger, { attempts }: Lost, { seenSequence }: MatchableRecords): boolean {
  const seen = seenSequence(record);
  return seen !== null && attempts.every(({ beginSequence }) => beginSequence !== null && seen < beginSequence);
}

/** Where the end of the last attempt stands in the order of beginnings and ends; null where that is not known. */
function lastEnd({ attempts }: Lost): number | null {
  const ends = attempts.map(({ endSequence }) => endSequence);
  return ends.includes(null) ? null : Math.max(...ends.map(Number));
}

function matchByHash(candidates: readonly Stranger[], lost: Lost): Verdict {
  const [stranger] = candidates;
  const dataHash = stranger?.record.dataHash ?? null;
  if (stranger === undefined || dataHash === null || candidates.length > 1 || lost.sameBytes > 0)
    return { kind: 'open', why: 'indistinguishable' };
  return { kind: 'found', record: stranger.record, dataHash };
}

function isRecent({ createdAt }: Stranger, { attempts: [first] }: Lost, { clockOffset }: MatchableRecords): boolean {
  return createdAt === null || createdAt - (clockOffset ?? 0) >= first.startedAt - TOLERANCE_MS;
}
