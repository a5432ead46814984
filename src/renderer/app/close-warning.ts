const counter = new Intl.NumberFormat('en');

export function closeWarning(files: number): string {
  return files === 1
    ? '1 file is still on its way. Close anyway? It goes on when you open Dropslip again.'
    : `${counter.format(files)} files are still on their way. Close anyway? They go on when you open Dropslip again.`;
}
