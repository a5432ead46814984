import type { SubmissionRecord } from '../../../../shared/records.ts';
import { dataHashesOf } from '../../journal/content-digests.ts';
import type { CopyMark } from '../../journal/copy-marks.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import { ownKindsAfter } from '../evidence/hash-kinds.ts';
import { factsOf, type MatchableRecords } from '../evidence/matchable-records.ts';
import { fits } from '../evidence/record-size.ts';
import type { Stranger } from '../evidence/strangers.ts';

/**
 * What the records say of a file that may have been submitted after a copy was made: one of them may be its, and its hash is
 * not there yet (`hash-missing`), or is of bytes that nobody here has, as where the service encrypts (`hash-unknown`).
 */
export type SinceCopyDoubt = 'hash-missing' | 'hash-unknown';

/** The submissions that came after a copy was made, as a complete list shows them, and whose bytes nobody here knows. */
export class StrangersSince {
  readonly #nameless: readonly Stranger[];
  readonly #unknown: readonly Stranger[];
  /** Those that may be of a file only where its Keccak-256 was not made. */
  readonly #perhapsKeccak: readonly Stranger[];

  /** The service is known to list at once all that this account submits. */
  readonly isTrusted: boolean;
  /** The list shows something that was submitted after the data was put back, so it is no older than that. */
  readonly isCaughtUp: boolean;

  /** `submissions`: the account's. */
  constructor(
    matchable: MatchableRecords,
    { seenUntil, putBackAt }: CopyMark,
    submissions: readonly StoredSubmission[],
  ) {
    const facts = factsOf(matchable);
    const { strangers } = facts;
    this.isTrusted = matchable.isTrusted;
    this.isCaughtUp = facts.showsAnyReceiptAfter(putBackAt);
    const isSince = ({ record }: Stranger): boolean => isNew(record, matchable, seenUntil);
    this.#nameless = strangers.nameless(isSince);
    const unknown = strangers.unknown(isSince);
    // What was only just read for its digests is not on the disk.
    const known = new Set(unknown.length === 0 ? [] : submissions.flatMap(dataHashesOf));
    // Where the service encrypts nothing, a hash that does not change any more is no other file's.
    const kinds = unknown.length > 0 ? ownKindsAfter(putBackAt, matchable.receipts, matchable.records) : null;
    const isTold = ({ phase }: SubmissionRecord): boolean => kinds !== null && phase !== 'pending';
    const of = unknown.filter(({ record }) => !known.has(record.dataHash ?? ''));
    this.#unknown = of.filter(({ record }) => !isTold(record));
    this.#perhapsKeccak = kinds?.has('keccak256') === true ? of.filter(({ record }) => isTold(record)) : [];
  }

  get areNone(): boolean {
    return this.#nameless.length + this.#unknown.length + this.#perhapsKeccak.length === 0;
  }

  /** Null where none of them can be this file. */
  doubtOf({ size, keccak256 }: Pick<StoredSubmission, 'size' | 'keccak256'>): SinceCopyDoubt | null {
    const mayBe = (stranger: Stranger): boolean => size === null || fits(stranger.size, size);
    if (this.#unknown.some(mayBe) || (keccak256 === null && this.#perhapsKeccak.some(mayBe))) return 'hash-unknown';
    return this.#nameless.some(mayBe) ? 'hash-missing' : null;
  }
}

function isNew(record: SubmissionRecord, { seenSequence }: MatchableRecords, seenUntil: number): boolean {
  return (seenSequence(record) ?? Number.POSITIVE_INFINITY) > seenUntil;
}
