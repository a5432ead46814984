import { useCallback } from 'react';
import type { Submission, SubmissionState } from '../../../shared/bridge/submissions.ts';
import { windowStore } from '../../data/window-store.ts';
import type { Question } from '../../ui/ConfirmDialog.tsx';
import { act, copyText, resume, settleDidNot } from './commands.ts';
import { type Decision, decisionsFor, originalReceipt } from './decisions.ts';
import { removeQuestion } from './questions.ts';
import type { Settling } from './SettleDialog.tsx';
import { actionsFor, removalWarning, type SubmissionAction } from './submission-actions.ts';

/** What the screen does when a submission's choice needs more than a call. Each must keep its identity. */
type Screen = {
  readonly open: (id: number) => void;
  readonly ask: (question: Question) => void;
  readonly settle: (settling: Settling) => void;
};

function isOffered(
  decision: Decision,
  state: SubmissionState | undefined,
  submissions: ReadonlyMap<number, Submission>,
): boolean {
  if (state === undefined) return false;
  return (['row', 'details'] as const).some((place) =>
    decisionsFor(state, place, (id) => submissions.has(id)).includes(decision),
  );
}

/** The handlers of a row's and the details' buttons. What is no longer possible by now is left alone. */
export function useSubmissionChoices({ open, ask, settle }: Screen) {
  const onAction = useCallback(
    (action: SubmissionAction, id: number) => {
      const submission = windowStore.getState().submissions.get(id);
      if (!submission || !actionsFor(submission.state).includes(action)) return;
      const warning = action === 'remove' ? removalWarning(submission.state) : null;
      const go = (): void => void act(action, [id]);
      if (warning === null) go();
      else ask(removeQuestion(warning, go));
    },
    [ask],
  );

  const onDecision = useCallback(
    (decision: Decision, id: number) => {
      const { submissions } = windowStore.getState();
      const submission = submissions.get(id);
      if (!submission || !isOffered(decision, submission.state, submissions)) return;
      const { state } = submission;
      switch (decision) {
        case 'open-original':
          if (state.kind === 'paused' && state.why.kind === 'duplicate') open(state.why.of.localId);
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
          void resume([id], 'beyond-spending-limit');
          break;
        case 'submit-unread':
          void resume([id], 'since-copy');
          break;
        case 'decide':
          open(id);
          break;
        case 'went-through':
          settle({ id, name: submission.name });
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
