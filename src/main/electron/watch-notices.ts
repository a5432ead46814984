import { BrowserWindow, Notification } from 'electron';
import type { DomainEvents } from '../domain-events.ts';
import { landingWords, watchEndWords } from './landing-words.ts';

/**
 * Says on the desktop that a watched submission has landed, or is watched no longer, to a person who is not looking at a
 * window of ours.
 */
export function showWatchNotices(events: DomainEvents, show: (submissionId: string) => void): void {
  /** Kept, because a notification that is collected as garbage no longer hears its click. */
  const shown = new Set<Notification>();

  const notify = (words: { readonly title: string; readonly body: string }, submissionId: string): void => {
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
    const notification = new Notification(words);
    shown.add(notification);
    notification.on('click', () => show(submissionId));
    notification.on('close', () => shown.delete(notification));
    notification.show();
  };

  events.on('lookup.watch', ({ news }) => {
    if (news.landed) notify(landingWords(news), news.submissionId);
  });
  events.on('lookup.watch-ended', ({ end }) => notify(watchEndWords(end), end.submissionId));
}
