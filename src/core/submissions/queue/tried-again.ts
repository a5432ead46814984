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
  /** Of a delayed one: whether its record could be read just now. It still has an error then. */
  readonly isRecordRead?: boolean | undefined;
};

/** Which of them may be tried again, or why none. A person is asked about those of `isAskedToRetry`: where that is one, with its price. */
export type ApproveRetry = (tried: readonly TriedAgain[]) => Promise<Result<readonly number[]>>;

/**
 * What is tried again with a person's yes alone. What was cancelled had its yes taken back; a delayed one the service may still
 * submit itself; what it may have taken may have been charged; and what lies at a file's path by now, nobody may have given.
 */
export function isAskedToRetry(
  { state }: Pick<Submission, 'state'>,
  { file, startsAnew = null, hasChargedParts = false }: Omit<TriedAgain, 'id' | 'size'>,
): boolean {
  const isAnother = file === 'changed' || file === 'unknown';
  const isAsked = state.kind === 'cancelled' || state.kind === 'delayed';
  return isAsked || isAnother || startsAnew !== null || hasChargedParts || isPerhapsChargedInVain(state);
}
