import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { goTo } from '../../data/navigation.ts';
import classes from './EmptySpending.module.css';
import type { Refresh } from './use-refresh.ts';

/** Shown while nothing was spent, or nothing was ever read. */
export function EmptySpending({ refresh: { state } }: { readonly refresh: Refresh }) {
  return (
    <div className={classes.empty}>
      <div className={classes.card}>
        <span className={classes.art}>
          <IconReceipt size={40} stroke={1.4} aria-hidden="true" />
        </span>
        <h2>{state.kind === 'running' ? 'Looking…' : 'Nothing spent yet'}</h2>
        <p>
          {state.kind === 'failed'
            ? 'Nothing is kept on this computer, and the service could not be read.'
            : 'Every submission of this account will be listed here, with what it cost.'}
        </p>
        <Button onClick={() => goTo('submit')}>Submit a file</Button>
      </div>
    </div>
  );
}
