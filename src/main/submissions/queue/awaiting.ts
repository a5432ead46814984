import type { Awaits } from '../../../shared/bridge/submissions.ts';
import type { SubmissionBook } from '../journal/held-submissions.ts';
import type { SubmissionsSubmission } from '../journal/submission.ts';
import type { Publisher } from '../progress/publisher.ts';

export type ShowAwaits = (id: number, awaits: Awaits | null) => SubmissionsSubmission | null;

/** Shows of a submission that waits what it waits for besides its turn; null where it does not wait. No restart needs to know it. */
export function createShowAwaits(
  book: Pick<SubmissionBook, 'apply'>,
  publisher: Pick<Publisher, 'changed'>,
): ShowAwaits {
  return (id, awaits) => {
    const changed = book.apply(id, { type: 'await', awaits });
    if (changed !== null) publisher.changed(changed);
    return changed;
  };
}
