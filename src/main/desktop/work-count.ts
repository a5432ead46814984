import type { QueueSummary, Submission } from '../../shared/bridge/submissions.ts';
import type { Work as WorkWords } from '../../shared/messages/notices.ts';
import { allOf, batchStatuses, goingOn, noFiles } from '../../shared/submissions/batch-status.ts';
import { actionsFor } from '../../shared/submissions/submission-state.ts';

/** The files of an account that were added since it was last at rest. `number`: another one for each batch. */
export type Batch = Pick<QueueSummary, 'counts' | 'bytes'> & { readonly number: number };

/** `bytes`: of all files. `gone`: bytes that left this computer. */
export type Work = WorkWords & { readonly stuck: number; readonly bytes: number; readonly gone: number };

/** The bar in the dock or the taskbar. `progress` as in Electron: -1 for no bar. */
export type Bar = { readonly progress: number; readonly mode: 'none' | 'normal' | 'paused' | 'error' };

/** True if nothing of the batch goes on by itself and the user has paused none of it. */
export function isAtRest({ counts }: Batch): boolean {
  return goingOn(counts) + counts.paused === 0;
}

/** Adds up the batches of all accounts. Those at rest do not count. */
export function workOf(batches: Iterable<Batch>, needsPerson: number): Work {
  const counts = { ...noFiles };
  let [bytes, gone] = [0, 0];
  for (const batch of batches) {
    if (isAtRest(batch)) continue;
    for (const status of batchStatuses) counts[status] += batch.counts[status];
    bytes += batch.bytes.all;
    gone += batch.bytes.gone;
  }
  const { toGo, sending, paused, rejected, incomplete, notKnown, cancelled, undecided } = counts;
  return {
    all: allOf(counts) - cancelled - undecided,
    moving: toGo + sending,
    paused,
    stuck: rejected + incomplete + notKnown,
    ...{ needsPerson, bytes, gone },
  };
}

/** Returns the bar for the running work, by bytes if there are any. No bar if nothing is running. */
export function barOf({ all, bytes, gone, moving, paused, stuck }: Work): Bar {
  if (moving + paused === 0) return { progress: -1, mode: 'none' };
  const progress = bytes > 0 ? gone / bytes : (all - moving - paused) / all;
  if (moving === 0) return { progress, mode: 'paused' };
  return { progress, mode: stuck > 0 ? 'error' : 'normal' };
}

/** Returns the ids of the rows that can be paused, or that the user paused and can resume. */
export function idsFor(
  action: 'pause' | 'resume',
  rows: readonly Pick<Submission, 'id' | 'state'>[],
): readonly number[] {
  return rows.filter(({ state }) => actionsFor(state).includes(action)).map(({ id }) => id);
}
