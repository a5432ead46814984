import { BrowserWindow, Notification } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { landingWords, watchEndWords } from './landing-words.ts';

/**
 * Says on the desktop that a watched submission has landed, or is watched no longer, to a person who is not looking at a
 * window of ours.
 */
export function createWatchNotices(show: (submissionId: string) => void): {
  readonly observe: (event: WindowEvent) => void;
} {
  /** Kept, because a notification that is collected as garbage no longer hears its click. */
  const shown = new Set<Notification>();

  return {
    observe(event) {
      const told = noticeOf(event);
      if (told === null || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
      const notification = new Notification(told.words);
      shown.add(notification);
      notification.on('click', () => show(told.submissionId));
      notification.on('close', () => shown.delete(notification));
      notification.show();
    },
  };
}

function noticeOf(event: WindowEvent) {
  if (event.kind === 'lookup-watch' && event.news.landed) {
    return { words: landingWords(event.news), submissionId: event.news.submissionId };
  }
  if (event.kind === 'lookup-watch-ended') {
    return { words: watchEndWords(event.end), submissionId: event.end.submissionId };
  }
  return null;
}
