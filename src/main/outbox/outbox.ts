import type { DatabaseSync } from 'node:sqlite';
import type { SubmitBy } from '../../shared/accounts.ts';
import type { AddAnswer, WindowEvent } from '../../shared/api.ts';
import { type Failure, failure, type Result, success } from '../../shared/failure.ts';
import type { Item, ItemDetails, ItemProgress, QueueSummary } from '../../shared/submissions.ts';
import type { RecordStore, TokenBook } from '../ledger/index.ts';
import type { Connection } from '../service/connection.ts';
import type { Commit } from '../storage/index.ts';
import { createBatch } from './batch.ts';
import type { Digests } from './digests.ts';
import { expand } from './intake.ts';
import { createItemBook } from './item-book.ts';
import { createJournal } from './journal.ts';
import { type OutboxItem, toWindow } from './outbox-item.ts';
import { createPacing } from './pacing.ts';
import { createPublisher } from './publisher.ts';
import { createQueue } from './queue.ts';
import { interruptedWhileSending } from './sentences.ts';
import { createSettling } from './settling.ts';
import { isAllowed, isFinished } from './transitions.ts';

export type OutboxParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly digests: Digests;
  readonly records: RecordStore;
  readonly tokens: TokenBook;
  readonly now: () => number;
  readonly destination: (accountId: string) => { readonly connection: Connection; readonly submitBy: SubmitBy } | null;
  /** A send failed for want of a credential that the service takes; the account's items wait from here on. */
  readonly onTrouble: (accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection) => void;
  readonly send: (event: WindowEvent) => void;
};

export type Outbox = ReturnType<typeof createOutbox>;

const gone: Failure = { code: 'item-gone', message: 'This row is no longer there.' };

/** The submission queue: takes files in, sends them, keeps what became of them. */
export function createOutbox(parts: OutboxParts) {
  const { now } = parts;
  const journal = createJournal(parts.database, parts.commit);
  const book = createItemBook(journal.load());
  const batch = createBatch(now);
  const publisher = createPublisher(parts.send, batch);
  const pacing = createPacing(now);
  const queue = createQueue({
    book,
    journal,
    batch,
    publisher,
    pacing,
    digests: parts.digests,
    now,
    destination: parts.destination,
    onTrouble: parts.onTrouble,
    onAccepted: (item) => settling.watch(item),
  });
  const settling = createSettling({
    book,
    queue,
    records: parts.records,
    tokens: parts.tokens,
    now,
    connection: (accountId) => parts.destination(accountId)?.connection ?? null,
  });

  /** Takes up what an earlier run left: nothing that may have been accepted goes back into the queue. */
  async function recover(): Promise<void> {
    const at = new Date(now()).toISOString();
    await Promise.all([...book.all()].map((item) => recoverItem(item, at)));
  }

  async function recoverItem(item: OutboxItem, at: string): Promise<void> {
    batch.observe(item);
    if (item.state.kind === 'sending') {
      const number = item.state.attempt;
      const whole = journal.wholeBodyMayBeOut(item.id, number);
      const changed = book.apply(
        item.id,
        whole ? { type: 'lose-answer', since: at, reason: interruptedWhileSending } : { type: 'interrupted' },
      );
      if (changed === null) return;
      await journal.endAttempt(changed, number, {
        endedAt: at,
        outcome: 'interrupted',
        detail: whole
          ? 'Dropslip ended while the answer was awaited.'
          : 'Dropslip ended before the last bytes were sent, so the service cannot have the file.',
      });
      publisher.changed(changed);
    }
    const current = book.get(item.id);
    if (current === null) return;
    if (current.state.kind === 'waiting' || current.state.kind === 'retrying') queue.enqueue(current);
    if (current.state.kind === 'submitted' || current.state.kind === 'unsettled') settling.watch(current);
  }

  async function removeNow(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await journal.remove(ids, new Date(now()).toISOString());
    for (const id of ids) book.remove(id);
    publisher.removed(ids);
  }

  return {
    recover,

    /** Expands what was dropped and journals a row for each file before the window hears of it. */
    async add(accountId: string, paths: readonly string[]): Promise<Result<AddAnswer>> {
      let added = 0;
      const addedAt = new Date(now()).toISOString();
      try {
        const notes = await expand(paths, async (found) => {
          const items = await journal.add(found.map((file) => ({ ...file, accountId, addedAt })));
          added += items.length;
          for (const item of items) {
            book.put(item);
            publisher.changed(item);
            if (item.state.kind === 'waiting') queue.enqueue(item);
          }
        });
        return success({ added, notes });
      } catch (error) {
        return failure({
          code: 'not-written',
          message:
            'The files could not be added, because nothing can be written to disk. Free some space, then drop them again.',
          detail: String(error),
        });
      }
    },

    /** Cancels what is not with the service yet. */
    async cancel(ids: readonly number[]): Promise<void> {
      const cancelled: OutboxItem[] = [];
      for (const id of ids) {
        if (queue.interrupt(id) === 'sending') continue;
        const changed = book.apply(id, { type: 'cancel' });
        if (changed !== null) cancelled.push(changed);
      }
      await Promise.all(cancelled.map((item) => queue.persist(item)));
    },

    /** Tries again what was refused or cancelled, with the file as it is now. */
    async retry(ids: readonly number[]): Promise<void> {
      await Promise.all(
        ids.map(async (id) => {
          const item = book.get(id);
          if (item === null || !isAllowed(item.state, 'retry')) return;
          pacing.release(item.accountId);
          await queue.reread(item);
          const changed = book.apply(id, { type: 'retry' });
          if (changed === null) return;
          await queue.persist(changed);
          queue.enqueue(changed);
        }),
      );
    },

    /** Takes rows away. What is being sent stays: cancel it first. */
    async remove(ids: readonly number[]): Promise<void> {
      const removable = ids.filter((id) => {
        const kind = book.get(id)?.state.kind;
        return kind !== undefined && kind !== 'sending';
      });
      for (const id of removable) queue.interrupt(id);
      await removeNow(removable);
    },

    clearFinished: (accountId: string): Promise<void> =>
      removeNow(
        [...book.all()].filter((item) => item.accountId === accountId && isFinished(item.state)).map((item) => item.id),
      ),

    details(id: number): Result<ItemDetails> {
      const item = book.get(id);
      if (item === null) return failure(gone);
      return success({
        item: toWindow(item),
        path: item.path,
        keccak256: item.keccak256,
        attempts: journal.attempts(id),
        record: 'submissionId' in item.state ? parts.records.get(item.accountId, item.state.submissionId) : null,
        settlement: item.settlement,
      });
    },

    view(accountId: string): { items: Item[]; progress: ItemProgress[]; summary: QueueSummary } {
      const items = [...book.all()].filter((item) => item.accountId === accountId).map(toWindow);
      return { items, progress: batch.progress(), summary: batch.summary() };
    },

    /** Something that held the queue has changed (a service is up, the network is back). */
    wake: (): void => queue.wake(),

    /** Whether bytes of an account are on their way now. */
    isSending: (accountId: string): boolean =>
      [...book.all()].some((item) => item.accountId === accountId && queue.isSending(item.id)),

    /** Drops all that is held for an account that is being taken away; its rows on disk go with it. */
    forgetAccount(accountId: string): void {
      const ids = [...book.all()].filter((item) => item.accountId === accountId).map((item) => item.id);
      for (const id of ids) {
        queue.interrupt(id);
        book.remove(id);
      }
      if (ids.length > 0) publisher.removed(ids);
    },

    close(): void {
      queue.close();
      settling.close();
    },
  };
}
