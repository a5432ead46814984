import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { Result } from '../../../shared/failures/failure.ts';
import { isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import type { FileComparison } from '../content/file-change.ts';

/** One that is to be tried again, with how its file is now and of which size. */
export type TriedAgain = {
  readonly id: number;
  readonly file: FileComparison;
  readonly size: number | null;
  /** Whether parts of it go again that may have been paid for. */
  readonly hasChargedParts?: boolean;
};

/** Which of them may be tried again, or why none. A person is asked about those of `isAskedToRetry`: where that is one, with its price. */
export type ApproveRetry = (tried: readonly TriedAgain[]) => Promise<Result<readonly number[]>>;

/** True for what goes again only with an approval: it was cancelled, may be paid for twice, or is not the file that was given. */
export function isAskedToRetry(
  { state }: Pick<Submission, 'state'>,
  { file, hasChargedParts = false }: Omit<TriedAgain, 'id' | 'size'>,
): boolean {
  const isAnother = file === 'changed' || file === 'unknown';
  const isAsked = state.kind === 'cancelled' || state.kind === 'delayed';
  return isAsked || isAnother || hasChargedParts || isPerhapsChargedInVain(state);
}
