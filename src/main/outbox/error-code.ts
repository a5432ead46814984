/** Node's code of a failed system call (`ENOENT`), or `UNKNOWN`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
