import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { RecordPage, RecordsSync } from '../../../shared/bridge/records.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { change } from '../../data/calls.ts';
import { useOnLook } from '../../data/queries.ts';
import { windowEvents } from '../../data/window-events.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { formatCount, formatDay } from '../../ui/format.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { useNow } from '../../ui/now.ts';
import classes from './RefreshLine.module.css';

type Props = { readonly head: RecordPage | null; readonly state: RecordsSync };

export function RefreshLine({ head, state }: Props) {
  const now = useNow(false);
  const isRunning = state.kind === 'running';
  const asOf = head?.asOf ?? null;
  const words = asOf === null ? '' : `As of ${formatDay(asOf, now).replace(/^on /, '')}`;
  return (
    <div className={classes.line}>
      <Announcer text={announcement(state, words)} everyMs={5_000} />
      <div className={classes.words}>
        {state.kind === 'running' && (
          <span>{state.listed > 0 ? `${formatCount(state.listed)} records read…` : 'Reading the service’s list…'}</span>
        )}
        {state.kind === 'failed' && (
          <span className={classes.failed} title={failureMessage(state.reason)}>
            <IconCloudOff size={18} stroke={1.7} aria-hidden="true" />
            {failureMessage(state.reason)}
          </span>
        )}
        {!isRunning && words !== '' && <span>{words}</span>}
      </div>
      {/* Stop has its own place on the left, so that a late click on it does not refresh again. */}
      {isRunning && (
        <Button variant="default" aria-label="Stop refreshing" onClick={cancel}>
          Stop
        </Button>
      )}
      <ActionButton icon={IconRefresh} isBusy={isRunning} aria-disabled={isRunning} onClick={refresh}>
        Refresh
      </ActionButton>
    </div>
  );
}

function announcement(state: RecordsSync, words: string): string {
  if (state.kind === 'running') return 'Reading the service’s list';
  return state.kind === 'failed' ? failureMessage(state.reason) : words;
}

/** Records read longer ago than this many milliseconds are read again when they are shown. */
const OLD_MS = 60_000;

const refreshOld = (): void => void change('records.refresh', { unlessWithinMs: OLD_MS });
const refresh = (): void => void change('records.refresh', { unlessWithinMs: 0 });
const cancel = (): void => void change('records.cancelRefresh', {});

/**
 * The progress of reading the service's list. It is read when the screen opens and when the window becomes active
 * again.
 */
export function useRecordsSync(accountId: string): RecordsSync {
  const [state, setState] = useState<RecordsSync>({ kind: 'idle' });

  useEffect(() => {
    setState({ kind: 'idle' });
    return windowEvents.on('records.sync', (event) => {
      if (event.accountId === accountId) setState(event.state);
    });
  }, [accountId]);
  useOnLook(refreshOld);
  return state;
}
