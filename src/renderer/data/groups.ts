import { isFinished, isWorkedOn, needsPerson, type SubmissionState } from '../../shared/submission-state.ts';

/** The filters of the submit screen. Every submission is in `all` and in exactly one of the others. */
export type Group = 'all' | 'working' | 'done' | 'needs-you';

export const groups: readonly Group[] = ['all', 'working', 'done', 'needs-you'];

export function groupOf(state: SubmissionState): Exclude<Group, 'all'> {
  if (isWorkedOn(state)) return 'working';
  // Once there is a receipt the person may leave: the block comes by itself. What they paused waits for them alone.
  return isFinished(state) && !needsPerson(state) ? 'done' : 'needs-you';
}
