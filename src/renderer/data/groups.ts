import { isBeingChecked, type SubmissionState, type SubmissionStateKind } from '../../shared/submission-state.ts';

/** The filters of the submit screen. Every submission is in `all` and in exactly one of the others. */
export type Group = 'all' | 'working' | 'done' | 'needs-you';

export const groups: readonly Group[] = ['all', 'working', 'done', 'needs-you'];

const groupByKind: { readonly [Kind in SubmissionStateKind]: Exclude<Group, 'all'> } = {
  waiting: 'working',
  preparing: 'working',
  sending: 'working',
  retrying: 'working',
  // The receipt is here: the person may leave, the block comes by itself.
  submitted: 'done',
  confirmed: 'done',
  cancelled: 'done',
  paused: 'needs-you',
  rejected: 'needs-you',
  // Once the service's records cannot tell; before that nobody is asked.
  unsettled: 'needs-you',
  failed: 'needs-you',
};

export function groupOf(state: SubmissionState): Exclude<Group, 'all'> {
  return isBeingChecked(state) ? 'working' : groupByKind[state.kind];
}
