import type { AddAnswer, LeftOutNote } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import type { Clock } from '../../service/index.ts';
import { storageFailureKind } from '../../storage/index.ts';
import type { Passphrases, Private } from '../content/row-encryption.ts';
import type { AskedBefore, AskFirst } from '../cost/ask-first.ts';
import type { Load } from '../cost/cost-history.ts';
import type { HeldCosts } from '../cost/held-costs.ts';
import type { Journal, NewSubmission } from '../journal/journal.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { PlannedRows } from '../parts/planned-rows.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Queue } from '../queue/queue.ts';
import {
  type Disk,
  type Expanded,
  expand,
  expandLeftOut,
  type Found,
  type FoundSink,
  type LeftOut,
} from './dropped-files.ts';

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

type AdditionParts = {
  readonly asked: AskedBefore;
  /** What a file takes: one that is larger than the service takes at once, several submissions. */
  readonly loadOf: (file: Found) => Load;
  /** Whether so much is enough to ask the person first. */
  readonly isEnough: (load: Load) => boolean;
  /** Journals rows, and shows them. */
  readonly write: (found: readonly Found[]) => Promise<void>;
};

/** Rows in one transaction. */
const WRITTEN_AT_ONCE = 2_000;

/**
 * What is added by one drop. Nothing of it is written before it is known whether the person is asked about it: then all of
 * it is held from its first row, so that whatever happens meanwhile, nothing of it goes before they have said yes.
 */
class Addition {
  readonly #parts: AdditionParts;
  #asked: AskedBefore;
  #kept: Found[] = [];
  #load: Load = { files: 0, bytes: 0n };

  constructor(parts: AdditionParts) {
    this.#parts = parts;
    this.#asked = parts.asked;
  }

  async take(found: readonly Found[]): Promise<void> {
    if (this.#asked !== 'look') return this.#write(found);
    for (const file of found) {
      this.#kept.push(file);
      if (file.state.kind !== 'waiting') continue;
      const { files, bytes } = this.#parts.loadOf(file);
      this.#load = { files: this.#load.files + files, bytes: this.#load.bytes + bytes };
    }
    if (!this.#parts.isEnough(this.#load)) return;
    this.#asked = 'always';
    await this.#writeKept();
  }

  /** That was all of it. */
  async end(): Promise<void> {
    await this.#writeKept();
  }

  async #writeKept(): Promise<void> {
    const kept = this.#kept;
    this.#kept = [];
    for (let start = 0; start < kept.length; start += WRITTEN_AT_ONCE) {
      await this.#write(kept.slice(start, start + WRITTEN_AT_ONCE));
    }
  }

  #write(found: readonly Found[]): Promise<void> {
    const state = (given: SubmissionState): SubmissionState => {
      const isHeld = this.#asked === 'always' && given.kind === 'waiting';
      return isHeld ? { kind: 'paused', why: { kind: 'unapproved' } } : given;
    };
    return this.#parts.write(found.map((file) => ({ ...file, state: state(file.state) })));
  }
}

/** What was left out of one drop. */
type LeftOutOfDrop = {
  readonly accountId: string;
  readonly leftOut: readonly LeftOut[];
  /** Who can read the rest of the drop, and this too; null for anybody. */
  readonly isFor: Private | null;
};

/** So many drops are remembered: who drops more by then has seen that something was left out. */
const MOST_DROPS = 20;

/** What is hidden in dropped folders, by a number: a page names no path, and adds nothing that was not dropped. */
export class LeftOutFiles {
  readonly #drops = new Map<number, LeftOutOfDrop>();
  #lastId = 0;

  /** Null where nothing was left out. */
  keep(accountId: string, leftOut: readonly LeftOut[], isFor: Private | null): LeftOutNote | null {
    if (leftOut.length === 0) return null;
    this.#lastId += 1;
    this.#drops.set(this.#lastId, { accountId, leftOut, isFor });
    const [oldest] = this.#drops.keys();
    if (this.#drops.size > MOST_DROPS && oldest !== undefined) this.#drops.delete(oldest);
    const names = leftOut.reduce((sum, { only }) => sum + only.size, 0);
    const files = leftOut.reduce((sum, each) => sum + each.files, 0);
    return { id: this.#lastId, files, folders: names - files };
  }

  /** Each is added once. */
  take(id: number): LeftOutOfDrop | null {
    const drop = this.#drops.get(id) ?? null;
    this.#drops.delete(id);
    return drop;
  }

  /** The account is being taken away. */
  forget(accountId: string): void {
    for (const [id, drop] of this.#drops) if (drop.accountId === accountId) this.#drops.delete(id);
  }
}
