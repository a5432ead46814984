import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Group } from '../../data/groups.ts';
import { useWindowStore, windowStore } from '../../data/window-store.ts';
import { ConfirmDialog, type Question } from '../../ui/ConfirmDialog.tsx';
import { Screen } from '../../ui/frame/Screen.tsx';
import { saveReceipts } from '../receipts/index.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import { act, clearFinished, resume } from './commands.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { HeldNotice } from './HeldNotice.tsx';
import { heldFiles } from './held-files.ts';
import classes from './Queue.module.css';
import { cancelAllQuestion } from './questions.ts';
import { SettleDialog, type Settling } from './SettleDialog.tsx';
import { SubmissionList } from './SubmissionList.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { UncertainNotice } from './UncertainNotice.tsx';
import { uncertainFiles } from './uncertain-files.ts';
import { useSubmissionChoices } from './use-submission-choices.ts';
import { wholeList } from './whole-list.ts';

const nothingHere: { readonly [Name in Group]: string } = {
  all: 'Nothing here yet. Drop a file to begin.',
  working: 'Nothing is being worked on.',
  done: 'Nothing is done yet.',
  'needs-you': 'Nothing needs you. All is well.',
};

/** The list with all that belongs to it: totals, controls, details and questions. */
export function Queue() {
  const [group, setGroup] = useState<Group>('all');
  const [openId, setOpenId] = useState<number | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [settling, setSettling] = useState<Settling | null>(null);
  const ids = useWindowStore((state) => state.lists[group]);
  const submissions = useWindowStore((state) => state.submissions);
  const needsYou = useWindowStore((state) => state.lists['needs-you']);
  const working = useWindowStore((state) => state.lists.working);
  const done = useWindowStore((state) => state.lists.done.length);
  const held = useMemo(() => heldFiles(submissions, needsYou), [submissions, needsYou]);
  const uncertain = useMemo(
    () => uncertainFiles(submissions, [...working, ...needsYou]),
    [submissions, working, needsYou],
  );
  const whole = useMemo(() => wholeList(submissions, working, needsYou), [submissions, working, needsYou]);
  const waiting = Object.values(held).reduce((sum, ids) => sum + ids.length, uncertain.cannotTell);
  const opener = useRef<HTMLElement | null>(null);

  // The frame of the screen first, its rows in a task of their own: both at once would be felt. No transition: what
  // streams in while files are taken in would put it off again and again.
  const [framed, setFramed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFramed(true));
    return () => clearTimeout(timer);
  }, []);

  const open = useCallback((id: number) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    // A submission may be opened from another one: its row is to be seen beside its details.
    setGroup((shown) => (windowStore.getState().lists[shown].includes(id) ? shown : 'all'));
    setOpenId(id);
  }, []);

  const close = useCallback(() => {
    setOpenId(null);
    opener.current?.focus({ preventScroll: true });
  }, []);

  const { onAction, onDecision } = useSubmissionChoices({ open, ask: setQuestion, settle: setSettling });

  const lookAtUncertain = (): void => {
    setGroup('needs-you');
    // The link goes with this, and must not take the focus along.
    document.querySelector<HTMLElement>('button[data-group="needs-you"]')?.focus();
  };

  const saveAllReceipts = (): void => {
    const { submissions, lists } = windowStore.getState();
    const states = lists.done.flatMap((id) => submissions.get(id)?.state ?? []);
    void saveReceipts(states.flatMap((state) => ('submissionId' in state ? [state.submissionId] : [])));
  };

  const cancelAll = (): void => {
    const { cancel } = whole;
    setQuestion(cancelAllQuestion(cancel.length, uncertain.checking, () => void act('cancel', cancel)));
  };

  return (
    <Screen
      scrolls="list"
      panel={openId !== null && <DetailsPanel key={openId} id={openId} onClose={close} onDecision={onDecision} />}
    >
      <div className={classes.head}>
        <h1>Submit</h1>
        <ChooseButtons />
      </div>
      <SummaryStrip />
      <HeldNotice
        held={held}
        onSendBeyond={() => void resume(held.beyondSpendingLimit, 'beyond-spending-limit')}
        onCancelBeyond={() => void act('cancel', held.beyondSpendingLimit)}
        onSubmitSinceCopy={() => void resume(held.sinceCopy, 'since-copy')}
        onCancelSinceCopy={() => void act('cancel', held.sinceCopy)}
        onSkipDuplicates={() => void act('cancel', held.duplicates)}
        onSubmitDuplicates={() => void resume(held.duplicates, 'duplicate')}
      />
      <UncertainNotice files={uncertain} onLook={group === 'needs-you' ? null : lookAtUncertain} />
      <Toolbar
        group={group}
        pausable={whole.pausable}
        resumable={whole.resumable}
        cancellable={whole.cancel.length}
        finished={done + needsYou.length - waiting}
        onGroup={setGroup}
        onPauseAll={() => void act('pause', whole.pause)}
        onResumeAll={() => void act('resume', whole.resume)}
        onCancelAll={cancelAll}
        onSaveReceipts={saveAllReceipts}
        onClearFinished={() => void clearFinished()}
      />
      {framed && ids.length > 0 && (
        <SubmissionList
          key={group}
          ids={ids}
          openId={openId}
          onOpen={open}
          onAction={onAction}
          onDecision={onDecision}
        />
      )}
      {ids.length === 0 && <p className={classes.nothing}>{nothingHere[group]}</p>}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
      <SettleDialog settling={settling} onClose={() => setSettling(null)} />
    </Screen>
  );
}
