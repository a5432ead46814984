/** Whole per cent, never 100 before everything is done and never more. */
export function percent(done: number, total: number): number {
  if (done >= total) return 100;
  return Math.max(0, Math.min(99, Math.floor((done / total) * 100)));
}
