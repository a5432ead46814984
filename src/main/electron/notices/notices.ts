import { BrowserWindow, Notification } from 'electron';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { batchEndWords, createBatchWatch } from './batch.ts';
import { landingWords, watchEndWords } from './words.ts';

/** A folder comes in pieces: the batch is over when nothing has followed for this long. */
const AT_REST_MS = 1_000;

export type Notifications = {
  readonly follow: (events: DomainEvents) => void;
  readonly close: () => void;
};

/** Says on the desktop that a batch is done, to a person who is not looking at a window of ours. */
export function createNotifications(
  known: readonly Submission[],
  showQueue: (accountId: string) => void,
  locale: () => string | undefined,
): Notifications {
  const watch = createBatchWatch(known);
  let rest: NodeJS.Timeout | null = null;
  let last: Pick<Submission, 'accountId'> | null = known.at(-1) ?? null;
  /** Kept, because a notification that is collected as garbage no longer hears its click. */
  let shown: Notification | null = null;

  const tell = (): void => {
    rest = null;
    const words = batchEndWords(watch.take(), locale());
    if (words === null || last === null || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported())
      return;
    shown?.close();
    shown = new Notification(words);
    // Of several accounts, the one whose file came last to its end.
    const { accountId } = last;
    shown.on('click', () => showQueue(accountId));
    shown.show();
  };

  const stop = (): void => {
    if (rest !== null) clearTimeout(rest);
    rest = null;
  };

  return {
    follow(events) {
      const look = (): void => {
        if (watch.isOver()) rest ??= setTimeout(tell, AT_REST_MS);
        else stop();
      };
      events.on('submissions.changed', ({ submissions }) => {
        watch.changed(submissions);
        last = submissions.at(-1) ?? last;
        look();
      });
      events.on('submissions.removed', ({ ids }) => {
        watch.removed(ids);
        look();
      });
    },
    close: stop,
  };
}

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
