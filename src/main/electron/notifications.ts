import { BrowserWindow, Notification } from 'electron';
import type { Submission } from '../../shared/bridge/submissions.ts';
import type { DomainEvents } from '../domain-events.ts';
import { batchEndWords, createBatchWatch } from './batch-end.ts';

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
