import type { Failure } from '../../../shared/failures/failure.ts';
import type { submissionsFailures } from '../../../shared/failures/failure-codes.ts';

/** By Node's error code of the failed read. */
const codes: Readonly<Record<string, keyof typeof submissionsFailures>> = {
  ENOENT: 'file-missing',
  ENOTDIR: 'file-missing',
  EACCES: 'file-forbidden',
  EPERM: 'file-forbidden',
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
export function fileFailure(readError: string, detail: string): Failure {
  const code = Object.hasOwn(codes, readError) ? codes[readError] : undefined;
  return { code: code ?? 'file-unreadable', detail };
}
