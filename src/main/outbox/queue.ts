import { stat } from 'node:fs/promises';
import type { SubmitBy } from '../../shared/accounts.ts';
import type { Connection } from '../service/connection.ts';
import { submitRawData } from '../service/index.ts';
import { UPLOAD_PIECE_BYTES } from '../service/outcome.ts';
import type { Batch } from './batch.ts';
import type { DigestEnd, Digests } from './digests.ts';
import { errorCode } from './error-code.ts';
import type { ItemBook } from './item-book.ts';
import type { Journal } from './journal.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Pacing } from './pacing.ts';
import type { Publisher } from './publisher.ts';
import { type Consequence, consequenceOf } from './sending.ts';
import { emptyFile, fileChanged, unreadableFile } from './sentences.ts';

export type QueueParts = {
  readonly book: ItemBook;
  readonly journal: Journal;
  readonly batch: Batch;
  readonly publisher: Publisher;
  readonly pacing: Pacing;
  readonly digests: Digests;
  readonly now: () => number;
  /** How to reach an account now; null while it cannot be reached (its practice service is still starting). */
  readonly destination: (accountId: string) => { readonly connection: Connection; readonly submitBy: SubmitBy } | null;
  /** The account's credential was not there or not accepted: `destination` is null from here on, until it is replaced. */
  readonly onTrouble: (accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection) => void;
  /** An item has just got its receipt. */
  readonly onAccepted: (item: OutboxItem) => void;
};

const PREPARE_AHEAD = 64;
const SENDS_AT_ONCE = 16;
/** Beyond this many bytes under way, more connections only share the same line. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
const LARGE_SENDS_AT_ONCE = 2;
const DISK_RETRY_MS = 2_000;

export type Queue = ReturnType<typeof createQueue>;

/** Moves items from waiting to their receipt: decides what is prepared and sent when, and journals around each try. */
export function createQueue(parts: QueueParts) {
  const { book, journal, batch, publisher, pacing, now } = parts;
  const toPrepare = new Set<number>();
  const toSend = new Set<number>();
  const preparing = new Map<number, AbortController>();
  const sending = new Map<number, { readonly abort: AbortController; readonly size: number }>();
  let bytesUnderWay = 0;
  let pumping = false;
  let closed = false;
  let diskFullUntil = 0;
  const wakeUps = new Map<number, NodeJS.Timeout>();

  /** Looks for work as soon as the event loop comes round; calling it often costs nothing. */
  function wake(): void {
    if (pumping || closed) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      pump();
    });
  }

  function wakeAt(instant: number): void {
    // One timer per rounded-up instant: ten thousand held items share a handful.
    const due = Math.ceil(instant / 100) * 100;
    if (wakeUps.has(due)) return;
    const timer = setTimeout(
      () => {
        wakeUps.delete(due);
        wake();
      },
      Math.min(Math.max(0, due - now()), 2 ** 31 - 1),
    );
    wakeUps.set(due, timer);
  }

  function pump(): void {
    if (closed) return;
    for (const id of toSend) {
      if (sending.size >= SENDS_AT_ONCE) break;
      const item = book.get(id);
      if (item?.state.kind !== 'waiting' && item?.state.kind !== 'retrying') toSend.delete(id);
      else if (isDue(item) && maySend(item)) void send(item);
    }
    for (const id of toPrepare) {
      if (preparing.size + toSend.size >= PREPARE_AHEAD) break;
      toPrepare.delete(id);
      const item = book.get(id);
      if (item?.state.kind === 'waiting') void prepare(item);
    }
  }

  function isDue(item: OutboxItem): boolean {
    return item.state.kind !== 'retrying' || Date.parse(item.state.until) <= now();
  }

  function maySend(item: OutboxItem): boolean {
    const heldUntil = Math.max(pacing.heldUntil(item.accountId), diskFullUntil);
    if (heldUntil > now()) {
      wakeAt(heldUntil);
      return false;
    }
    if (parts.destination(item.accountId) === null) return false;
    const size = item.size ?? 0;
    return sending.size < LARGE_SENDS_AT_ONCE || bytesUnderWay + size <= BYTES_AT_ONCE;
  }

  async function prepare(item: OutboxItem): Promise<void> {
    const abort = new AbortController();
    const started = book.apply(item.id, { type: 'prepare' });
    if (started === null) return;
    preparing.set(item.id, abort);
    publisher.changed(started);
    const end = await parts.digests.digest(item.path, () => undefined, abort.signal);
    preparing.delete(item.id);
    await prepared(started, end);
    wake();
  }

  async function prepared(item: OutboxItem, end: DigestEnd): Promise<void> {
    // Cancelled or removed meanwhile: whoever did that has written it down.
    if (end.kind === 'cancelled' || book.get(item.id)?.state.kind !== 'preparing') return;
    if (end.kind === 'unreadable') return refuse(item.id, unreadableFile(end.code, end.detail));
    if (end.size === 0) return refuse(item.id, emptyFile);
    if (end.changedMeanwhile || end.size !== item.size || end.mtimeNs !== item.mtimeNs)
      return refuse(item.id, fileChanged);
    // The digest can be had again, so it waits for the attempt's own write to reach the disk.
    const ready = book.apply(item.id, { type: 'prepared' }, { keccak256: end.keccak256 });
    if (ready === null) return;
    publisher.changed(ready);
    toSend.add(ready.id);
  }

  async function refuse(id: number, reason: typeof emptyFile): Promise<void> {
    const refused = book.apply(id, { type: 'refuse', reason });
    if (refused !== null) await persist(refused);
  }

  async function send(item: OutboxItem): Promise<void> {
    const destination = parts.destination(item.accountId);
    const { size, mtimeNs } = item;
    if (destination === null || size === null || mtimeNs === null) return;
    const number = item.attempts + 1;
    const abort = new AbortController();
    const begun = book.apply(item.id, { type: 'send', attempt: number }, { attempts: number });
    if (begun === null) return;
    toSend.delete(item.id);
    sending.set(item.id, { abort, size });
    bytesUnderWay += size;
    try {
      await journal.beginAttempt(begun, number, instant(), size <= UPLOAD_PIECE_BYTES);
    } catch (error) {
      release(item.id, size);
      notWritten(begun, error);
      return;
    }
    publisher.changed(begun);
    const outcome = abort.signal.aborted
      ? ({ kind: 'not-sent', error: { code: 'cancelled', message: 'Cancelled.' } } as const)
      : await submitRawData(
          destination.connection,
          { path: item.path, size, mtimeNs: BigInt(mtimeNs) },
          destination.submitBy,
          {
            signal: abort.signal,
            onProgress: (done) => {
              batch.sent({ id: item.id, done, total: size });
              publisher.moved();
            },
            beforeLastBytes: () =>
              size <= UPLOAD_PIECE_BYTES ? Promise.resolve() : journal.markWholeBodyMayBeOut(item.id, number),
          },
        );
    release(item.id, size);
    const consequence = consequenceOf(outcome, instant(), (retryAt) => pacing.hold(item.accountId, retryAt));
    if (consequence.outcome === 'accepted') pacing.clear(item.accountId);
    if (consequence.credential !== undefined) {
      parts.onTrouble(item.accountId, consequence.credential, destination.connection);
    }
    await conclude(item.id, number, consequence);
    wake();
  }

  async function conclude(
    id: number,
    number: number,
    { event, outcome, detail, prepareAgain }: Consequence,
  ): Promise<void> {
    const ended = book.apply(id, event, prepareAgain === true ? { keccak256: null } : {});
    if (ended === null) return;
    batch.stopped(id);
    const attempt = { endedAt: instant(), outcome, detail };
    // A receipt that can't be written now must not be lost: it is kept in memory until the disk takes it.
    while (!(await written(journal.endAttempt(ended, number, attempt)))) {
      publisher.notice('warning', 'The disk is full or cannot be written. Free some space: receipts wait in memory.');
      await new Promise((resolve) => setTimeout(resolve, DISK_RETRY_MS));
    }
    publisher.changed(ended);
    if (ended.state.kind === 'waiting' || ended.state.kind === 'retrying') toSend.add(id);
    if (ended.state.kind === 'retrying') wakeAt(Date.parse(ended.state.until));
    if (ended.state.kind === 'submitted') parts.onAccepted(ended);
  }

  function notWritten(item: OutboxItem, error: unknown): void {
    diskFullUntil = now() + DISK_RETRY_MS;
    const back = book.apply(item.id, { type: 'interrupted' }, { attempts: item.attempts - 1 });
    if (back !== null) toSend.add(back.id);
    wakeAt(diskFullUntil);
    publisher.notice(
      'warning',
      `The disk is full or cannot be written, so nothing is sent until it can. (${errorCode(error)})`,
    );
  }

  function release(id: number, size: number): void {
    sending.delete(id);
    bytesUnderWay -= size;
    wake();
  }

  async function persist(item: OutboxItem): Promise<void> {
    await journal.update(item);
    publisher.changed(book.get(item.id) ?? item);
  }

  const instant = (): string => new Date(now()).toISOString();

  return {
    wake,
    persist,

    /** An item that waits for its turn (again). */
    enqueue(item: OutboxItem): void {
      (item.keccak256 === null ? toPrepare : toSend).add(item.id);
      if (item.state.kind === 'retrying') wakeAt(Date.parse(item.state.until));
      wake();
    },

    isSending: (id: number): boolean => sending.has(id),

    /** Stops whatever is being done for an item. A send ends with an outcome of its own. */
    interrupt(id: number): 'sending' | 'idle' {
      preparing.get(id)?.abort();
      const send = sending.get(id);
      send?.abort.abort();
      return send === undefined ? 'idle' : 'sending';
    },

    /** Reads size and time of a file anew, for an item that is tried again as the file is now. */
    async reread(item: OutboxItem): Promise<OutboxItem | null> {
      try {
        const stats = await stat(item.path, { bigint: true });
        const mtimeNs = stats.mtimeNs.toString();
        const same = mtimeNs === item.mtimeNs && Number(stats.size) === item.size;
        return book.patch(item.id, {
          size: Number(stats.size),
          mtimeNs,
          ...(same ? {} : { keccak256: null }),
        });
      } catch {
        // Preparing meets the same trouble and says so.
        return book.patch(item.id, { keccak256: null });
      }
    },

    close(): void {
      closed = true;
      for (const timer of wakeUps.values()) clearTimeout(timer);
      for (const abort of preparing.values()) abort.abort();
    },
  };
}

async function written(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch {
    return false;
  }
}
