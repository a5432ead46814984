import { formatCount } from '../ui/amounts.ts';
export function closeWarning(files: number): string {
  return files === 1
    ? '1 file is still on its way. Close anyway? It goes on when you open Dropslip again.'
    : `${formatCount(files)} files are still on their way. Close anyway? They go on when you open Dropslip again.`;
}
