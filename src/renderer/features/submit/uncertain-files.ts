import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { UncertainFiles } from './uncertain-words.ts';

/** Counts, among the submissions in `ids`, those whose answer was lost. */
export function uncertainFiles(submissions: ReadonlyMap<number, Submission>, ids: Iterable<number>): UncertainFiles {
  let checking = 0;
  let cannotTell = 0;
  let until = 0;
  for (const id of ids) {
    const state = submissions.get(id)?.state;
    if (state?.kind !== 'unsettled') continue;
    if (state.check.kind === 'cannot-tell') cannotTell += 1;
    else {
      checking += 1;
      until = Math.max(until, Date.parse(state.check.until));
    }
  }
  return { checking, until, cannotTell };
}
