import type { Failure } from '../../../shared/failures/failure.ts';
import type { FileProblemCode } from '../../../shared/failures/submission-failures.ts';

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
