import { isInDoubt } from '../../../../shared/submissions/submission-state.ts';
import type { EarlierSubmissions } from '../../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import type { SubmissionCache } from '../../journal/submission-cache.ts';

/**
 * The files of an account that may have a record in its list which nobody knows to be theirs. What the journal says of
 * attempts is read once, after the list: what is sent later is not in it. How submissions stand is looked up anew each time.
 */
export class Rivals {
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  /** Submissions with an attempt whose end nobody saw, or that may come to that while the list is gone through. */
  readonly #lost = new Set<number>();
  readonly #bySize = new Map<number, number[]>();
  /** How many were taken off the list before, by size. */
  readonly #removedBySize = new Map<number, number>();

  constructor(cache: SubmissionCache, earlierSubmissions: EarlierSubmissions, accountId: string) {
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    for (const { id, size, removed } of earlierSubmissions.lostSubmissions(accountId)) {
      if (!removed) this.#lost.add(id);
      else if (size !== null) this.#removedBySize.set(size, (this.#removedBySize.get(size) ?? 0) + 1);
    }
    for (const submission of cache.ofAccount(accountId)) {
      if ('submissionId' in submission.state || submission.size === null) continue;
      if (isInDoubt(submission.state)) this.#lost.add(submission.id);
      const ids = this.#bySize.get(submission.size);
      if (ids === undefined) this.#bySize.set(submission.size, [submission.id]);
      else ids.push(submission.id);
    }
  }

  /** Others with the same bytes. */
  ofSameBytes(submission: StoredSubmission): number {
    const same = this.#cache.othersWithBytesOf(submission);
    const takenOff = this.#earlierSubmissions
      .removedWithBytesOf(submission)
      .filter(({ state }) => state.kind === 'unsettled');
    return same.filter((other) => this.#mayBeListed(other)).length + takenOff.length;
  }

  /** Others of the sizes for which this holds, those with the same bytes among them. */
  ofSizes({ id }: StoredSubmission, holds: (size: number) => boolean): number {
    let count = 0;
    for (const [size, removed] of this.#removedBySize) if (holds(size)) count += removed;
    for (const [size, ids] of this.#bySize) {
      if (holds(size)) count += ids.filter((other) => other !== id && this.#isAbout(other)).length;
    }
    return count;
  }

  #isAbout(id: number): boolean {
    const submission = this.#cache.get(id);
    // What was taken off the list meanwhile is as much about as before.
    return submission === null ? this.#lost.has(id) : this.#mayBeListed(submission);
  }

  #mayBeListed(submission: StoredSubmission): boolean {
    return isInDoubt(submission.state) || (!('submissionId' in submission.state) && this.#lost.has(submission.id));
  }
}
