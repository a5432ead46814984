import type { Failure } from '../../../shared/failures/failure.ts';
import type { FileProblemCode } from '../../../shared/messages/failures/files.ts';
import type { FileFacts, FileProblem } from '../../files/index.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionPatch } from '../journal/submission-cache.ts';

/**
 * What lies at a submission's path now, beside what was given: `unknown` where too little is known of that to tell, `away` where
 * there is no file that could be sent.
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
  // Whatever its times say by now.
  const isRefused = state.kind === 'rejected' || state.kind === 'incomplete';
  if (isRefused && state.reason.code === 'file-changed') return 'changed';
  // Only these bytes are sent: their digest is taken again on their way to the socket.
  if (sha256 !== null) return 'same';
  // There is nothing in it, and as soon as there is, its size is another.
  if (size === 0) return 'same';
  if (seenAs === null) return 'unknown';
  // Permissions, labels, another name or a drive that was plugged in again change these too.
  return now.inode === seenAs.inode && now.ctimeNs === seenAs.ctimeNs ? 'same' : 'unknown';
}

/** A yes is to one sending of what the file was then. Kept for another, it could be spent on other bytes at another price. */
export const noApprovals = { submitAnyway: false, beyondLimit: false } as const;

/**
 * What a submission that is tried again is to be: the file as it was looked at, and no later one. A digest of what it was before is
 * void then, and so is what was said to it.
 */
export function asLookedAt(submission: Given, now: FileFacts | FileProblem): SubmissionPatch {
  const comparison = compareFile(submission, now);
  if (comparison === 'same') return {};
  if (now.kind !== 'file' || comparison === 'away') {
    // Preparing meets the same trouble and says so. Should some file be there by then, nobody has been asked about it.
    return submission.sha256 === null ? { mtimeNs: null, ...noDigests, ...noApprovals } : noApprovals;
  }
  const { size, mtimeNs, inode, ctimeNs } = now;
  return { size, mtimeNs: mtimeNs.toString(), seenAs: { inode, ctimeNs }, ...noDigests, ...noApprovals };
}

type ReadProblem = Exclude<FileProblemCode, 'name-not-kept'>;

/** By Node's error code of the failed read. */
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

/** Why a file could not be read. */
export function fileProblem(readError: string): ReadProblem {
  const code = Object.hasOwn(codes, readError) ? codes[readError] : undefined;
  return code ?? 'file-unreadable';
}

/** The same as it is told of a row. */
export function fileFailure(readError: string, detail: string): Failure {
  return { code: fileProblem(readError), detail };
}
