import { Button, Checkbox, Loader, Modal, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FolderWay, WeighedDrop } from '../../../../shared/bridge/drops.ts';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { callQuery } from '../../../data/queries.ts';
import { windowApi } from '../../../data/window-api.ts';
import { useActiveAccountId, useWindowStore } from '../../../data/window-store.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { tellAdded } from '../commands.ts';
import { askAgain, closeQuestion, endQuestion, useAskedDrop } from './asked-drops.ts';
import classes from './DropDialog.module.css';
import { countedWords, dropWords, rememberWords } from './drop-words.ts';
import { WayChoice } from './WayChoice.tsx';

/** Asks how a drop is to go, before anything of it is added. */
export function DropDialog() {
  const asked = useAskedDrop();
  const accountId = useActiveAccountId();
  useEffect(() => {
    if (accountId !== '') void askAgain();
  }, [accountId]);
  const dropId = asked?.dropId ?? 0;
  const weighed = useQuery({ ...callQuery('drops.weighed', accountId, { dropId }), enabled: asked !== null });
  const drop = asked === null ? null : (weighed.data ?? null);
  return (
    <Modal
      opened={asked !== null}
      onClose={() => void closeQuestion(dropId, drop)}
      title="How should this go?"
      size="46rem"
      closeButtonProps={{ 'aria-label': 'Close, and add nothing' }}
    >
      {drop === null ? (
        <div className={classes.question}>
          {weighed.error === null ? (
            <p className={classes.counting} role="status">
              <Loader size="xs" mr="xs" aria-hidden="true" />
              {asked === null ? '' : countedWords(asked.counted)}
            </p>
          ) : (
            <p className={classes.problem} role="alert">
              {weighed.error.message}
            </p>
          )}
          <div className={classes.foot}>
            <Button variant="default" data-autofocus onClick={() => void closeQuestion(dropId, null)}>
              Cancel
            </Button>
          </div>
        </div>
      ) : (
        <Question key={drop.dropId} drop={drop} />
      )}
    </Modal>
  );
}

function Question({ drop }: { readonly drop: WeighedDrop }) {
  const { dropId, choices } = drop;
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === drop.accountId));
  const { notes, ways, what } = dropWords(drop, account?.kind === 'practice');
  const [way, setWay] = useState<FolderWay>(() => {
    const before = ways.find(({ way: known }) => known === choices.folders);
    return (before ?? ways[0])?.way ?? 'separate';
  });
  const [keepsTimes, setKeepsTimes] = useState(choices.keepsTimes);
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // What had the focus while the files were counted is gone with the counting.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);

  const add = async (): Promise<void> => {
    if (isAdding) return;
    setAdding(true);
    const answer = await windowApi().call('drops.add', { dropId, folders: way, keepsTimes, remember });
    setAdding(false);
    // It is there still, and so is the question.
    if (!answer.ok && answer.error.code !== 'drop-gone') return setProblem(failureMessage(answer.error));
    endQuestion(dropId);
    tellAdded(answer);
  };

  return (
    <form
      ref={form}
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <p className={classes.what}>{what}</p>
      {ways.length > 0 && <WayChoice ways={ways} chosen={way} onChoose={setWay} />}
      {notes.length > 0 && <p className={classes.notes}>{notes.join(' ')}</p>}
      {way !== 'separate' && (
        <Disclosure label="Details">
          <Switch
            label="Say when each file was last changed"
            description="Then it has the same time when it comes back. The time is as public as the file."
            checked={keepsTimes}
            onChange={(event) => setKeepsTimes(event.currentTarget.checked)}
          />
        </Disclosure>
      )}
      {ways.length > 0 && (
        <Checkbox
          label="Do the same next time"
          description={rememberWords(account?.name ?? '')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
      )}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void closeQuestion(dropId, drop)}>
          Cancel
        </Button>
        <Button type="submit" loading={isAdding} data-autofocus={ways.length === 0 ? true : undefined}>
          Submit
        </Button>
      </div>
    </form>
  );
}
