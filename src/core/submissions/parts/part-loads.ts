import { noFiles } from '../../../shared/submissions/batch-status.ts';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';
import type { Planned } from './plan.ts';

/** How far a row is, but for what its parts cost and which of them is in trouble. */
export type PartCounts = Omit<PartsProgress, 'estimate' | 'trouble'>;

type Sum = { readonly files: number; readonly bytes: number };

/**
 * The submissions of a row that goes in parts, by what is known of their cost. `awaited`: a record will tell it; `untold`:
 * nothing will. Those whose cost is known are in none.
 */
export type PartLoads = {
  readonly awaited: Sum;
  readonly underWay: Sum;
  readonly toCome: Sum;
  readonly untold: Sum;
};

export type Share = keyof PartLoads;

const nothing: Sum = { files: 0, bytes: 0 };
export const noLoads: PartLoads = { awaited: nothing, underWay: nothing, toCome: nothing, untold: nothing };

/** Of a row that is still to be divided. */
export function plannedParts({ submissions, bytes }: Planned, partSize: number) {
  const parts: PartCounts = {
    partSize,
    total: submissions,
    counts: { ...noFiles, toGo: submissions },
    submittedBytes: 0,
  };
  return { parts, loads: { ...noLoads, toCome: { files: submissions, bytes } } };
}
