import type { Awaits } from '../../../shared/submission-state.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Publisher } from '../progress/publisher.ts';

export type ShowAwaits = (id: number, awaits: Awaits | null) => StoredSubmission | null;

/** Shows of a submission that waits what it waits for besides its turn; null where it does not wait. No restart needs to know it. */
export function createShowAwaits(
  cache: Pick<SubmissionCache, 'apply'>,
  publisher: Pick<Publisher, 'changed'>,
): ShowAwaits {
  return (id, awaits) => {
    const changed = cache.apply(id, { type: 'await', awaits });
    if (changed !== null) publisher.changed(changed);
    return changed;
  };
}
