import type { SubmissionState } from '../../../shared/bridge/submissions.ts';

export type SubmissionAction = 'cancel' | 'retry' | 'pause' | 'resume' | 'send-next' | 'remove';

/**
 * What a person may do with a submission by the buttons at the end of its row. `unsettled` and everything with a receipt
 * cannot be sent again from there: it would be paid for twice. A submission that waits for a person's word has its answers
 * in the row itself (`decisionsFor`).
 */
export function actionsFor(state: SubmissionState): readonly SubmissionAction[] {
  switch (state.kind) {
    // The same for both: a file is read for a moment at any time, and no button may go away under the hand.
    case 'waiting':
    case 'preparing':
      return ['send-next', 'pause', 'cancel'];
    case 'sending':
      return ['cancel'];
    case 'retrying':
      return ['retry', 'pause', 'cancel'];
    case 'paused':
      return state.why.kind === 'by-person' ? ['resume', 'cancel'] : ['cancel'];
    case 'cancelled':
    case 'rejected':
    case 'failed':
      return ['retry', 'remove'];
    case 'unsettled':
    case 'submitted':
    case 'confirmed':
      return ['remove'];
  }
}

export function actionLabel(action: SubmissionAction, state: SubmissionState): string {
  switch (action) {
    case 'cancel':
      return 'Cancel';
    case 'remove':
      return 'Remove from the list';
    case 'pause':
      return 'Pause';
    case 'resume':
      return 'Resume';
    case 'send-next':
      return 'Send next';
    case 'retry':
      if (state.kind === 'failed' || state.kind === 'cancelled') return 'Retry…';
      return state.kind === 'retrying' ? 'Retry now' : 'Retry';
  }
}

/** The question to ask before removing, or null when nothing is lost by it. */
export function removalWarning(state: SubmissionState): string | null {
  if (state.kind !== 'unsettled') return null;
  return 'We don’t know yet whether the service took this file. If you remove it, Dropslip stops looking for the answer.';
}
