import { Button } from '@mantine/core';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { formatCount } from '../ui/format.ts';
import classes from './Notices.module.css';

/** So many are kept until they are read or their time is over. */
const MOST_KEPT = 20;

/**
 * What is told beside the screen: the last of it, and how much came before it. All at once would take the room of the list
 * that they speak of.
 */
export function Notices() {
  const { notifications } = useNotifications();
  const [wantsAll, setWantsAll] = useState(false);
  const earlier = Math.max(0, notifications.length - 1);
  if (wantsAll && earlier === 0) setWantsAll(false);
  return (
    <div className={classes.notices} data-all={wantsAll || undefined}>
      {earlier > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.earlier ?? ''}
          aria-expanded={wantsAll}
          onClick={() => setWantsAll(!wantsAll)}
        >
          {wantsAll
            ? 'Only the last'
            : earlier === 1
              ? '1 earlier message'
              : `${formatCount(earlier)} earlier messages`}
        </Button>
      )}
      <Notifications position="bottom-right" limit={MOST_KEPT} withinPortal={false} />
    </div>
  );
}
