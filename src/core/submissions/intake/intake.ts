import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { LeftOutNote } from '../../../shared/submissions/add-note.ts';
import type { Clock } from '../../service/index.ts';
import { storageFailureKind } from '../../storage/index.ts';
import type { Passphrases, Private } from '../content/passphrases.ts';
import type { AskFirst } from '../cost/ask-first.ts';
import type { Load } from '../cost/cost-history.ts';
import type { HeldCosts } from '../cost/held-costs.ts';
import type { Journal, NewSubmission } from '../journal/journal.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { PlannedRows } from '../parts/planned-rows.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Queue } from '../queue/queue.ts';
import { Addition } from './addition.ts';
import { type Expanded, expand, expandLeftOut } from './dropped-files.ts';
import type { Disk, LeftOut } from './folders/folder-walk.ts';
import type { FoundSink } from './found-file.ts';
import { LeftOutFiles, type LeftOutOfDrop } from './left-out-files.ts';

type IntakeParts = Disk & {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly journal: Pick<Journal, 'add'>;
  readonly publisher: Pick<Publisher, 'changed' | 'moved'>;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly planned: Pick<PlannedRows, 'loadOf'>;
  readonly passphrases: Pick<Passphrases, 'put'>;
  readonly askFirst: Pick<AskFirst, 'of' | 'isEnough'>;
  readonly held: Pick<HeldCosts, 'beginAddition' | 'endAddition'>;
  readonly batchOf: (accountId: string) => Pick<Batch, 'beginAddition' | 'endAddition'>;
};

/** Thrown into a drop that the end of the app has cut off. */
class CutOff extends Error {}

/** Makes rows of what was dropped. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #leftOut = new LeftOutFiles();
  #closed = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /**
   * Expands what was dropped and journals a row for each file before the window hears of it. What the person is asked about
   * first is journalled as held.
   */
  add(accountId: string, paths: readonly string[], isFor: Private | null = null): Promise<Result<AddAnswer>> {
    return this.#add(accountId, isFor, (sink) => expand(this.#parts, paths, sink));
  }

  /** What was left out of a drop, as it is by now; null where it is not remembered. */
  async leftOut(leftOutId: number): Promise<(LeftOutOfDrop & { readonly load: Load }) | null> {
    const drop = this.#leftOut.find(leftOutId);
    if (drop === null) return null;
    let load: Load = { files: 0, bytes: 0n };
    await expandLeftOut(this.#parts, drop.leftOut, async (found) => {
      for (const { size, state } of found) {
        if (state.kind === 'waiting') load = { files: load.files + 1, bytes: load.bytes + BigInt(size ?? 0) };
      }
    });
    return { ...drop, load };
  }

  /** Adds what was left out of a drop. */
  async addLeftOut(leftOutId: number): Promise<Result<AddAnswer>> {
    const drop = this.#leftOut.take(leftOutId);
    if (drop === null) return failure({ code: 'files-not-given' });
    return this.#add(drop.accountId, drop.isFor, (sink) => expandLeftOut(this.#parts, drop.leftOut, sink));
  }

  /** Remembers what was left out of a folder that is kept together: it may be added yet, by itself. */
  offerLeftOut(accountId: string, leftOut: readonly LeftOut[], isFor: Private | null): LeftOutNote | null {
    return this.#leftOut.keep(accountId, leftOut, isFor);
  }

  /** The account is being taken away. */
  forget(accountId: string): void {
    this.#leftOut.forget(accountId);
  }

  /** The threads that look at files end with the process: what they say of them from here on becomes no row. */
  close(): void {
    this.#closed = true;
  }

  async #add(
    accountId: string,
    isFor: Private | null,
    expanding: (sink: FoundSink) => Promise<Expanded>,
  ): Promise<Result<AddAnswer>> {
    const encryption = isFor?.encryption ?? null;
    let added = 0;
    const addedAt = new Date(this.#parts.clock.now()).toISOString();
    const to = this.#parts.batchOf(accountId);
    const batch = to.beginAddition();
    const { askFirst, held, planned, publisher } = this.#parts;
    const addition = new Addition({
      asked: askFirst.of(accountId),
      loadOf: ({ size, name }) => planned.loadOf(accountId, { size: size ?? 0, name, encryption }),
      isEnough: (load) => askFirst.isEnough(accountId, load, batch),
      write: async (found) => {
        if (this.#closed) throw new CutOff();
        added += await this.#addRows(
          found.map((file) => ({ ...file, accountId, addedAt, batch, encryption })),
          isFor,
        );
      },
    });
    held.beginAddition(accountId);
    try {
      const { notes, leftOut } = await expanding((found) => addition.take(found));
      await addition.end();
      return success({ added, notes, leftOut: this.#leftOut.keep(accountId, leftOut, isFor) });
    } catch (error) {
      if (error instanceof CutOff) return failure({ code: 'cancelled' });
      // A fault of ours is not the disk's: whoever answers the call logs it.
      if (storageFailureKind(error) === 'other') throw error;
      return failure({
        code: 'not-written',
        values: { what: 'files' },
        detail: String(error),
      });
    } finally {
      to.endAddition();
      held.endAddition(accountId);
      publisher.moved(accountId);
    }
  }

  async #addRows(rows: readonly NewSubmission[], isFor: Private | null): Promise<number> {
    const { cache, journal, passphrases, publisher, queue } = this.#parts;
    const submissions = await journal.add(rows);
    for (const added of submissions) {
      if (isFor !== null && isFor.passphrase !== null) passphrases.put(added.id, isFor.passphrase);
      const submission = cache.put(added);
      publisher.changed(submission);
      if (submission.state.kind === 'waiting') void queue.enqueue(submission);
    }
    return submissions.length;
  }
}
