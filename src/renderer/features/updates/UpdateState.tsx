import { Button, Group } from '@mantine/core';
import type { CallName } from '../../../shared/bridge/bridge.ts';
import type { NewVersion, UpdateState as State } from '../../../shared/bridge/updates.ts';
import { updateWords } from '../../../shared/messages/updates.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { formatDay, formatSize, percent } from '../../ui/format.ts';
import classes from './Updates.module.css';

type Props = { readonly feed: string; readonly state: State };

export function UpdateState({ feed, state }: Props) {
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

/** As text, whatever it says: it comes from outside. */
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
      if (state.waitsFor !== null) return <Action call="updates.cancel" label="Not now" />;
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
