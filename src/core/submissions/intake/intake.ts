import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../service/index.ts';
import { storageFailureKind } from '../../storage/index.ts';
import type { FolderEntry, FolderFiles } from '../content/folder-files.ts';
import type { Load } from '../cost/cost-history.ts';
import type { AskedBefore, Costs } from '../cost/costs.ts';
import type { Journal } from '../journal/journal.ts';
import type { Passphrases, Private } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { PlannedRows } from '../parts/planned-rows.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Queue } from '../queue/queue.ts';
import { type Disk, expand, type Found, type Place } from './dropped-files.ts';

type IntakeParts = Disk & {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly journal: Pick<Journal, 'add' | 'addHidden' | 'bringBack'>;
  readonly folderFiles: Pick<FolderFiles, 'add'>;
  readonly publisher: Pick<Publisher, 'changed' | 'moved'>;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly planned: Pick<PlannedRows, 'loadOf'>;
  readonly passphrases: Pick<Passphrases, 'put'>;
  readonly costs: Pick<Costs, 'asksBefore' | 'isEnoughToAsk' | 'beginAddition' | 'endAddition'>;
  readonly batchOf: (accountId: string) => Pick<Batch, 'beginAddition' | 'endAddition'>;
  /** Reads the paying balance, which the window shows beside the cost. Never rejects. */
  readonly readBalance: (accountId: string) => Promise<void>;
};

/** A folder to submit as one row. */
export type FolderToAdd = {
  readonly place: Place;
  /** The name in its manifest. */
  readonly name: string;
  readonly entries: readonly FolderEntry[];
  /** The number and size of its submissions. */
  readonly load: Load;
};

export type FolderOptions = {
  readonly keepsTimes: boolean;
  /** Null if the folder is public. */
  readonly isFor: Private | null;
};

/** Rows in one transaction. */
const WRITTEN_AT_ONCE = 2_000;
const unapproved = { kind: 'paused', why: { kind: 'unapproved' } } as const;

/** Thrown when a shutdown interrupts a drop. */
class CutOff extends Error {}

/** Creates rows for dropped files and folders. */
export class Intake {
  readonly #parts: IntakeParts;
  #closed = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /**
   * Expands the dropped paths and journals a row for each file before the window shows it. If the user must approve the
   * drop, every row of it is held. No row is written before that is known.
   */
  async add(accountId: string, paths: readonly string[], isFor: Private | null = null): Promise<Result<AddAnswer>> {
    const { clock, costs, journal, planned, readBalance } = this.#parts;
    void readBalance(accountId);
    const encryption = isFor?.encryption ?? null;
    const addedAt = new Date(clock.now()).toISOString();
    let added = 0;
    try {
      return await this.#inBatch(accountId, async (batch) => {
        let asked: AskedBefore = costs.asksBefore(accountId);
        let kept: Found[] = [];
        let load: Load = { files: 0, bytes: 0n };
        const write = async (found: readonly Found[]): Promise<void> => {
          for (let start = 0; start < found.length; start += WRITTEN_AT_ONCE) {
            if (this.#closed) throw new CutOff();
            const rows = found.slice(start, start + WRITTEN_AT_ONCE).map(({ state, ...file }) => {
              const isHeld = asked === 'always' && state.kind === 'waiting';
              return { ...file, state: isHeld ? unapproved : state, accountId, addedAt, batch, encryption };
            });
            const submissions = await journal.add(rows);
            added += submissions.length;
            for (const submission of submissions) this.#show(submission, isFor);
          }
        };
        const { notes, leftOut } = await expand(this.#parts, paths, async (found) => {
          if (asked !== 'look') return write(found);
          for (const file of found) {
            kept.push(file);
            if (file.state.kind === 'waiting') load = sum(load, planned.loadOf(accountId, sized(file, encryption)));
          }
          if (!costs.isEnoughToAsk(accountId, load, batch)) return;
          asked = 'always';
          const all = kept;
          kept = [];
          await write(all);
        });
        await write(kept);
        return success({ added, notes, leftOut });
      });
    } catch (error) {
      if (error instanceof CutOff) return failure({ code: 'cancelled' });
      // A bug is not a storage failure. The caller logs it.
      if (storageFailureKind(error) === 'other') throw error;
      return failure({ code: 'not-written', detail: String(error) });
    }
  }

  /**
   * Creates one row for each folder, all or none, and returns their ids. All entries are on the disk before the first
   * row is shown. Throws storage failures.
   */
  addFolders(
    accountId: string,
    folders: readonly FolderToAdd[],
    { keepsTimes, isFor }: FolderOptions,
  ): Promise<number[]> {
    const { clock, costs, folderFiles, journal } = this.#parts;
    return this.#inBatch(accountId, async (batch) => {
      const load = folders.reduce((all, folder) => sum(all, folder.load), { files: 0, bytes: 0n });
      const asked = costs.asksBefore(accountId);
      const isHeld = asked === 'always' || (asked === 'look' && costs.isEnoughToAsk(accountId, load, batch));
      const rows: StoredSubmission[] = [];
      for (const { place, name, entries } of folders) {
        const files = entries.filter(({ kind }) => kind === 'file');
        const row = await journal.addHidden({
          accountId,
          path: place.path,
          droppedPath: place.dropped === place.path ? null : place.dropped,
          name,
          folder: null,
          size: files.reduce((bytes, { size }) => bytes + (size ?? 0), 0),
          files: files.length,
          // Each file in the folder has its own time.
          mtimeNs: '0',
          seenAs: null,
          addedAt: new Date(clock.now()).toISOString(),
          state: isHeld ? unapproved : { kind: 'waiting' },
          batch,
          content: 'folder',
          encryption: isFor?.encryption ?? null,
        });
        await folderFiles.add(row.id, entries, keepsTimes);
        rows.push(row);
      }
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await journal.bringBack(ids);
      for (const row of rows) this.#show(row, isFor);
      return ids;
    });
  }

  /** Call on shutdown. The threads that look at files end with the process, so their results no longer become rows. */
  close(): void {
    this.#closed = true;
  }

  async #inBatch<Answer>(accountId: string, add: (batch: number) => Promise<Answer>): Promise<Answer> {
    const { batchOf, costs, publisher } = this.#parts;
    const to = batchOf(accountId);
    const batch = to.beginAddition();
    costs.beginAddition(accountId);
    try {
      return await add(batch);
    } finally {
      to.endAddition();
      costs.endAddition(accountId);
      publisher.moved(accountId);
    }
  }

  #show(added: StoredSubmission, isFor: Private | null): void {
    const { cache, passphrases, publisher, queue } = this.#parts;
    if (isFor !== null && isFor.passphrase !== null) passphrases.put(added.id, isFor.passphrase);
    const submission = cache.put(added);
    publisher.changed(submission);
    if (submission.state.kind === 'waiting') void queue.enqueue(submission);
  }
}

function sum(one: Load, other: Load): Load {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}

function sized({ size, name }: Found, encryption: StoredSubmission['encryption']) {
  return { size: size ?? 0, name, encryption };
}
