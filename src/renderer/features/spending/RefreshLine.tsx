import { Button, Loader } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { RecordPage } from '../../../shared/bridge/records.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { formatCount } from '../../ui/amounts.ts';
import { formatDay } from '../../ui/moments.ts';
import { useNow } from '../../ui/now.ts';
import classes from './RefreshLine.module.css';
import type { Refresh } from './use-refresh.ts';

type Props = { readonly head: RecordPage | null; readonly refresh: Refresh };

/** How old what is shown is, and the button that makes it new. */
export function RefreshLine({ head, refresh: { state, refresh, cancel } }: Props) {
  const now = useNow(false);
  const asOf = head?.asOf ?? null;
  const words = asOf === null ? '' : `As of ${formatDay(asOf, now).replace(/^on /, '')}`;
  return (
    <div className={classes.line}>
      <Announcer text={announcement(state, words)} everyMs={5_000} urgent={state.kind !== 'running'} />
      <div className={classes.words}>
        {state.kind === 'running' && (
          <span>{state.listed > 0 ? `${formatCount(state.listed)} records read…` : 'Reading the service’s list…'}</span>
        )}
        {state.kind === 'failed' && (
          <span className={classes.failed} title={state.message}>
            <IconCloudOff size={18} stroke={1.7} aria-hidden="true" />
            {state.message}
          </span>
        )}
        {state.kind !== 'running' && words !== '' && <span>{words}</span>}
        {state.kind === 'idle' && head !== null && head.listed !== null && (
          <span title="The others were read earlier and are kept on this computer.">
            {`The service lists ${formatCount(head.listed)} of these ${formatCount(head.kept)}.`}
          </span>
        )}
        {head?.isFull === true && (
          <span title="Further records that the service lists are not kept, but for those of your own files.">
            {`These ${formatCount(head.kept)} are as many as Dropslip keeps for one account.`}
          </span>
        )}
      </div>
      {state.kind === 'running' ? (
        <Button variant="default" leftSection={<Loader size={16} color="gray" />} onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.7} />} onClick={refresh}>
          Refresh
        </Button>
      )}
    </div>
  );
}

function announcement(state: Refresh['state'], words: string): string {
  if (state.kind === 'running') return 'Reading the service’s list';
  return state.kind === 'failed' ? state.message : words;
}
