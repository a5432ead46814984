import type { Submission } from '../../../../shared/bridge/submissions.ts';
import { formatMoment } from '../../../ui/format.ts';

/** The time that a row shows: the latest that happened to the file, which for most is its receipt. */
export function timeOf({ state, addedAt }: Pick<Submission, 'state' | 'addedAt'>): string {
  return 'at' in state ? state.at : addedAt;
}

export function timeWords({ state, addedAt }: Pick<Submission, 'state' | 'addedAt'>): string {
  const added = `Added ${formatMoment(addedAt)}`;
  if (state.kind === 'submitted' || state.kind === 'delayed') return `${added}\nSubmitted ${formatMoment(state.at)}`;
  return state.kind === 'confirmed' ? `${added}\nSeen confirmed ${formatMoment(state.at)}` : added;
}
