import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { Result } from '../../../shared/failures/failure.ts';
import { isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import type { FileComparison } from '../content/file-change.ts';

/**
 * Why all of a file is cut and paid for again, with parts of it submitted: they are with this account’s previous service, or were
 * cut from an encrypted copy that is gone, and another would have other bytes; or (`parts-not-whole`) they leave a gap, or overlap,
 * and what is there is used again where the same bytes are cut from it.
 */
export type StartsAnew = 'elsewhere' | 'copy-gone' | 'parts-not-whole';

/** One that is to be tried again, with how its file is now and of which size. */
export type TriedAgain = {
  readonly id: number;
  readonly file: FileComparison;
  readonly size: number | null;
  readonly startsAnew?: StartsAnew | null;
  /** Whether parts of it go again that may have been paid for. */
  readonly hasChargedParts?: boolean;
};

/** Which of them may be tried again, or why none. A person is asked about those of `isAskedToRetry`: where that is one, with its price. */
export type ApproveRetry = (tried: readonly TriedAgain[]) => Promise<Result<readonly number[]>>;

/** True for what goes again only with an approval: it was cancelled, may be paid for twice, or is not the file that was given. */
export function isAskedToRetry(
  { state }: Pick<Submission, 'state'>,
  { file, startsAnew = null, hasChargedParts = false }: Omit<TriedAgain, 'id' | 'size'>,
): boolean {
  const isAnother = file === 'changed' || file === 'unknown';
  const isAsked = state.kind === 'cancelled' || state.kind === 'delayed';
  return isAsked || isAnother || startsAnew !== null || hasChargedParts || isPerhapsChargedInVain(state);
}
