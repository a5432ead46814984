import { useCallback } from 'react';
import type { Item, ItemState } from '../../../shared/bridge/submissions.ts';
import { windowStore } from '../../data/window-store.ts';
import type { Question } from '../../ui/ConfirmDialog.tsx';
import { act, copyText, resume, settleDidNot } from './commands.ts';
import { type Decision, decisionsFor, originalReceipt } from './decisions.ts';
import { actionsFor, type ItemAction, removalWarning } from './item-actions.ts';
import { removeQuestion } from './questions.ts';
import type { Settling } from './SettleDialog.tsx';

/** What the screen does when an item's choice needs more than a call. Each must keep its identity. */
type Screen = {
  readonly open: (id: number) => void;
  readonly ask: (question: Question) => void;
  readonly settle: (settling: Settling) => void;
};

function isOffered(decision: Decision, state: ItemState | undefined, items: ReadonlyMap<number, Item>): boolean {
  if (state === undefined) return false;
  return (['row', 'details'] as const).some((place) =>
    decisionsFor(state, place, (id) => items.has(id)).includes(decision),
  );
}

/** The handlers of a row's and the details' buttons. What is no longer possible by now is left alone. */
export function useItemChoices({ open, ask, settle }: Screen) {
  const onAction = useCallback(
    (action: ItemAction, id: number) => {
      const item = windowStore.getState().items.get(id);
      if (!item || !actionsFor(item.state).includes(action)) return;
      const warning = action === 'remove' ? removalWarning(item.state) : null;
      const go = (): void => void act(action, [id]);
      if (warning === null) go();
      else ask(removeQuestion(warning, go));
    },
    [ask],
  );

  const onDecision = useCallback(
    (decision: Decision, id: number) => {
      const { items } = windowStore.getState();
      const item = items.get(id);
      if (!item || !isOffered(decision, item.state, items)) return;
      const { state } = item;
      switch (decision) {
        case 'open-original':
          if (state.kind === 'paused' && state.why.kind === 'duplicate') open(state.why.of.itemId);
          break;
        case 'copy-original': {
          const receipt = originalReceipt(state);
          if (receipt !== null) void copyText(receipt, `Copied receipt ${receipt}.`);
          break;
        }
        case 'submit-anyway':
          void resume([id], 'duplicate');
          break;
        case 'resume':
          void resume([id], 'beyond-stop-line');
          break;
        case 'submit-unread':
          void resume([id], 'since-copy');
          break;
        case 'decide':
          open(id);
          break;
        case 'went-through':
          settle({ id, name: item.name });
          break;
        case 'did-not':
          void settleDidNot(id);
          break;
      }
    },
    [open, settle],
  );

  return { onAction, onDecision };
}
