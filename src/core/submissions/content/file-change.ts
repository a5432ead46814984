import type { Failure } from '../../../shared/failures/failure.ts';
import type { FileProblemCode } from '../../../shared/messages/failures/files.ts';
import type { FileFacts, FileProblem } from '../../files/index.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionPatch } from '../journal/submission-cache.ts';

/**
 * The current file compared with the added one. `unknown`: too little is known to compare. `away`: no file that could
 * be submitted.
 */
export type FileComparison = 'same' | 'changed' | 'unknown' | 'away';

type Given = Pick<StoredSubmission, 'size' | 'mtimeNs' | 'sha256' | 'seenAs' | 'state'>;

export function compareFile(
  { size, mtimeNs, sha256, seenAs, state }: Given,
  now: FileFacts | FileProblem,
): FileComparison {
  if (now.kind !== 'file' || !Number.isSafeInteger(now.size)) return 'away';
  if (size === null || mtimeNs === null) return 'unknown';
  if (now.size !== size || now.mtimeNs.toString() !== mtimeNs) return 'changed';
  // The file was already found changed, whatever its size and time are now.
  const isRefused = state.kind === 'rejected' || state.kind === 'incomplete';
  if (isRefused && state.reason.code === 'file-changed') return 'changed';
  // The digest is computed again while the file is sent, so other bytes are not submitted.
  if (sha256 !== null) return 'same';
  // An empty file has no content that could change without its size.
  if (size === 0) return 'same';
  if (seenAs === null) return 'unknown';
  // Permissions, labels, a rename or a reconnected drive change the inode or the ctime too. A difference proves
  // nothing.
  return now.inode === seenAs.inode && now.ctimeNs === seenAs.ctimeNs ? 'same' : 'unknown';
}

/**
 * An approval covers one submission of the file as it was then. If kept, it could pay for other bytes at another price.
 */
export const noApprovals = { submitAnyway: false, beyondLimit: false } as const;

/**
 * Returns the changes to a submission for a retry with the file as it was looked at. If the file changed, the digests
 * and approvals of the earlier one are void.
 */
export function asLookedAt(submission: Given, now: FileFacts | FileProblem): SubmissionPatch {
  const comparison = compareFile(submission, now);
  if (comparison === 'same') return {};
  if (now.kind !== 'file' || comparison === 'away') {
    // Preparing reports the same problem. The user has not approved any file that appears there later.
    return submission.sha256 === null ? { mtimeNs: null, ...noDigests, ...noApprovals } : noApprovals;
  }
  const { size, mtimeNs, inode, ctimeNs } = now;
  return { size, mtimeNs: mtimeNs.toString(), seenAs: { inode, ctimeNs }, ...noDigests, ...noApprovals };
}

type ReadProblem = Exclude<FileProblemCode, 'name-not-kept'>;

/** Keys are Node's error codes. */
const codes: Readonly<Record<string, ReadProblem>> = {
  ENOENT: 'file-missing',
  ENOTDIR: 'file-missing',
  EACCES: 'file-forbidden',
  EPERM: 'file-forbidden',
  EMADEUP: 'file-made-up',
  ENOTFILE: 'not-a-file',
  EISDIR: 'not-a-file',
  ELINK: 'link-since',
  ELOOP: 'link-since',
  ESTALE: 'file-changed',
  EFBIG: 'file-too-large',
  EILSEQ: 'file-name-unreadable',
  ETIMEDOUT: 'file-unanswering',
};

export function fileProblem(readError: string): ReadProblem {
  const code = Object.hasOwn(codes, readError) ? codes[readError] : undefined;
  return code ?? 'file-unreadable';
}

export function fileFailure(readError: string, detail: string): Failure {
  return { code: fileProblem(readError), detail };
}
