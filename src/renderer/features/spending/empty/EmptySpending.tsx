import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { RecordsSync } from '../../../../shared/bridge/records.ts';
import { goTo } from '../../../data/navigation.ts';
import { activeReadsRecords, useWindowStore } from '../../../data/window-store.ts';
import classes from '../SpendingScreen.module.css';
import { emptyWords } from './empty-words.ts';

export function EmptySpending({ state }: { readonly state: RecordsSync }) {
  const readsRecords = useWindowStore(activeReadsRecords);
  const { title, text, next } = emptyWords(state, readsRecords);
  return (
    <div className={classes.empty}>
      <div className={classes.card}>
        <span className={classes.art}>
          <IconReceipt size={40} stroke={1.4} aria-hidden="true" />
        </span>
        <h2>{title}</h2>
        <p>{text}</p>
        {next === 'submit' ? (
          <Button onClick={() => goTo('submit')}>Submit a file</Button>
        ) : (
          <div className={classes.answers}>
            <Button onClick={() => goTo('accounts')}>Add an access token under Accounts</Button>
            <Button variant="default" onClick={() => goTo('lookup')}>
              Open Look up
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
