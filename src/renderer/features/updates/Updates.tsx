import { Button, Group, Radio } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallName } from '../../../shared/bridge/bridge.ts';
import type { NewVersion, UpdateState as State, UpdatesView } from '../../../shared/bridge/updates.ts';
import { updateNoticeWords, updateWords } from '../../../shared/messages/updates.ts';
import { goTo } from '../../data/navigation.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { windowEvents } from '../../data/window-events.ts';
import { closePassiveDialogs } from '../../ui/dialogs.ts';
import { formatDay, formatSize, percent } from '../../ui/format.ts';
import { changeOrNotify, hideNote, showOffer } from '../../ui/notes.tsx';
import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import classes from './Updates.module.css';

const view = callQuery('updates.view', null, {});

function useUpdates(): UpdatesView | null {
  const { data } = useQuery(view);
  useEffect(
    () =>
      windowEvents.on('updates.changed', ({ feed, state }) => {
        // A pending answer is older than this event.
        void queryClient.cancelQueries({ queryKey: view.queryKey });
        queryClient.setQueryData(view.queryKey, { feed, state });
      }),
    [],
  );
  return data ?? null;
}

type Props = { readonly feed: string; readonly state: State };

function UpdateState({ feed, state }: Props) {
  const release = 'release' in state ? state.release : null;
  return (
    <div className={classes.state}>
      <p role="status">{state.kind === 'idle' ? restWords(state.lastCheck) : updateWords(state, feed)}</p>
      {state.kind === 'downloading' && <Download {...state} />}
      <Actions state={state} />
      {release !== null && <Notes {...release} />}
    </div>
  );
}

function restWords(lastCheck: string | null): string {
  if (lastCheck === null) return 'Dropslip checks for a new version when it starts, and every few hours.';
  return `This is the newest version. Checked ${formatDay(lastCheck, Date.now())}.`;
}

type DownloadProps = { readonly received: number; readonly total: number | null };

function Download({ received, total }: DownloadProps) {
  if (total === null) return <p className={classes.soft}>{formatSize(received)}</p>;
  return (
    <div className={classes.progress}>
      <ProgressBar percent={percent(received, total)} label="Download of the new version" size="total" />
      <p className={classes.soft}>
        {formatSize(received)} of {formatSize(total)}
      </p>
    </div>
  );
}

/** Always rendered as plain text, as the notes come from outside. */
function Notes({ version, notes }: NewVersion) {
  if (notes === '') return null;
  return (
    <div>
      <h3>What is new in {version}</h3>
      <p className={classes.notes}>
        <bdi>{notes}</bdi>
      </p>
    </div>
  );
}

function Actions({ state }: { readonly state: State }) {
  switch (state.kind) {
    case 'idle':
      return <Action call="updates.check" label="Check now" />;
    case 'available':
      if (state.byHand !== null) return <Action call="updates.check" label="Check again" />;
      return <Action call="updates.download" label={downloadLabel(state.release)} isMain />;
    case 'downloading':
      return <Action call="updates.cancel" label="Cancel" />;
    case 'ready':
      return <Action call="updates.install" label="Install and restart" isMain />;
    case 'failed':
      return <Action call={state.during === 'check' ? 'updates.check' : 'updates.download'} label="Try again" />;
    default:
      return null;
  }
}

function downloadLabel({ size }: NewVersion): string {
  return size === null ? 'Download' : `Download (${formatSize(size)})`;
}

type ActionProps = {
  readonly call: Extract<CallName, `updates.${string}`>;
  readonly label: string;
  readonly isMain?: boolean;
};

function Action({ call, label, isMain = false }: ActionProps) {
  return (
    <Group>
      <Button variant={isMain ? 'filled' : 'default'} onClick={() => void changeOrNotify(call, {})}>
        {label}
      </Button>
    </Group>
  );
}

/** The updates that the user has been notified of, each only once. */
const told = new Set<string>();

export function UpdateNotice() {
  const updates = useUpdates();
  const words = updates === null ? null : updateNoticeWords(updates.state);
  useEffect(() => {
    if (words === null || told.has(words)) return;
    told.add(words);
    const onChosen = (): void => {
      if (closePassiveDialogs()) goTo('preferences');
    };
    const note = showOffer([words], { label: 'See what is new', icon: IconSparkles, onChosen, ms: null });
    return () => hideNote(note);
  }, [words]);
  return null;
}

export function UpdatesPreferences() {
  const updates = useUpdates();
  if (updates === null) return null;
  const { feed, state } = updates;
  return (
    <PreferenceGroup title="Updates">
      {feed === null ? (
        <p>{updateWords({ kind: 'off-in-build' }, '')}</p>
      ) : (
        <>
          <Choice feed={feed} />
          <UpdateState feed={feed} state={state} />
        </>
      )}
    </PreferenceGroup>
  );
}

function Choice({ feed }: { readonly feed: string }) {
  const chosen = usePreferences((preferences) => preferences.updates);
  return (
    <Radio.Group
      aria-label="Updates"
      value={chosen}
      onChange={(value) => void changePreferences({ updates: value === 'off' ? 'off' : 'ask' })}
    >
      <div className={classes.choices}>
        <Radio
          value="ask"
          label="Check for new versions, and ask before one is downloaded"
          description={
            <span className={classes.feed}>
              Asks {feed} when Dropslip starts and every six hours. It sees only your network address and your type of
              system.
            </span>
          }
        />
        <Radio value="off" label="Off" />
      </div>
    </Radio.Group>
  );
}
