import '@mantine/notifications/styles.css';
import { Button } from '@mantine/core';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../ui/format.ts';
import { readingMs } from '../ui/notes.tsx';
import classes from './Notices.module.css';

/** So many are kept until they are read or their time is over. */
const MOST_KEPT = 20;

/**
 * What is told beside the screen: the last of it, and how much came before it. All at once would take the room of the list
 * that they speak of.
 */
export function Notices() {
  const { notifications: told } = useNotifications();
  const [wantsAll, setWantsAll] = useState(false);
  const earlier = Math.max(0, told.length - 1);
  if (wantsAll && earlier === 0) setWantsAll(false);
  // The time to read one begins when it can be read.
  useEffect(() => {
    for (const [index, one] of told.entries()) {
      const inSight = wantsAll || index === told.length - 1;
      const autoClose = inSight ? (readingMs(one) ?? false) : false;
      if (one.autoClose !== autoClose) notifications.update({ ...one, autoClose });
    }
  }, [told, wantsAll]);
  const box = useRef<HTMLDivElement>(null);
  useKeptClear(box, told.length > 0);
  return (
    <div ref={box} className={classes.notices} data-all={wantsAll || undefined}>
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

/** Says to the page how much of its end they take, for what keeps clear of them. */
function useKeptClear(box: RefObject<HTMLElement | null>, isTold: boolean): void {
  useEffect(() => {
    const notices = box.current;
    const page = document.documentElement;
    if (notices === null || !isTold) return;
    const measure = (): void => {
      const taken = window.innerHeight - notices.getBoundingClientRect().top;
      page.style.setProperty('--ds-notices', `${Math.max(0, Math.ceil(taken))}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(notices);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      page.style.removeProperty('--ds-notices');
    };
  }, [box, isTold]);
}
