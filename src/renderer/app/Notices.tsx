import '@mantine/notifications/styles.css';
import { Notifications, useNotifications } from '@mantine/notifications';
import { type RefObject, useEffect, useRef } from 'react';
import classes from './Notices.module.css';

/** More at once would cover the list that they are about. The others wait. */
const SHOWN_AT_ONCE = 3;

export function Notices() {
  const { notifications } = useNotifications();
  const box = useRef<HTMLDivElement>(null);
  useKeptClear(box, notifications.length > 0);
  return (
    <div ref={box} className={classes.notices}>
      <Notifications position="bottom-right" limit={SHOWN_AT_ONCE} withinPortal={false} />
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
