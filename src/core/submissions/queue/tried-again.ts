import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { Result } from '../../../shared/failures/failure.ts';
import { isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import type { FileComparison } from '../content/file-change.ts';

/** A submission to retry, with the current state and size of its file. */
export type TriedAgain = {
  readonly id: number;
  readonly file: FileComparison;
  readonly size: number | null;
  /** True if the retry sends parts that may already have been paid for. */
  readonly hasChargedParts?: boolean;
};

/**
 * Returns the ids that may be retried, or a failure. The user approves those of `isAskedToRetry`, a single one with its
 * price.
 */
export type ApproveRetry = (tried: readonly TriedAgain[]) => Promise<Result<readonly number[]>>;

/**
 * True if a retry needs the user's approval: the submission was cancelled, may be paid for twice, or has a changed
 * file.
 */
export function isAskedToRetry(
  { state }: Pick<Submission, 'state'>,
  { file, hasChargedParts = false }: Omit<TriedAgain, 'id' | 'size'>,
): boolean {
  const isAnother = file === 'changed' || file === 'unknown';
  const isAsked = state.kind === 'cancelled' || state.kind === 'delayed';
  return isAsked || isAnother || hasChargedParts || isPerhapsChargedInVain(state);
}
