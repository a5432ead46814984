import { BrowserWindow, Notification } from 'electron';
import type { DomainEvents } from '../core/domain-events.ts';
import type { Separators } from '../shared/amounts.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import { watchEndNotice, watchedNotice } from '../shared/messages/notices.ts';
import { batchEndWords, firstNotice } from '../shared/messages/submissions.ts';
import { FinishedFiles } from './finished-files.ts';
import { callOnSessionBus } from './session-bus.ts';

/** A folder arrives in pieces. The batch is complete when nothing has followed for this long. */
const AT_REST_MS = 1_000;

const MOST_KEPT = 50;

type Words = { readonly title: string; readonly body: string };

type NoticesParts = {
  readonly events: DomainEvents;
  /** The submissions at the start. */
  readonly known: readonly Submission[];
  /** True if an account can read the service's records, which alone show that a file is in a block. */
  readonly readsRecords: (accountId: string) => boolean;
  /** The user's number format. */
  readonly separators: () => Separators;
  readonly showQueue: (accountId: string) => void;
  readonly showSubmission: (submissionId: string) => void;
};

/**
 * Shows a desktop notification when a batch is complete or a watched submission has a result, unless the user is in one
 * of the app's windows.
 */
export class Notices {
  readonly #parts: NoticesParts;
  readonly #finished: FinishedFiles;
  /** The account of the last changed row. */
  #lastAccountId: string | null;
  #rest: NodeJS.Timeout | null = null;
  #batchNotice: Notification | null = null;
  /** Kept, because a garbage-collected notification does not report its click. */
  readonly #watchNotices = new Set<Notification>();
  readonly #flashing = new WeakSet<BrowserWindow>();

  constructor(parts: NoticesParts) {
    const { events, known } = parts;
    this.#parts = parts;
    this.#finished = new FinishedFiles(known);
    this.#lastAccountId = known.at(-1)?.accountId ?? null;
    // macOS asks for permission when the first notification is shown, and drops that one.
    if (process.platform === 'darwin' && known.length === 0) {
      const stop = events.on('submissions.changed', () => {
        stop();
        new Notification({ ...firstNotice, silent: true }).show();
      });
    }
    events.on('submissions.changed', ({ submissions }) => {
      this.#finished.changed(submissions);
      this.#lastAccountId = submissions.at(-1)?.accountId ?? this.#lastAccountId;
      this.#look();
    });
    events.on('submissions.removed', ({ ids }) => {
      this.#finished.removed(ids);
      this.#look();
    });
    events.on('lookup.watch', ({ news }) => {
      if (news.isFinal) void this.#sayOfWatch(news.submissionId, watchedNotice(news));
    });
    events.on('lookup.watch-ended', ({ end }) => void this.#sayOfWatch(end.submissionId, watchEndNotice(end)));
  }

  close(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = null;
  }

  #look(): void {
    if (this.#finished.isOver()) this.#rest ??= setTimeout(() => void this.#sayOfBatch(), AT_REST_MS);
    else this.close();
  }

  async #sayOfBatch(): Promise<void> {
    this.#rest = null;
    const { separators, readsRecords } = this.#parts;
    const batch = this.#finished.take();
    const accountId = this.#lastAccountId;
    if (accountId === null) return;
    const words = batchEndWords(batch, separators(), readsRecords(accountId));
    if (words === null) return;
    const notice = await this.#notice(words);
    if (notice === null) return;
    this.#batchNotice?.close();
    this.#batchNotice = notice;
    notice.on('click', () => this.#parts.showQueue(accountId));
    notice.show();
  }

  async #sayOfWatch(submissionId: string, words: Words): Promise<void> {
    const notice = await this.#notice(words);
    if (notice === null) return;
    this.#watchNotices.add(notice);
    const [oldest] = this.#watchNotices;
    if (oldest !== undefined && this.#watchNotices.size > MOST_KEPT) this.#watchNotices.delete(oldest);
    notice.on('click', () => this.#parts.showSubmission(submissionId));
    notice.on('close', ({ reason = 'userCanceled' }) => {
      // Windows also reports this if a notification only moves to the list, where the user can still click it.
      if (reason === 'userCanceled') this.#watchNotices.delete(notice);
    });
    notice.on('failed', () => this.#watchNotices.delete(notice));
    notice.show();
  }

  /** Returns null if the user sees the window or the desktop shows no notifications. */
  async #notice(words: Words): Promise<Notification | null> {
    if (BrowserWindow.getFocusedWindow() !== null) return null;
    if (!(await canNotify())) {
      this.#flash();
      return null;
    }
    const notice = new Notification(words);
    notice.on('failed', (_event, error) => {
      this.#parts.events.emit('problem', { what: 'a desktop notification was not shown', detail: error });
      this.#flash();
    });
    return notice;
  }

  /** Flashes the taskbar or the dock until the user looks, if no notification can be shown. */
  #flash(): void {
    for (const window of BrowserWindow.getAllWindows()) {
      if (this.#flashing.has(window)) continue;
      this.#flashing.add(window);
      window.flashFrame(true);
      window.once('focus', () => {
        this.#flashing.delete(window);
        window.flashFrame(false);
      });
    }
  }
}

/**
 * True if the desktop shows notifications. Electron waits for Linux's notification service five times, 25 seconds each,
 * and blocks meanwhile (electron/electron#48753), so this asks the service first.
 */
async function canNotify(): Promise<boolean> {
  const name = 'org.freedesktop.Notifications';
  const isThere =
    process.platform !== 'linux' ||
    (await callOnSessionBus({
      service: name,
      path: '/org/freedesktop/Notifications',
      interface: name,
      method: 'GetServerInformation',
    })) !== null;
  return isThere && Notification.isSupported();
}
