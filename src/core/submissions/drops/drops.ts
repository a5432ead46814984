import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DropChoices, DropReaders, WeighAnswer, WeighedDrop } from '../../../shared/bridge/drops.ts';
import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import { type FolderWay, folderChoices } from '../../../shared/submissions/queue-settings.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { readPassphrase } from '../../encryption/index.ts';
import { type Commit, Settings, storageFailureKind } from '../../storage/index.ts';
import type { FolderFiles } from '../content/folder-files.ts';
import type { FolderSource } from '../content/folder-source.ts';
import type { Disk } from '../intake/dropped-files.ts';
import type { FolderToAdd, Intake } from '../intake/intake.ts';
import { MOST_TOGETHER } from '../intake/kept-folder.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { Passphrases } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { type DropKeys, privateFor } from './readers.ts';
import { type DropPrices, type FoundDrop, hasFolder, together, weigh, weighedDrop } from './weighing.ts';

type DropsParts = DropPrices & {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly files: Disk['files'];
  readonly isOwn: Disk['isOwn'];
  readonly intake: Pick<Intake, 'add' | 'addFolders'>;
  readonly folderFiles: FolderFiles;
  readonly folderSource: FolderSource;
  readonly cache: SubmissionCache;
  /** Writes a submission as it is and shows it. Never rejects. */
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  /** Approves rows that wait for the user. The spending limit still holds. */
  readonly approve: (ids: readonly number[]) => Promise<void>;
  /** Null if nothing can be encrypted. */
  readonly keys: DropKeys | null;
  readonly passphrases: Passphrases;
  readonly events: Pick<DomainEvents, 'emit'>;
};

export type HowToAdd = {
  readonly folders: FolderWay;
  readonly keepsTimes: boolean;
  /** Who can read it; anybody unless said. */
  readonly readers: DropReaders;
  /** The account's folders go so from now on. */
  readonly remember: boolean;
};

/** `if-needed`: as the account's settings say. `private`: the user is asked who may read it. */
type AskedAbout = 'if-needed' | 'always' | 'private';

type Drop = {
  readonly accountId: string;
  readonly paths: readonly string[];
  /** True if nobody else may read it unless the user approves that. */
  readonly isPrivate: boolean;
};
type AskedDrop = Drop & { readonly found: Promise<FoundDrop> };
type FoundAskedDrop = Drop & { readonly found: FoundDrop };

/** Each may hold what is in 200,000 files' folders. */
const MOST_ASKED = 4;
const COUNTED_EVERY_MS = 150;

/** Thrown into a look at a drop that nobody waits for any more. */
class Forgotten extends Error {}

/** Adds what was dropped, or keeps it until the user has said how it goes. */
export class Drops {
  readonly #parts: DropsParts;
  readonly #choices: KeptChoices;
  readonly #asked = new Map<number, AskedDrop>();
  #lastId = 0;
  #closed = false;

  constructor(parts: DropsParts) {
    this.#parts = parts;
    this.#choices = new KeptChoices(parts.database, parts.commit);
  }

  /** Adds a drop as the account's drops go, or remembers it until the user has said how. */
  async weigh(accountId: string, paths: readonly string[], asked: AskedAbout): Promise<Result<WeighAnswer>> {
    const { intake, keys } = this.#parts;
    const kept = this.choices(accountId);
    // A passphrase may have to be typed, and what goes out without it by mistake can never be taken back.
    const isPrivate = asked === 'private' || (keys !== null && keys.standard(accountId) !== 'public');
    const asks = isPrivate || asked === 'always';
    if (!asks && (kept.folders === 'separate' || !(await hasFolder(this.#parts, paths))))
      return added(await intake.add(accountId, paths, null));
    if (this.#asked.size >= MOST_ASKED) return failure({ code: 'question-open' });
    this.#lastId += 1;
    const dropId = this.#lastId;
    this.#look(dropId, { accountId, paths, isPrivate });
    if (asks || kept.folders === 'ask') return success({ kind: 'asks', dropId });
    const readers = { kind: 'public' } as const;
    const answer = await this.add(dropId, { ...kept, folders: kept.folders, remember: false, readers });
    // What cannot go as others went is asked about.
    if (!answer.ok && answer.error.code === 'folder-too-full') return success({ kind: 'asks', dropId });
    this.forget(dropId);
    return added(answer);
  }

  /** A drop that the user is asked about, once all of it was looked at. */
  async weighed(dropId: number): Promise<Result<WeighedDrop>> {
    const drop = await this.#found(dropId);
    if (drop === null) return failure({ code: 'drop-gone' });
    return success(weighedDrop(this.#parts, { ...drop, dropId, choices: this.choices(drop.accountId) }));
  }

  /** The drops that the user is being asked about, oldest first. */
  asked(accountId: string): readonly number[] {
    return [...this.#asked].filter(([, drop]) => drop.accountId === accountId).map(([id]) => id);
  }

  /** Null if the user is not asked about it any more. */
  find(dropId: number): Drop | null {
    return this.#asked.get(dropId) ?? null;
  }

  forget(dropId: number): void {
    this.#asked.delete(dropId);
  }

  /** Call when the account is being removed. */
  forgetAccount(accountId: string): void {
    for (const dropId of this.asked(accountId)) this.forget(dropId);
  }

  choices(accountId: string): DropChoices {
    return this.#choices.of(accountId);
  }

  choose(accountId: string, choices: DropChoices): Promise<void> {
    return this.#choices.set(accountId, choices);
  }

  /** Adds a drop as the user answered. The question had what a folder costs, so its row needs no second approval. */
  async answer(dropId: number, how: HowToAdd): Promise<Result<AddAnswer>> {
    const rows: number[] = [];
    const answer = await this.add(dropId, how, rows);
    await this.#parts.approve(rows);
    return answer;
  }

  /**
   * Adds a drop in the way that the user chose. If the disk takes nothing of it, the user is asked again. `rows`: receives the ids
   * of the rows of folders.
   */
  async add(dropId: number, how: HowToAdd, rows: number[] = []): Promise<Result<AddAnswer>> {
    const drop = await this.#found(dropId);
    const asked = this.#asked.get(dropId);
    if (drop === null || asked === undefined) return failure({ code: 'drop-gone' });
    // If a folder was still being looked at, a part of it may be all that was found.
    if (this.#closed) return failure({ code: 'cancelled' });
    const isTooFull = drop.found.folders.some(({ entries }) => entries === null);
    if (how.folders !== 'separate' && isTooFull) {
      return failure({ code: 'folder-too-full', values: { most: MOST_TOGETHER } });
    }
    // A second call adds nothing.
    this.#asked.delete(dropId);
    try {
      const answer = await this.#add(drop, how, rows);
      if (!answer.ok && rows.length === 0) this.#asked.set(dropId, asked);
      return answer;
    } catch (error) {
      if (rows.length === 0) this.#asked.set(dropId, asked);
      if (storageFailureKind(error) === 'other') throw error;
      return failure({ code: 'not-written', detail: String(error) });
    }
  }

  /** Call on shutdown: the threads that look at files end with the process, and what they say from here on is not added. */
  close(): void {
    this.#closed = true;
  }

  /** Goes on without the files of a folder that keep it from being sent. Nothing is sent before it is tried again. */
  async leaveOut(id: number): Promise<Result<null>> {
    const { cache, folderFiles, folderSource, persist } = this.#parts;
    const row = cache.get(id);
    if (row === null || row.content !== 'folder') return failure({ code: 'submission-gone' });
    // The files of a folder that is on its way, or has its receipt, stay what was read.
    if (!('reason' in row.state) || row.state.reason.code !== 'folder-files') return success(null);
    await folderFiles.leaveOutProblems(id);
    folderSource.forget(id);
    const { files, bytes } = folderFiles.load(id);
    const changed = cache.patch(id, { files, size: bytes, ...noDigests });
    if (changed !== null) await persist(changed);
    return success(null);
  }

  /** Takes a passphrase that is typed again: the rows that wait for one are encrypted with it when they are retried. */
  givePassphrase(ids: readonly number[], typed: string): Result<{ readonly ids: readonly number[] }> {
    const passphrase = readPassphrase(typed);
    if (!passphrase.ok) return passphrase;
    const { cache, passphrases, persist } = this.#parts;
    const waiting = ids.filter((id) => {
      const state = cache.get(id)?.state;
      return state?.kind === 'rejected' && state.reason.code === 'passphrase-lost';
    });
    for (const id of waiting) {
      passphrases.put(id, passphrase.value);
      const encryption = cache.get(id)?.encryption ?? null;
      if (encryption === null) continue;
      const changed = cache.patch(id, { encryption: { ...encryption, readers: { kind: 'passphrase' } } });
      if (changed !== null) void persist(changed);
    }
    return success({ ids: waiting });
  }

  async #add({ accountId, paths, found }: FoundAskedDrop, how: HowToAdd, rows: number[]): Promise<Result<AddAnswer>> {
    const { intake, keys, partSizeOf } = this.#parts;
    const readers = await privateFor(keys, accountId, how.readers);
    if (!readers.ok) return readers;
    const { keepsTimes } = how;
    if (how.remember) await this.choose(accountId, { folders: how.folders, keepsTimes });
    if (how.folders === 'separate') return intake.add(accountId, paths, readers.value);
    const { folders, leftOut, loosePaths, notes } = found;
    const partSize = partSizeOf(accountId);
    const toAdd = folders.flatMap((folder): FolderToAdd[] => {
      const { place, name, entries, files } = folder;
      // A note says of a folder without files that there is nothing to submit.
      if (entries === null || files === 0) return [];
      const { submissions, bytes } = together(folder, partSize);
      return [{ place, name, entries, load: { files: submissions, bytes: BigInt(bytes) } }];
    });
    rows.push(...(await intake.addFolders(accountId, toAdd, { keepsTimes, isFor: readers.value })));
    const loose = loosePaths.length === 0 ? null : await intake.add(accountId, loosePaths, readers.value);
    if (loose?.ok === false) return loose;
    const more = loose?.value ?? { added: 0, notes: [] };
    return success({ added: rows.length + more.added, notes: [...notes, ...more.notes], leftOut });
  }

  #look(dropId: number, drop: Drop): void {
    const { events, partSizeOf } = this.#parts;
    let emittedAt = 0;
    const counted = (files: number, bytes: number): void => {
      if (!this.#asked.has(dropId)) throw new Forgotten();
      if (performance.now() - emittedAt < COUNTED_EVERY_MS) return;
      emittedAt = performance.now();
      events.emit('drops.counted', { dropId, files, bytes });
    };
    // After the drop is in the map.
    const found = Promise.resolve().then(() => weigh(this.#parts, drop.paths, partSizeOf(drop.accountId), counted));
    found.catch(() => undefined);
    this.#asked.set(dropId, { ...drop, found });
  }

  /** Null if the user is not asked about it any more. */
  async #found(dropId: number): Promise<FoundAskedDrop | null> {
    const drop = this.#asked.get(dropId);
    if (drop === undefined) return null;
    try {
      const found = await drop.found;
      return this.#asked.get(dropId) === drop ? { ...drop, found } : null;
    } catch (error) {
      if (error instanceof Forgotten) return null;
      throw error;
    }
  }
}

function added(answer: Result<AddAnswer>): Result<WeighAnswer> {
  return answer.ok ? success({ kind: 'added', answer: answer.value }) : answer;
}

const shape: z.ZodType<DropChoices> = z.object({ folders: z.enum(folderChoices), keepsTimes: z.boolean() });
const asked: DropChoices = { folders: 'ask', keepsTimes: true };

const nameOf = (accountId: string): string => `drops:${accountId}`;

/** How the folders of each account go, kept in the database. */
class KeptChoices {
  readonly #settings: Settings;
  readonly #commit: Commit;
  readonly #standard: DropChoices;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#standard = { ...asked, folders: fromEnvironment() };
  }

  of(accountId: string): DropChoices {
    // If they cannot be read, the user is asked once more.
    return this.#settings.json(nameOf(accountId), shape, asked) ?? this.#standard;
  }

  set(accountId: string, choices: DropChoices): Promise<void> {
    return this.#commit(() => this.#settings.putJson(nameOf(accountId), choices));
  }
}

/** `DROPSLIP_FOLDERS` says how folders go where nobody has chosen, for those who drive the app from outside. */
function fromEnvironment(): DropChoices['folders'] {
  return folderChoices.find((choice) => choice === process.env.DROPSLIP_FOLDERS) ?? asked.folders;
}
