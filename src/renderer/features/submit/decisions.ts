import type { ItemState } from '../../../shared/submissions.ts';

/** An answer that only a person can give, offered in words in the row and in the details. */
export type Decision = 'open-original' | 'copy-original' | 'submit-anyway' | 'resume' | 'went-through' | 'did-not';

/** What a person may decide about an item that waits for them. `isListed`: whether an item has a row here. */
export function decisionsFor(state: ItemState, isListed: (itemId: number) => boolean): readonly Decision[] {
  if (state.kind === 'unsettled') return ['went-through', 'did-not'];
  if (state.kind !== 'paused') return [];
  switch (state.why.kind) {
    case 'by-person':
      return [];
    case 'beyond-stop-line':
      return ['resume'];
    case 'duplicate': {
      const { itemId, submissionId } = state.why.of;
      if (isListed(itemId)) return ['open-original', 'submit-anyway'];
      return submissionId === null ? ['submit-anyway'] : ['copy-original', 'submit-anyway'];
    }
  }
}

export function decisionLabel(decision: Decision, state: ItemState): string {
  switch (decision) {
    case 'open-original':
      return originalReceipt(state) === null ? 'Show the other file' : 'Open that receipt';
    case 'copy-original':
      return 'Copy that receipt';
    case 'submit-anyway':
      return 'Submit anyway';
    case 'resume':
      return 'Resume';
    case 'went-through':
      return 'It went through…';
    case 'did-not':
      return 'It did not — submit again…';
  }
}

/** The receipt that the same bytes have already, when they have one. */
export function originalReceipt(state: ItemState): string | null {
  return state.kind === 'paused' && state.why.kind === 'duplicate' ? state.why.of.submissionId : null;
}
