import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { allOf } from '../../../shared/submissions/batch-status.ts';
import { actionsFor, type SubmissionAction } from '../../../shared/submissions/submission-state.ts';
import { goTo } from '../../data/navigation.ts';
import { activeReadsRecords, useWindowStore, windowStore } from '../../data/window-state.ts';
import { ConfirmDialog, type Question } from '../../ui/ConfirmDialog.tsx';
import { showNotes } from '../../ui/notes.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ChooseButtons } from './AddFiles.tsx';
import { ApprovalBar } from './ApprovalBar.tsx';
import { isMoving } from './batch-words.ts';
import { bulkOf, cancelAllQuestion } from './bulk.ts';
import { type Decision, decisionsFor, originalReceipt, removalQuestion } from './choices.ts';
import { act, copyReceipt, leaveOut, resume, sendAgain } from './commands.ts';
import { DetailsPanel, SettleDialog } from './DetailsPanel.tsx';
import { arrivalWords, nothingWords, useArrivals, useListView } from './list-view.ts';
import { CarriedOverNotice, HeldNotices, PartsNotice, UncertainNotices } from './Notices.tsx';
import type { Settling } from './Parts.tsx';
import { askForPassphrase } from './PassphraseDialog.tsx';
import classes from './Queue.module.css';
import { SubmissionList } from './SubmissionList.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { Toolbar } from './Toolbar.tsx';

export function Queue() {
  const { group, setGroup, query, setQuery, sought, ids, found, showAll, reveal } = useListView();
  const [isAtTop, setAtTop] = useState(true);
  const { unseen, seenUpTo } = useArrivals(ids, isAtTop);
  const wantsFirst = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [cancelling, setCancelling] = useState<ReadonlySet<number> | null>(null);
  const [settling, setSettling] = useState<Settling | null>(null);
  const stopCancelling = useCallback(() => setCancelling(null), []);
  const framed = useFramed();
  const { openId, open, close } = useOpened(reveal);
  const { onAction, onDecision } = useChoices({ open, ask: setQuestion, settle: setSettling });
  const submissions = useWindowStore((state) => state.submissions);
  const working = useWindowStore((state) => state.lists.working);
  const needsYou = useWindowStore((state) => state.lists['needs-you']);
  // Over ten thousand files that is felt whenever a row is opened.
  const bulk = useMemo(() => bulkOf(submissions, working, needsYou), [submissions, working, needsYou]);
  const foundIds = found?.ids ?? null;
  const bulkOfFound = useMemo(
    () => (foundIds === null ? null : bulkOf(submissions, working, needsYou, new Set(foundIds))),
    [foundIds, submissions, working, needsYou],
  );

  const isAllAsked = useWindowStore((state) => allOf(state.summary.counts) === state.held.unapproved?.rows);

  const lookAtUncertain = (): void => {
    setGroup('needs-you');
    // The link goes with this, and must not take the focus along.
    document.querySelector<HTMLElement>('button[data-group="needs-you"]')?.focus();
  };

  const showNew = (): void => {
    wantsFirst.current = true;
    setAtTop(true);
    showAll();
  };
  const newFiles = <NewFiles unseen={unseen} onShow={showNew} />;

  return (
    <Screen
      scrolls="list"
      panel={
        openId !== null && (
          <DetailsPanel key={openId} id={openId} onClose={close} onDecision={onDecision} onSettle={setSettling} />
        )
      }
    >
      <div className={classes.head}>
        <h1>Submit</h1>
        <ChooseButtons />
      </div>
      <ApprovalBar ids={bulk.held.unapproved} />
      <CarriedOverNotice />
      <PartsNotice />
      {/* Of what only waits for the yes above it has nothing to add. */}
      {!isAllAsked && <SummaryStrip />}
      <HeldNotices held={bulk.held} />
      <UncertainNotices files={bulk.uncertain} onLook={group === 'needs-you' ? null : lookAtUncertain} />
      <Toolbar
        group={group}
        bulk={bulkOfFound ?? bulk}
        found={found}
        query={query}
        onGroup={setGroup}
        onQuery={setQuery}
        onCancel={setCancelling}
      />
      {framed && ids.length > 0 && (
        <SubmissionList
          key={group}
          ids={ids}
          openId={openId}
          seenUpTo={seenUpTo}
          wantsFirst={wantsFirst}
          newFiles={newFiles}
          onTop={setAtTop}
          onOpen={open}
          onAction={onAction}
          onDecision={onDecision}
        />
      )}
      {ids.length === 0 && (
        <>
          {newFiles}
          <div className={classes.nothing} role="status">
            <p>{nothingWords(group, sought)}</p>
            {sought !== '' && (
              <Button variant="default" onClick={() => setQuery('')}>
                Show all of them
              </Button>
            )}
          </div>
        </>
      )}
      <VisuallyHidden role="status">{unseen > 0 && `${arrivalWords(unseen)} further up in the list.`}</VisuallyHidden>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
      <CancelAllDialog asked={cancelling} onClose={stopCancelling} />
      <SettleDialog settling={settling} onClose={() => setSettling(null)} />
    </Screen>
  );
}

/**
 * The frame of the screen first, its rows in a task of their own: both at once would be felt. No transition: what streams in
 * while files are taken in would put it off again and again.
 */
function useFramed(): boolean {
  const [framed, setFramed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFramed(true));
    return () => clearTimeout(timer);
  }, []);
  return framed;
}

/** The submission whose details are shown. Closing them gives the keyboard back to whom it was taken from. */
function useOpened(reveal: (id: number) => void) {
  const [openId, setOpenId] = useState<number | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  // Both keep their identity: rows are drawn again only when something of theirs changes.
  const open = useCallback(
    (id: number) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      reveal(id);
      setOpenId(id);
    },
    [reveal],
  );
  const close = useCallback(() => {
    setOpenId(null);
    opener.current?.focus({ preventScroll: true });
  }, []);
  return { openId, open, close };
}

type Props = {
  /** The ids of the submissions in the open question; null if none is open. */
  readonly asked: ReadonlySet<number> | null;
  readonly onClose: () => void;
};

/** Asks before many files are cancelled. What is sent while it asks leaves the question, and with the last one it closes. */
function CancelAllDialog({ asked, onClose }: Props) {
  const submissions = useWindowStore((state) => state.submissions);
  const working = useWindowStore((state) => state.lists.working);
  const needsYou = useWindowStore((state) => state.lists['needs-you']);
  const isSending = useWindowStore((state) => isMoving(state.summary));
  const bulk = useMemo(
    () => (asked === null ? null : bulkOf(submissions, working, needsYou, asked)),
    [asked, submissions, working, needsYou],
  );
  const nameOf = (id: number): string | null => submissions.get(id)?.name ?? null;
  const question = bulk && cancelAllQuestion(bulk, { isSending, nameOf }, () => void act('cancel', bulk.cancel));
  const isOver = asked !== null && question === null;
  useEffect(() => {
    if (!isOver) return;
    showNotes(['There is nothing to cancel.'], 'info');
    onClose();
  }, [isOver, onClose]);
  return <ConfirmDialog question={question} onClose={onClose} />;
}

type NewFilesProps = { readonly unseen: number; readonly onShow: () => void };

/** Leads to files that came while the person looked at others. It lies over the list and takes no room from it. */
function NewFiles({ unseen, onShow }: NewFilesProps) {
  if (unseen === 0) return null;
  return (
    <div className={classes.place}>
      <button type="button" className={classes.button} onClick={onShow}>
        {arrivalWords(unseen)}
        <IconArrowUp size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  );
}

/** What the screen does when a submission's choice needs more than a call. Each must keep its identity. */
type ChoiceScreen = {
  readonly open: (id: number) => void;
  readonly ask: (question: Question) => void;
  readonly settle: (settling: Settling) => void;
};

/** The handlers of a row's and the details' buttons. What is no longer possible by now is left alone. */
function useChoices({ open, ask, settle }: ChoiceScreen) {
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
