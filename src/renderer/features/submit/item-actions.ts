import type { ItemState } from '../../../shared/submissions.ts';

export type ItemAction = 'cancel' | 'retry' | 'resume' | 'remove';

/**
 * What a person may do with an item. `unsettled` and everything with a receipt cannot be sent again: it would be paid
 * for twice. The first one is the one a person most likely wants.
 */
export function actionsFor(state: ItemState): readonly ItemAction[] {
  switch (state.kind) {
    case 'waiting':
    case 'preparing':
    case 'sending':
      return ['cancel'];
    case 'retrying':
      return ['retry', 'cancel'];
    case 'paused':
      return ['resume', 'cancel'];
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

export function actionLabel(action: ItemAction, state: ItemState): string {
  if (action === 'cancel') return 'Cancel';
  if (action === 'remove') return 'Remove from the list';
  if (action === 'resume') return 'Resume';
  return state.kind === 'retrying' ? 'Retry now' : 'Retry';
}

/** The question to ask before removing, or null when nothing is lost by it. */
export function removalWarning(state: ItemState): string | null {
  if (state.kind !== 'unsettled') return null;
  return 'We don’t know yet whether the service took this file. If you remove it, Dropslip stops looking for the answer.';
}
