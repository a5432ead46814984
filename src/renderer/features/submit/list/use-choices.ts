import { useCallback } from 'react';
import { actionsFor, type SubmissionAction } from '../../../../shared/submissions/submission-state.ts';
import { goTo } from '../../../data/navigation.ts';
import { activeReadsRecords, windowStore } from '../../../data/window-store.ts';
import type { Question } from '../../../ui/ConfirmDialog.tsx';
import { act, copyReceipt, leaveOut, resume, sendAgain } from '../commands.ts';
import type { Settling } from '../details/SettleDialog.tsx';
import { askForPassphrase } from '../drop/PassphraseDialog.tsx';
import { type Decision, decisionsFor, originalReceipt, removalQuestion } from './choices.ts';

/** What the screen does when a submission's choice needs more than a call. Each must keep its identity. */
type Screen = {
  readonly open: (id: number) => void;
  readonly ask: (question: Question) => void;
  readonly settle: (settling: Settling) => void;
};

/** The handlers of a row's and the details' buttons. What is no longer possible by now is left alone. */
export function useChoices({ open, ask, settle }: Screen) {
  const onAction = useCallback(
    (action: SubmissionAction, id: number) => {
      const submission = windowStore.getState().submissions.get(id);
      if (submission === undefined || !actionsFor(submission.state).includes(action)) return;
      const go = (): void => void act(action, [id]);
      const question = action === 'remove' ? removalQuestion(submission, go) : null;
      if (question === null) go();
      else ask(question);
    },
    [ask],
  );

  const onDecision = useCallback(
    (decision: Decision, id: number) => {
      const windowState = windowStore.getState();
      const { submissions } = windowState;
      const submission = submissions.get(id);
      if (submission === undefined) return;
      const { state, name } = submission;
      const places = ['row', 'details'] as const;
      const context = {
        isListed: (other: number) => submissions.has(other),
        readsRecords: activeReadsRecords(windowState),
      };
      if (!places.some((place) => decisionsFor(submission, place, context).includes(decision))) return;
      const receipt = originalReceipt(state);
      switch (decision) {
        case 'open-original':
          if (state.kind === 'paused' && state.why.kind === 'duplicate') open(state.why.of.localId);
          break;
        case 'copy-original':
          if (receipt !== null) void copyReceipt(receipt);
          break;
        case 'submit-anyway':
          void resume([id], 'duplicate');
          break;
        case 'resume':
          void resume([id], 'beyond-spending-limit');
          break;
        case 'submit-unread':
          void resume([id], 'since-copy');
          break;
        case 'decide':
          open(id);
          break;
        case 'go-on':
          void act('retry', [id]);
          break;
        case 'leave-out':
          void leaveOut(id);
          break;
        case 'type-passphrase':
          askForPassphrase(id);
          break;
        case 'add-token':
          goTo('accounts');
          break;
        case 'went-through':
          settle({ id, name });
          break;
        case 'did-not':
          void sendAgain([id]);
          break;
      }
    },
    [open, settle],
  );

  return { onAction, onDecision };
}
