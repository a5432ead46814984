import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { allOf } from '../../../shared/submissions/batch-status.ts';
import type { SubmissionAction } from '../../../shared/submissions/submission-state.ts';
import { goTo } from '../../data/navigation.ts';
import { useWindowStore, windowStore } from '../../data/window-state.ts';
import { ConfirmDialog, type Question } from '../../ui/ConfirmDialog.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { openAccountDialog } from '../accounts/index.ts';
import { ChooseButtons } from './AddFiles.tsx';
import { ApprovalBar } from './ApprovalBar.tsx';
import { bulkOf, cancelQuestion } from './bulk.ts';
import { type Decision, removalQuestion } from './choices.ts';
import { act, leaveOut, resume, sendAgain } from './commands.ts';
import { DetailsPanel, SettleDialog } from './DetailsPanel.tsx';
import { nothingWords, useListView } from './list-view.ts';
import { Notices } from './Notices.tsx';
import type { Settling } from './Parts.tsx';
import { askForPassphrase } from './PassphraseDialog.tsx';
import classes from './Queue.module.css';
import { SubmissionList } from './SubmissionList.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { Toolbar } from './Toolbar.tsx';

export function Queue() {
  const { group, setGroup, query, setQuery, sought, ids, found, additions, reveal } = useListView();
  const [question, setQuestion] = useState<Question | null>(null);
  const [settling, setSettling] = useState<Settling | null>(null);
  const framed = useFramed();
  const [openId, open] = useState<number | null>(null);
  const submissions = useWindowStore((state) => state.submissions);
  const all = useWindowStore((state) => state.lists.all);
  const bulk = useMemo(() => bulkOf(submissions, all), [submissions, all]);
  const foundIds = found?.ids ?? null;
  const bulkOfFound = useMemo(
    () => (foundIds === null ? bulk : bulkOf(submissions, foundIds)),
    [foundIds, submissions, bulk],
  );
  const isAllAsked = useWindowStore((state) => allOf(state.summary.counts) === state.held.unapproved?.rows);

  const showOther = (id: number): void => {
    reveal(id);
    open(id);
  };
  const onAction = useAction(setQuestion);
  const onDecision = useDecision({ open, showOther, settle: setSettling });

  return (
    <Screen
      scrolls="list"
      panel={
        openId !== null && (
          <DetailsPanel
            key={openId}
            id={openId}
            onClose={() => open(null)}
            onDecision={onDecision}
            onSettle={setSettling}
          />
        )
      }
    >
      <div className={classes.head}>
        <h1>Submit</h1>
        <ChooseButtons />
      </div>
      <ApprovalBar ids={bulk.held.unapproved} />
      {/* The strip would repeat the question above it. */}
      {!isAllAsked && <SummaryStrip />}
      <Notices {...bulk} />
      <Toolbar
        group={group}
        bulk={bulkOfFound}
        found={found}
        query={query}
        onGroup={setGroup}
        onQuery={setQuery}
        onCancel={() => {
          const asked = bulkOfFound;
          setQuestion(cancelQuestion(asked, submissions, () => void act('cancel', asked.cancel)));
        }}
      />
      {framed && ids.length > 0 && (
        <SubmissionList
          key={`${group} ${additions}`}
          ids={ids}
          openId={openId}
          onOpen={open}
          onAction={onAction}
          onDecision={onDecision}
        />
      )}
      {ids.length === 0 && (
        <div className={classes.nothing} role="status">
          <p>{nothingWords(group, sought)}</p>
          {sought !== '' && (
            <Button variant="default" onClick={() => setQuery('')}>
              Show all of them
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
      <SettleDialog settling={settling} onClose={() => setSettling(null)} />
    </Screen>
  );
}

/**
 * Draws the frame of the screen first and its rows in a second task, to avoid a noticeable delay. A transition would be
 * postponed by each arriving row.
 */
function useFramed(): boolean {
  const [framed, setFramed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFramed(true));
    return () => clearTimeout(timer);
  }, []);
  return framed;
}

function useAction(ask: (question: Question) => void) {
  return useCallback(
    (action: SubmissionAction, id: number) => {
      const submission = windowStore.getState().submissions.get(id);
      if (submission === undefined) return;
      const go = (): void => void act(action, [id]);
      const question = action === 'remove' ? removalQuestion(submission, go) : null;
      if (question === null) go();
      else ask(question);
    },
    [ask],
  );
}

type Decisions = {
  readonly open: (id: number) => void;
  /** Opens a submission that the filtered list may not contain. */
  readonly showOther: (id: number) => void;
  readonly settle: (settling: Settling) => void;
};

/** The handler keeps its identity, so that rows are not drawn again. */
function useDecision(decisions: Decisions) {
  const latest = useRef(decisions);
  latest.current = decisions;
  return useCallback((decision: Decision, id: number) => {
    const { open, showOther, settle } = latest.current;
    const { submissions } = windowStore.getState();
    const submission = submissions.get(id);
    if (submission === undefined) return;
    const { accountId, name, state } = submission;
    switch (decision) {
      case 'open-original': {
        if (state.kind !== 'paused' || state.why.kind !== 'duplicate') return;
        const { localId, submissionId } = state.why.of;
        if (submissions.has(localId)) showOther(localId);
        else if (submissionId !== null) goTo('lookup', { kind: 'submission', submissionId, accountId });
        return;
      }
      case 'submit-anyway':
        return void resume([id], 'duplicate');
      case 'resume':
        return void resume([id], 'beyond-spending-limit');
      case 'submit-unread':
        return void resume([id], 'since-copy');
      case 'decide':
        return open(id);
      case 'go-on':
        return void act('retry', [id]);
      case 'leave-out':
        return void leaveOut(id);
      case 'type-passphrase':
        return askForPassphrase(id);
      case 'set-app-id':
        return openAccountDialog({ kind: 'edit', accountId, at: 'appId' });
      case 'add-token':
        return goTo('accounts');
      case 'went-through':
        return settle({ id, name });
      case 'did-not':
        return void sendAgain([id]);
    }
  }, []);
}
