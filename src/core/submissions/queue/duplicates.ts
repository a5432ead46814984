import type { SubmissionRecord } from '../../../shared/records.ts';
import {
  hasReceipt,
  isInDoubt,
  isUnknown,
  isYetToBeSent,
  mayBeAtService,
} from '../../../shared/submissions/submission-state.ts';
import type { Records } from '../../records/index.ts';
import { contentHashOf, dataHashesOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { DuplicateOf } from '../journal/transitions.ts';
import type { Parts } from '../parts/parts.ts';

type DuplicatesParts = {
  readonly cache: SubmissionCache;
  readonly earlierSubmissions: Pick<
    EarlierSubmissions,
    'removedWithBytesOf' | 'removedMeaning' | 'receiptWithBytesOf' | 'ownerOf' | 'isFormer' | 'isLastLost'
  >;
  readonly parts: Pick<Parts, 'mayGo'>;
  readonly records: Pick<Records, 'withDataHash'>;
};

/** What is known of the bytes of a part. `same-unknown`: only a person can tell whether the service took them, as those of `of`. */
export type SameBytes =
  | { readonly kind: 'is-there'; readonly submissionId: string }
  | { readonly kind: 'same-under-way' }
  | { readonly kind: 'same-unknown'; readonly of: StoredSubmission };

/** Finds what a submission would repeat: the same bytes in the same account. */
export class Duplicates {
  readonly #parts: DuplicatesParts;

  constructor(parts: DuplicatesParts) {
    this.#parts = parts;
  }

  /** The submission (or the submission ahead in the queue) that a prepared submission repeats; null when it repeats none. */
  find(submission: StoredSubmission): DuplicateOf | null {
    return this.#repeatedBy(
      submission,
      (other) => mayBeAtService(other.state) || (isYetToBeSent(other.state) && isAhead(other, submission)),
      () => true,
    );
  }

  /**
   * The same once more as it is about to be sent: since it was admitted, one that was behind it may have overtaken it or
   * been tried again. Of those in the queue only they count that may be with the service (`mayBeThere`): of the others
   * one goes first, and is found by the next. What a person wanted submitted anyway is paid for besides.
   */
  findAtSending(submission: StoredSubmission, mayBeThere: (other: StoredSubmission) => boolean): DuplicateOf | null {
    return this.#repeatedBy(
      submission,
      (other) =>
        !other.submitAnyway && (mayBeAtService(other.state) || (isYetToBeSent(other.state) && mayBeThere(other))),
      ({ id }) => this.#parts.earlierSubmissions.ownerOf(submission.accountId, id) === null,
    );
  }

  /**
   * Whether a part's bytes are there already, as those of whatever was submitted with the account as it is reached now; or
   * may be soon.
   */
  sameBytes(part: StoredSubmission, mayBeThere: (other: StoredSubmission) => boolean): SameBytes | null {
    const { cache, earlierSubmissions, parts, records } = this.#parts;
    const { accountId, partOf } = part;
    if (contentHashOf(part) === null || partOf === null) return null;
    const known = earlierSubmissions.receiptWithBytesOf(part);
    if (known !== null) return { kind: 'is-there', submissionId: known };
    const record = dataHashesOf(part)
      .flatMap((hash) => records.withDataHash(accountId, hash))
      .find((one) => this.#countsAsThere(accountId, one) && earlierSubmissions.ownerOf(accountId, one.id) === null);
    if (record !== undefined) return { kind: 'is-there', submissionId: record.id };
    // A receipt that the disk has not taken yet is one all the same.
    const isUnwritten = ({ state }: StoredSubmission): boolean =>
      'submissionId' in state && earlierSubmissions.ownerOf(accountId, state.submissionId) === null;
    const others = cache.othersWithBytesOf(part).filter((other) => other.partSize === null);
    const isTried = (other: StoredSubmission): boolean => isYetToBeSent(other.state) && mayBeThere(other);
    // Of what a person stopped, or what stopped with its row, nothing is found out by itself, however long it is waited for.
    const isStopped = (other: StoredSubmission): boolean => other.state.kind === 'paused' || !parts.mayGo(other);
    const isUnderWay = (other: StoredSubmission): boolean =>
      isInDoubt(other.state) || isUnwritten(other) || (isTried(other) && !isStopped(other));
    if (others.some((other) => isUnderWay(other) && !isUnknown(other.state))) return { kind: 'same-under-way' };
    // What the service said “not now” to is not there, nor what its records, or a person, have said so of since.
    const isLost = (other: StoredSubmission): boolean =>
      isTried(other) && !isSaidNotToBeThere(other) && earlierSubmissions.isLastLost(other.id);
    const of = others.find((other) => isUnknown(other.state) || isLost(other));
    return of === undefined ? null : { kind: 'same-unknown', of };
  }

  /** The submissions that wait for a person because they repeat `original`. */
  heldFor(original: StoredSubmission): StoredSubmission[] {
    const row = original.partOf?.row ?? original.id;
    return this.#parts.cache
      .othersWithBytesOf(original)
      .filter(({ state }) => state.kind === 'paused' && state.why.kind === 'duplicate' && state.why.of.localId === row);
  }

  /** Every record does, but a delayed one that a person has decided to pay for again. */
  #countsAsThere(accountId: string, { id, phase, blockHash }: SubmissionRecord): boolean {
    const isDelayed = phase === 'failed' && blockHash === null;
    return !isDelayed || !this.#parts.earlierSubmissions.isFormer(accountId, id);
  }

  /** Where several are repeated, one that has a receipt. `localId` is 0 when only the service's record of it is known. */
  #repeatedBy(
    submission: StoredSubmission,
    counts: (other: StoredSubmission) => boolean,
    countsAlone: (record: SubmissionRecord) => boolean,
  ): DuplicateOf | null {
    const { cache, earlierSubmissions, records } = this.#parts;
    const { accountId } = submission;
    if (contentHashOf(submission) === null || submission.submitAnyway) return null;
    const isOther = ({ id }: StoredSubmission): boolean => id !== submission.id;
    // What goes out is encrypted anew each time, so what was meant is compared.
    const identity = submission.encryption?.copy?.identity;
    if (identity !== undefined) {
      const listed = cache.rowsOf(accountId).filter((other) => other.encryption?.copy?.identity === identity);
      const removed = earlierSubmissions
        .removedMeaning(accountId, identity)
        .filter(({ state }) => mayBeAtService(state));
      const alike = [...removed, ...listed].filter(isOther).filter(counts);
      const first = alike.find(({ state }) => hasReceipt(state)) ?? alike[0];
      if (first !== undefined) return describeOriginal(first);
    }
    const removed = earlierSubmissions.removedWithBytesOf(submission).filter(({ state }) => mayBeAtService(state));
    const known = [...removed, ...cache.othersWithBytesOf(submission)].filter(counts);
    const original = known.find(({ state }) => hasReceipt(state)) ?? known[0];
    if (original !== undefined) return describeOriginal(original);
    const record = dataHashesOf(submission)
      .flatMap((hash) => records.withDataHash(accountId, hash))
      .find((one) => this.#countsAsThere(accountId, one) && countsAlone(one));
    if (record === undefined) return null;
    return { localId: 0, name: submission.name, submissionId: record.id, at: record.createdAt ?? submission.addedAt };
  }
}

export function describeOriginal(original: StoredSubmission): DuplicateOf {
  const { id, name, state, addedAt, partOf } = original;
  return {
    localId: partOf?.row ?? id,
    name,
    submissionId: 'submissionId' in state ? state.submissionId : null,
    at: 'at' in state ? state.at : addedAt,
  };
}

/** Of the loss that it waits since: whatever is in doubt leaves that with a note of why. */
function isSaidNotToBeThere({ settlement }: StoredSubmission): boolean {
  return settlement?.kind === 'did-not' || settlement?.kind === 'not-listed';
}

function isAhead(other: StoredSubmission, submission: StoredSubmission): boolean {
  return other.turn < submission.turn || (other.turn === submission.turn && other.id < submission.id);
}
