import { BrowserWindow, Notification } from 'electron';
import type { WindowEvent } from '../../shared/api.ts';
import { landingWords } from './landing-words.ts';

/** Says on the desktop that a watched submission has landed, to a person who is not looking at a window of ours. */
export function createWatchNotices(show: (submissionId: string) => void): {
  readonly observe: (event: WindowEvent) => void;
} {
  /** Kept, because a notification that is collected as garbage no longer hears its click. */
  const shown = new Set<Notification>();

  return {
    observe(event) {
      if (event.kind !== 'lookup-watch' || !event.news.landed) return;
      if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
      const notification = new Notification(landingWords(event.news));
      shown.add(notification);
      notification.on('click', () => show(event.news.submissionId));
      notification.on('close', () => shown.delete(notification));
      notification.show();
    },
  };
}
