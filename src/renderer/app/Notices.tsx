import '@mantine/notifications/styles.css';
import { Button } from '@mantine/core';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../ui/format.ts';
import { readingMs } from '../ui/notes.tsx';
import classes from './Notices.module.css';

/** The maximum number of notices that are kept. */
const MOST_KEPT = 20;

/**
 * Shows the newest notice and the number of earlier ones. All of them at once would cover the list that they are about.
 */
export function Notices() {
  const { notifications: told } = useNotifications();
  const [wantsAll, setWantsAll] = useState(false);
  const earlier = Math.max(0, told.length - 1);
  if (wantsAll && earlier === 0) setWantsAll(false);
  // A notice's timer starts when the notice becomes visible.
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

/** Publishes the height of the notices, for elements that keep clear of them. */
function useKeptClear(box: RefObject<HTMLElement | null>, hasNotices: boolean): void {
  useEffect(() => {
    const notices = box.current;
    const page = document.documentElement;
    if (notices === null || !hasNotices) return;
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
  }, [box, hasNotices]);
}
