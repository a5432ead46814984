import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../service/index.ts';
import { storageFailureKind } from '../../storage/index.ts';
import type { FolderEntry, FolderFiles } from '../content/folder-files.ts';
import type { AskedBefore, Costs } from '../cost/costs.ts';
import type { Journal } from '../journal/journal.ts';
import { type Load, noLoad, sumOfLoads } from '../journal/load.ts';
import type { Passphrases, Private, RowEncryption } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { PlannedRows } from '../parts/planned-rows.ts';
import type { Batches } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Queue } from '../queue/queue.ts';
import { type Disk, expand, type Found, type Place } from './dropped-files.ts';

/** A folder to submit as one row. */
export type FolderToAdd = {
  readonly place: Place;
  /** The name in its manifest. */
  readonly name: string;
  readonly entries: readonly FolderEntry[];
  /** The number and size of its submissions. */
  readonly load: Load;
};

export type AddOptions = {
  /** Null if the files are public. */
  readonly isFor: Private | null;
  /** Null for the app id of the account. */
  readonly appId: string | null;
  /**
   * True if the user has approved the cost of this load, and of those before. Nothing is added if they have not. Null if the
   * settings of the account decide what is held.
   */
  readonly isApproved: ((load: Load) => boolean) | null;
};

export type FolderOptions = AddOptions & {
  readonly keepsTimes: boolean;
};

/** Rows in one transaction. */
const WRITTEN_AT_ONCE = 2_000;
const plainFiles: AddOptions = { isFor: null, appId: null, isApproved: null };
const unapproved = { kind: 'paused', why: { kind: 'unapproved' } } as const;

/** Thrown when a shutdown interrupts a drop. */
class CutOff extends Error {}

/** Creates rows for dropped files and folders. */
export class Intake {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #cache: SubmissionCache;
  readonly #passphrases: Passphrases;
  readonly #folderFiles: FolderFiles;
  readonly #costs: Costs;
  readonly #batches: Batches;
  readonly #publisher: Publisher;
  readonly #planned: PlannedRows;
  readonly #queue: Queue;
  /** Reads the paying balance, which the window shows beside the cost. Never rejects. */
  readonly #readBalance: (accountId: string) => Promise<void>;
  #closed = false;

  constructor(
    disk: Disk,
    clock: Clock,
    journal: Journal,
    cache: SubmissionCache,
    passphrases: Passphrases,
    folderFiles: FolderFiles,
    costs: Costs,
    batches: Batches,
    publisher: Publisher,
    planned: PlannedRows,
    queue: Queue,
    readBalance: (accountId: string) => Promise<void>,
  ) {
    this.#disk = disk;
    this.#clock = clock;
    this.#journal = journal;
    this.#cache = cache;
    this.#passphrases = passphrases;
    this.#folderFiles = folderFiles;
    this.#costs = costs;
    this.#batches = batches;
    this.#publisher = publisher;
    this.#planned = planned;
    this.#queue = queue;
    this.#readBalance = readBalance;
  }

  /**
   * Expands the dropped paths and journals a row for each file before the window shows it. If the user must approve the
   * drop, every row of it is held. No row is written before that is known.
   */
  async add(
    accountId: string,
    paths: readonly string[],
    { isFor, appId, isApproved }: AddOptions = plainFiles,
  ): Promise<Result<AddAnswer>> {
    void this.#readBalance(accountId);
    const encryption = isFor?.encryption ?? null;
    const addedAt = new Date(this.#clock.now()).toISOString();
    const ids: number[] = [];
    try {
      return await this.#inBatch(accountId, async (batch) => {
        let asked: AskedBefore = isApproved === null ? this.#costs.asksBefore(accountId) : 'look';
        let kept: Found[] = [];
        let load = noLoad;
        const write = async (found: readonly Found[]): Promise<void> => {
          for (let start = 0; start < found.length; start += WRITTEN_AT_ONCE) {
            if (this.#closed) throw new CutOff();
            const rows = found.slice(start, start + WRITTEN_AT_ONCE).map(({ state, ...file }) => {
              const isHeld = asked === 'always' && state.kind === 'waiting';
              return { ...file, state: isHeld ? unapproved : state, accountId, addedAt, batch, encryption, appId };
            });
            const submissions = await this.#journal.add(rows);
            for (const submission of submissions) {
              ids.push(submission.id);
              this.#show(submission, isFor);
            }
          }
        };
        const { notes, leftOut } = await expand(this.#disk, paths, async (found) => {
          if (asked !== 'look') return write(found);
          for (const file of found) {
            kept.push(file);
            if (file.state.kind === 'waiting')
              load = sumOfLoads([load, this.#planned.loadOf(accountId, sized(file, encryption))]);
          }
          if (isApproved !== null || !this.#costs.isEnoughToAsk(accountId, load, batch)) return;
          asked = 'always';
          const all = kept;
          kept = [];
          await write(all);
        });
        if (isApproved?.(load) === false) return failure({ code: 'not-as-shown' });
        await write(kept);
        return success({ ids, notes, leftOut });
      });
    } catch (error) {
      if (error instanceof CutOff) return failure({ code: 'cancelled' });
      // A bug is not a storage failure. The caller logs it.
      if (storageFailureKind(error) === 'other') throw error;
      return failure({ code: 'not-written', detail: String(error) });
    }
  }

  /** Returns the load of a file that is to be added. Empty files are not submitted. */
  loadOf(accountId: string, name: string, size: number, encryption: RowEncryption | null): Load {
    return size === 0 ? noLoad : this.#planned.loadOf(accountId, { name, size, encryption });
  }

  /**
   * Creates one row for each folder, all or none, and returns their ids. All entries are on the disk before the first
   * row is shown. Throws storage failures.
   */
  addFolders(
    accountId: string,
    folders: readonly FolderToAdd[],
    { keepsTimes, isFor, appId, isApproved }: FolderOptions,
  ): Promise<number[]> {
    return this.#inBatch(accountId, async (batch) => {
      const load = sumOfLoads(folders.map((folder) => folder.load));
      const asked = this.#costs.asksBefore(accountId);
      const isHeld =
        isApproved === null &&
        (asked === 'always' || (asked === 'look' && this.#costs.isEnoughToAsk(accountId, load, batch)));
      const rows: StoredSubmission[] = [];
      for (const { place, name, entries } of folders) {
        const files = entries.filter(({ kind }) => kind === 'file');
        const row = await this.#journal.addHidden({
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
          addedAt: new Date(this.#clock.now()).toISOString(),
          state: isHeld ? unapproved : { kind: 'waiting' },
          batch,
          content: 'folder',
          encryption: isFor?.encryption ?? null,
          appId,
        });
        await this.#folderFiles.add(row.id, entries, keepsTimes);
        rows.push(row);
      }
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await this.#journal.bringBack(ids);
      for (const row of rows) this.#show(row, isFor);
      return ids;
    });
  }

  /** Call on shutdown. The threads that look at files end with the process, so their results no longer become rows. */
  close(): void {
    this.#closed = true;
  }

  async #inBatch<Answer>(accountId: string, add: (batch: number) => Promise<Answer>): Promise<Answer> {
    const to = this.#batches.of(accountId);
    const batch = to.beginAddition();
    this.#costs.beginAddition(accountId);
    try {
      return await add(batch);
    } finally {
      to.endAddition();
      this.#costs.endAddition(accountId);
      this.#publisher.moved(accountId);
    }
  }

  #show(added: StoredSubmission, isFor: Private | null): void {
    if (isFor !== null && isFor.passphrase !== null) this.#passphrases.put(added.id, isFor.passphrase);
    const submission = this.#cache.put(added);
    this.#publisher.changed(submission);
    if (submission.state.kind === 'waiting') void this.#queue.enqueue(submission);
  }
}

function sized({ size, name }: Found, encryption: StoredSubmission['encryption']) {
  return { size: size ?? 0, name, encryption };
}
