import { allOf, type BatchCounts, noFiles, withReceipt } from '../../../shared/submissions/batch-status.ts';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';

const PART = 1_048_576;

/** The parts of a row, counted by state. */
export function partsOf(some: Partial<BatchCounts>, trouble: PartsProgress['trouble'] = null): PartsProgress {
  const counts = { ...noFiles, ...some };
  const submittedBytes = withReceipt(counts) * PART;
  return { partSize: PART, total: allOf(counts), counts, submittedBytes, estimate: null, trouble };
}
