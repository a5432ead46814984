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

/**
 * The result of a search for the bytes of a part. `same-unknown`: only the user can say if the service has the bytes of
 * `of`.
 */
export type SameBytes =
  | { readonly kind: 'is-there'; readonly submissionId: string }
  | { readonly kind: 'same-under-way' }
  | { readonly kind: 'same-unknown'; readonly of: StoredSubmission };

/** Finds earlier submissions of the same bytes in the same account. */
export class Duplicates {
  readonly #records: Records;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #parts: Parts;

  constructor(records: Records, cache: SubmissionCache, earlierSubmissions: EarlierSubmissions, parts: Parts) {
    this.#records = records;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#parts = parts;
  }

  /** Returns the submission, sent or ahead in the queue, that a prepared submission repeats. Null if it repeats none. */
  find(submission: StoredSubmission): DuplicateOf | null {
    return this.#repeatedBy(
      submission,
      (other) => mayBeAtService(other.state) || (isYetToBeSent(other.state) && isAhead(other, submission)),
      () => true,
    );
  }

  /**
   * Checks again just before sending. Since `find`, a submission behind this one may have overtaken it or been retried.
   * A queued submission counts only if it may be with the service (`mayBeThere`): otherwise one is sent first, and the
   * next one finds it. A submission that the user wants to pay for anyway does not count.
   */
  findAtSending(submission: StoredSubmission, mayBeThere: (other: StoredSubmission) => boolean): DuplicateOf | null {
    return this.#repeatedBy(
      submission,
      (other) =>
        !other.submitAnyway && (mayBeAtService(other.state) || (isYetToBeSent(other.state) && mayBeThere(other))),
      ({ id }) => this.#earlierSubmissions.ownerOf(submission.accountId, id) === null,
    );
  }

  /** Finds the bytes of a part in what was submitted with the account at its current service, or may be soon. */
  sameBytes(part: StoredSubmission, mayBeThere: (other: StoredSubmission) => boolean): SameBytes | null {
    const { accountId, partOf } = part;
    if (contentHashOf(part) === null || partOf === null) return null;
    const known = this.#earlierSubmissions.receiptWithBytesOf(part);
    if (known !== null) return { kind: 'is-there', submissionId: known };
    const record = dataHashesOf(part)
      .flatMap((hash) => this.#records.withDataHash(accountId, hash))
      .find((one) => this.#countsAsThere(accountId, one) && !this.#earlierSubmissions.isOwn(accountId, one.id));
    if (record !== undefined) return { kind: 'is-there', submissionId: record.id };
    // A receipt counts even before it is on the disk.
    const isUnwritten = ({ state }: StoredSubmission): boolean =>
      'submissionId' in state && this.#earlierSubmissions.ownerOf(accountId, state.submissionId) === null;
    const others = this.#cache.othersWithBytesOf(part).filter((other) => other.partSize === null);
    const isTried = (other: StoredSubmission): boolean => isYetToBeSent(other.state) && mayBeThere(other);
    // A stopped submission, or a part of a stopped row, is not settled by itself. Waiting for it could last forever.
    const isStopped = (other: StoredSubmission): boolean => other.state.kind === 'paused' || !this.#parts.mayGo(other);
    const isUnderWay = (other: StoredSubmission): boolean =>
      isInDoubt(other.state) || isUnwritten(other) || (isTried(other) && !isStopped(other));
    if (others.some((other) => isUnderWay(other) && !isUnknown(other.state))) return { kind: 'same-under-way' };
    // A submission that the service deferred did not arrive. Neither did one that the records or the user have
    // confirmed as absent.
    const isLost = (other: StoredSubmission): boolean =>
      isTried(other) && !isSaidNotToBeThere(other) && this.#earlierSubmissions.isLastLost(other.id);
    const of = others.find((other) => isUnknown(other.state) || isLost(other));
    return of === undefined ? null : { kind: 'same-unknown', of };
  }

  /** Returns the submissions that wait for the user because they repeat `original`. */
  heldFor(original: StoredSubmission): StoredSubmission[] {
    const row = original.partOf?.row ?? original.id;
    return this.#cache
      .othersWithBytesOf(original)
      .filter(({ state }) => state.kind === 'paused' && state.why.kind === 'duplicate' && state.why.of.localId === row);
  }

  /** True for every record except a delayed one that the user has decided to pay for again. */
  #countsAsThere(accountId: string, { id, phase, blockHash }: SubmissionRecord): boolean {
    const isDelayed = phase === 'failed' && blockHash === null;
    return !isDelayed || !this.#earlierSubmissions.isFormer(accountId, id);
  }

  /** Prefers a repeated submission with a receipt. `localId` is 0 if only the service's record is known. */
  #repeatedBy(
    submission: StoredSubmission,
    counts: (other: StoredSubmission) => boolean,
    countsAlone: (record: SubmissionRecord) => boolean,
  ): DuplicateOf | null {
    const { accountId } = submission;
    if (contentHashOf(submission) === null || submission.submitAnyway) return null;
    const isOther = ({ id }: StoredSubmission): boolean => id !== submission.id;
    // Each encryption gives different bytes, so the original content is compared.
    const identity = submission.encryption?.copy?.identity;
    if (identity !== undefined) {
      const listed = this.#cache.rowsOf(accountId).filter((other) => other.encryption?.copy?.identity === identity);
      const removed = this.#earlierSubmissions
        .removedWithIdentity(accountId, identity)
        .filter(({ state }) => mayBeAtService(state));
      const alike = [...removed, ...listed].filter(isOther).filter(counts);
      const first = alike.find(({ state }) => hasReceipt(state)) ?? alike[0];
      if (first !== undefined) return describeOriginal(first);
    }
    const removed = this.#earlierSubmissions
      .removedWithBytesOf(submission)
      .filter(({ state }) => mayBeAtService(state));
    const known = [...removed, ...this.#cache.othersWithBytesOf(submission)].filter(counts);
    const original = known.find(({ state }) => hasReceipt(state)) ?? known[0];
    if (original !== undefined) return describeOriginal(original);
    const record = dataHashesOf(submission)
      .flatMap((hash) => this.#records.withDataHash(accountId, hash))
      .find((one) => this.#countsAsThere(accountId, one) && countsAlone(one));
    if (record === undefined) return null;
    return { localId: 0, name: submission.name, submissionId: record.id, at: record.createdAt ?? submission.addedAt };
  }
}

export function describeOriginal(original: StoredSubmission): DuplicateOf {
  const { id, name, state, addedAt, partOf, desk } = original;
  return {
    ...(desk === undefined ? {} : { desk }),
    localId: partOf?.row ?? id,
    name,
    submissionId: 'submissionId' in state ? state.submissionId : null,
    at: 'at' in state ? state.at : addedAt,
  };
}

/** True if the records or the user have confirmed that this submission's last unanswered attempt never arrived. */
function isSaidNotToBeThere({ settlement }: StoredSubmission): boolean {
  return settlement?.kind === 'did-not' || settlement?.kind === 'not-listed';
}

function isAhead(other: StoredSubmission, submission: StoredSubmission): boolean {
  return other.turn < submission.turn || (other.turn === submission.turn && other.id < submission.id);
}
