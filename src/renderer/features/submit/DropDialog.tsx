import { Button, Checkbox, Loader, Modal, Radio, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { appIdInput } from '../../../shared/bridge/accounts.ts';
import type { WeighedDrop } from '../../../shared/bridge/drops.ts';
import type { Privacy } from '../../../shared/bridge/encryption.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { FolderWay } from '../../../shared/submissions/queue-settings.ts';
import { windowApi } from '../../data/calls.ts';
import { callQuery } from '../../data/queries.ts';
import { useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FormFoot, Problem } from '../../ui/FormFoot.tsx';
import { showNotes } from '../../ui/notes.tsx';
import { DropPassphrase, ReadersChoice, usePrivacy, useReadersChoice } from '../encryption/index.ts';
import { notifyAdded } from './commands.ts';
import classes from './DropDialog.module.css';
import {
  askAgain,
  closeQuestion,
  countedWords,
  dropWords,
  endQuestion,
  forgetDrop,
  nothingWords,
  rememberWords,
  useAskedDrop,
  type WayWords,
  withoutNodeWords,
} from './drop-question.ts';

export function DropDialog() {
  const asked = useAskedDrop();
  const accountId = useActiveAccountId();
  useEffect(() => {
    if (accountId !== '') void askAgain();
  }, [accountId]);
  const dropId = asked?.dropId ?? 0;
  const isAsked = asked !== null && accountId !== '';
  const weighed = useQuery({ ...callQuery('drops.weighed', accountId, { dropId }), enabled: isAsked });
  const drop = asked === null ? null : (weighed.data ?? null);
  const nothing = drop === null ? null : nothingWords(drop);
  useEffect(() => {
    if (nothing === null) return;
    void forgetDrop(dropId);
    showNotes([nothing], 'warning');
  }, [nothing, dropId]);
  return (
    <Modal
      opened={asked !== null}
      onClose={() => void closeQuestion(dropId)}
      title={drop?.isPrivate === true ? 'Who may read it?' : 'Submit'}
      size="46rem"
      classNames={dialog}
      closeButtonProps={{ 'aria-label': 'Close without adding' }}
    >
      {drop === null || nothing !== null ? (
        <div className={classes.question}>
          {weighed.error === null ? (
            <p className={classes.counting} role="status">
              <Loader size="xs" mr="xs" aria-hidden="true" />
              {asked === null ? '' : countedWords(asked.counted)}
            </p>
          ) : (
            <Problem text={weighed.error.message} />
          )}
          <div className={dialog.foot}>
            <Button variant="default" data-autofocus onClick={() => void closeQuestion(dropId)}>
              Cancel
            </Button>
          </div>
        </div>
      ) : (
        <QuestionOf key={drop.dropId} drop={drop} />
      )}
    </Modal>
  );
}

/** Wait for the account's privacy settings, so that no file is sent readable to everyone by mistake. */
function QuestionOf({ drop }: { readonly drop: WeighedDrop }) {
  const privacy = usePrivacy(drop.accountId);
  return privacy === null ? null : <Question drop={drop} privacy={privacy} />;
}

function Question({ drop, privacy }: { readonly drop: WeighedDrop; readonly privacy: Privacy }) {
  const { dropId, choices } = drop;
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === drop.accountId));
  const { cost, notes, ways, what } = dropWords(drop, account?.name ?? '');
  const choice = useReadersChoice(privacy, drop.isPrivate);
  const isPrivate = choice.kind !== 'public';
  const withoutNode = isPrivate && account !== undefined ? withoutNodeWords(account) : null;
  const [way, setWay] = useState<FolderWay>(() => {
    const before = ways.find(({ way: known }) => known === choices.folders);
    return (before ?? ways[0])?.way ?? 'separate';
  });
  const [keepsTimes, setKeepsTimes] = useState(choices.keepsTimes);
  const [remember, setRemember] = useState(false);
  const [appId, setAppId] = useState(account?.appId ?? '');
  const hasAppIds = account?.serviceKind === 'credits' || (account?.appId ?? null) !== null;
  const [problem, setProblem] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The element that had the focus during the count is gone.
  useEffect(() => {
    const within = [form.current, form.current?.parentElement];
    const first = within
      .map((place) => place?.querySelector<HTMLElement>('[data-autofocus]'))
      .find((found) => found != null);
    first?.focus();
  }, []);

  const add = async (): Promise<void> => {
    if (isAdding) return;
    const readers = choice.choose(form.current);
    if (readers === null) return;
    const typed = appId.trim();
    const isOwn = typed === '' || typed === account?.appId;
    if (!isOwn && !appIdInput.safeParse(typed).success) return setProblem('An app id is a whole number.');
    setAdding(true);
    const answer = await windowApi().call('drops.add', {
      dropId,
      folders: way,
      keepsTimes,
      remember,
      readers,
      ...(isOwn ? {} : { appId: typed }),
    });
    setAdding(false);
    // The drop still exists, so the question stays open.
    if (!answer.ok && answer.error.code !== 'drop-gone') return setProblem(failureMessage(answer.error));
    endQuestion(dropId);
    notifyAdded(answer);
  };

  return (
    <div className={classes.question}>
      <p className={classes.what}>{what}</p>
      {cost !== null && <p className={classes.notes}>{cost}</p>}
      {withoutNode !== null && <p className={classes.notes}>{withoutNode}</p>}
      <ReadersChoice accountId={drop.accountId} choice={choice} />
      <form
        ref={form}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <DropPassphrase choice={choice} />
        {ways.length > 0 && <WayChoice ways={ways} chosen={way} onChoose={setWay} />}
        {isPrivate && ways.length > 0 && (
          <p className={classes.notes}>
            A folder that stays together becomes one encrypted file. The names in it are encrypted too.
          </p>
        )}
        {notes.length > 0 && <p className={classes.notes}>{notes.join(' ')}</p>}
        {(way !== 'separate' || hasAppIds) && (
          <Disclosure label="Details">
            {way !== 'separate' && (
              <Switch
                label="Include when each file was last changed"
                description="A download restores the time. It is as public as the file."
                checked={keepsTimes}
                onChange={(event) => setKeepsTimes(event.currentTarget.checked)}
              />
            )}
            {hasAppIds && (
              <TextInput
                label="App id"
                description="Sent with these files. If empty, the account’s app id is used."
                inputMode="numeric"
                maxLength={10}
                value={appId}
                onChange={(event) => setAppId(event.currentTarget.value)}
              />
            )}
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
        <FormFoot
          failure={problem}
          onCancel={() => void closeQuestion(dropId)}
          submit={isPrivate ? 'Encrypt and submit' : drop.isPrivate ? 'Submit…' : 'Submit'}
          isBusy={isAdding}
          isReady={!choice.isMissing}
        />
      </form>
    </div>
  );
}

type Props = {
  readonly ways: readonly WayWords[];
  readonly chosen: FolderWay;
  readonly onChoose: (way: FolderWay) => void;
};

function WayChoice({ ways, chosen, onChoose }: Props) {
  return (
    <fieldset className={classes.ways} aria-label="How to submit the files">
      {ways.map(({ way, title, text, price, takes }) => (
        <div key={way} className={classes.way} data-chosen={way === chosen}>
          <Radio
            name="folder-way"
            value={way}
            checked={way === chosen}
            onChange={() => onChoose(way)}
            data-autofocus={way === chosen ? true : undefined}
            label={title}
            description={
              <span className={classes.text}>
                <span className={classes.price}>
                  {price} · {takes}
                </span>
                <span>{text}</span>
              </span>
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
