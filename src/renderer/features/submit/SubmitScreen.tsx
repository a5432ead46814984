import { useCallback, useRef, useState } from 'react';
import type { Group } from '../../state/groups.ts';
import { useWindowStore, windowStore } from '../../state/window-store.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx';
import { act, clearFinished } from './commands.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { DropOverlay } from './DropOverlay.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ItemList } from './ItemList.tsx';
import { actionsFor, type ItemAction, removalWarning } from './item-actions.ts';
import classes from './SubmitScreen.module.css';
import { SummaryStrip } from './SummaryStrip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useFileDrop } from './use-file-drop.ts';

const nothingHere: { readonly [Name in Group]: string } = {
  all: 'Nothing here yet. Drop a file to begin.',
  working: 'Nothing is being worked on.',
  done: 'Nothing is done yet.',
  'needs-you': 'Nothing needs you. All is well.',
};

export function SubmitScreen() {
  const dragged = useFileDrop();
  const empty = useWindowStore((state) => state.lists.all.length === 0);
  return (
    <>
      {empty ? <EmptyState /> : <Queue />}
      <DropOverlay dragged={dragged} />
    </>
  );
}

function Queue() {
  const [group, setGroup] = useState<Group>('all');
  const [openId, setOpenId] = useState<number | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const ids = useWindowStore((state) => state.lists[group]);
  const opener = useRef<HTMLElement | null>(null);

  const open = useCallback((id: number) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpenId(id);
  }, []);

  const close = useCallback(() => {
    setOpenId(null);
    opener.current?.focus({ preventScroll: true });
  }, []);

  const onAction = useCallback((action: ItemAction, id: number) => {
    const item = windowStore.getState().items.get(id);
    if (!item || !actionsFor(item.state).includes(action)) return;
    const warning = action === 'remove' ? removalWarning(item.state) : null;
    if (warning === null) {
      void act(action, [id]);
      return;
    }
    const onYes = (): void => void act(action, [id]);
    setQuestion({ title: 'Remove this file?', text: warning, yes: 'Remove', no: 'Keep it', onYes });
  }, []);

  const cancelAll = (): void => {
    const working = windowStore.getState().lists.working;
    setQuestion({
      title: working.length === 1 ? 'Stop 1 file?' : `Stop ${working.length} files?`,
      text: 'What is not with the service yet is not sent. You can retry it later.',
      yes: 'Stop',
      no: 'Keep going',
      onYes: () => void act('cancel', working),
    });
  };

  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <div className={classes.head}>
          <h1>Submit</h1>
          <ChooseButtons />
        </div>
        <SummaryStrip />
        <Toolbar
          group={group}
          onGroup={setGroup}
          onClearFinished={() => void clearFinished()}
          onCancelAll={cancelAll}
        />
        {ids.length > 0 ? (
          <ItemList key={group} ids={ids} openId={openId} onOpen={open} onAction={onAction} />
        ) : (
          <p className={classes.nothing}>{nothingHere[group]}</p>
        )}
      </div>
      {openId !== null && <DetailsPanel key={openId} id={openId} onClose={close} />}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </div>
  );
}
