import { BrowserWindow, Notification } from 'electron';
import type { App } from '../core/app.ts';
import type { DomainEvents } from '../core/domain-events.ts';
import type { Separators } from '../shared/amounts.ts';
import { batchEndWords } from '../shared/messages/submissions.ts';
import { allOf } from '../shared/submissions/batch-status.ts';
import { type Batch, isAtRest } from './desktop/work-count.ts';
import { callOnSessionBus } from './session-bus.ts';
import type { WayIn } from './window/way-in.ts';

/** A folder arrives in pieces. The batch is complete when nothing has followed for this long. */
const AT_REST_MS = 1_000;

type Words = { readonly title: string; readonly body: string };

/** Shows a desktop notification when a batch is complete, unless the user is in one of the app's windows. */
export class Notices {
  readonly #events: DomainEvents;
  readonly #dropslip: App;
  readonly #wayIn: WayIn;
  /** The user's number format. */
  readonly #separators: () => Separators;
  /** By account: its batch when the end was reported, or at the start. */
  readonly #reported = new Map<string, { readonly number: number; readonly files: number }>();
  /** By account: its batch is at rest and may be complete. */
  readonly #rests = new Map<string, NodeJS.Timeout>();
  /** Kept, because a garbage-collected notification does not report its click. */
  #batchNotice: Notification | null = null;
  readonly #flashing = new WeakSet<BrowserWindow>();

  constructor(events: DomainEvents, dropslip: App, wayIn: WayIn, separators: () => Separators) {
    this.#events = events;
    this.#dropslip = dropslip;
    this.#wayIn = wayIn;
    this.#separators = separators;
  }

  /** Call once the work of an earlier run is resumed: batches that ended before are not reported. */
  begin(): void {
    const events = this.#events;
    for (const [accountId, batch] of this.#dropslip.batches()) this.#report(accountId, batch);
    events.on('submissions.changed', () => this.#look());
    events.on('submissions.removed', () => this.#look());
  }

  close(): void {
    for (const rest of this.#rests.values()) clearTimeout(rest);
    this.#rests.clear();
  }

  #look(): void {
    for (const [accountId, batch] of this.#dropslip.batches()) {
      const files = allOf(batch.counts);
      const reported = this.#reported.get(accountId);
      const isNew = reported?.number !== batch.number || files > reported.files;
      if (isAtRest(batch) && files > 0 && isNew) {
        const rest = this.#rests.get(accountId) ?? setTimeout(() => void this.#sayOfBatch(accountId), AT_REST_MS);
        this.#rests.set(accountId, rest);
      } else {
        clearTimeout(this.#rests.get(accountId));
        this.#rests.delete(accountId);
        // Files that were removed from the list leave the batch too.
        this.#report(accountId, batch);
      }
    }
  }

  #report(accountId: string, batch: Batch): void {
    this.#reported.set(accountId, { number: batch.number, files: isAtRest(batch) ? allOf(batch.counts) : 0 });
  }

  async #sayOfBatch(accountId: string): Promise<void> {
    this.#rests.delete(accountId);
    const batch = this.#dropslip.batches().get(accountId);
    if (batch === undefined) return;
    this.#report(accountId, batch);
    // The service's records alone show that a file is in a block.
    const words = batchEndWords(batch.counts, this.#separators(), this.#dropslip.readsRecords(accountId));
    if (words === null) return;
    const notice = await this.#notice(words);
    if (notice === null) return;
    this.#batchNotice?.close();
    this.#batchNotice = notice;
    notice.on('click', () => void this.#wayIn.toQueue(accountId));
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
      this.#events.emit('problem', { what: 'a desktop notification was not shown', detail: error });
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
