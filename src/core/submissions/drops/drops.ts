import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DropChoices, DropReaders, WeighAnswer, WeighedDrop } from '../../../shared/bridge/drops.ts';
import type { AddAnswer, ShownCost } from '../../../shared/bridge/submissions.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import { type FolderWay, folderChoices } from '../../../shared/submissions/queue-settings.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { readPassphrase, readPublicKey } from '../../encryption/index.ts';
import { type Commit, Settings, storageFailureKind } from '../../storage/index.ts';
import type { FolderFiles } from '../content/folder-files.ts';
import type { FolderSource } from '../content/folder-source.ts';
import { costsNoMoreThanShown } from '../cost/as-shown.ts';
import type { Costs } from '../cost/costs.ts';
import type { Disk } from '../intake/dropped-files.ts';
import type { FolderToAdd, Intake } from '../intake/intake.ts';
import { MOST_TOGETHER } from '../intake/kept-folder.ts';
import { noDigests } from '../journal/content-digests.ts';
import { type Load, noLoad, sumOfLoads } from '../journal/load.ts';
import type { DropKeys, Passphrases, Private, RowEncryption } from '../journal/row-encryption.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Commands } from '../queue/commands.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import { alone, type FoundDrop, folderLoad, hasFolder, weigh, weighedDrop } from './weighing.ts';

export type HowToAdd = {
  readonly folders: FolderWay;
  readonly keepsTimes: boolean;
  /** The readers of the content: everybody, or the chosen recipients. */
  readonly readers: DropReaders;
  /** True to store the folder options as the account's choice. */
  readonly remember: boolean;
  /** The app id that is sent with the files. Absent for that of the account. */
  readonly appId?: string;
  /** The cost that the user has approved in a program; null if it was unknown. */
  readonly approved?: { readonly cost: ShownCost | null };
};

/** `if-needed` asks only if the account's settings require it. `private` asks the user who may read the drop. */
type AskedAbout = 'if-needed' | 'always' | 'private';

type Drop = {
  readonly accountId: string;
  readonly paths: readonly string[];
  /** True if publishing the drop needs the user's approval. */
  readonly isPrivate: boolean;
  /** True if a program asks about it, and not the window. */
  readonly isOfProgram: boolean;
  /** For the readers that a program has named; null if it is public, or until the user has chosen. */
  readonly encryption: RowEncryption | null;
};
type AskedDrop = Drop & { readonly found: Promise<FoundDrop> };
type FoundAskedDrop = Drop & { readonly found: FoundDrop };

/** The maximum number of open questions. Each may hold 200,000 folder entries. */
const MOST_ASKED = 4;
/** The same for programs. A further one replaces the oldest. */
const MOST_OF_PROGRAMS = 16;
const COUNTED_EVERY_MS = 150;

/** Thrown to stop looking at a drop that was forgotten. */
class Forgotten extends Error {}

/** Adds drops, or keeps them until the user chooses how to add them. */
export class Drops {
  readonly #disk: Disk;
  readonly #accounts: SendingAccounts;
  /** Null if encryption is not available. */
  readonly #keys: DropKeys | null;
  readonly #cache: SubmissionCache;
  readonly #passphrases: Passphrases;
  readonly #folderFiles: FolderFiles;
  readonly #folderSource: FolderSource;
  readonly #costs: Costs;
  readonly #payloadLimits: PayloadLimits;
  readonly #intake: Intake;
  readonly #commands: Commands;
  readonly #events: DomainEvents;
  readonly #choices: KeptChoices;
  readonly #asked = new Map<number, AskedDrop>();
  #lastId = 0;
  #closed = false;

  constructor(
    database: DatabaseSync,
    commit: Commit,
    disk: Disk,
    accounts: SendingAccounts,
    keys: DropKeys | null,
    cache: SubmissionCache,
    passphrases: Passphrases,
    folderFiles: FolderFiles,
    folderSource: FolderSource,
    costs: Costs,
    payloadLimits: PayloadLimits,
    intake: Intake,
    commands: Commands,
    events: DomainEvents,
  ) {
    this.#disk = disk;
    this.#accounts = accounts;
    this.#keys = keys;
    this.#cache = cache;
    this.#passphrases = passphrases;
    this.#folderFiles = folderFiles;
    this.#folderSource = folderSource;
    this.#costs = costs;
    this.#payloadLimits = payloadLimits;
    this.#intake = intake;
    this.#commands = commands;
    this.#events = events;
    this.#choices = new KeptChoices(database, commit);
  }

  /** Adds a drop as the account's choices say, or keeps it until the user chooses. */
  async weigh(accountId: string, paths: readonly string[], asked: AskedAbout): Promise<Result<WeighAnswer>> {
    const kept = this.choices(accountId);
    // The user may have to type a passphrase, and publication by mistake cannot be undone.
    const isPrivate = asked === 'private' || (this.#keys !== null && this.#keys.standard(accountId) !== 'public');
    const asks = isPrivate || asked === 'always';
    if (!asks && (kept.folders === 'separate' || !(await hasFolder(this.#disk, paths))))
      return added(await this.#intake.add(accountId, paths));
    const begun = this.#begin({ accountId, paths, isPrivate, isOfProgram: false, encryption: null });
    if (!begun.ok) return begun;
    const { dropId } = begun.value;
    if (asks || kept.folders === 'ask') return success({ kind: 'asks', dropId });
    const readers = { kind: 'public' } as const;
    const answer = await this.add(dropId, { ...kept, folders: kept.folders, remember: false, readers });
    // A folder with too many entries for the stored choice is a question to the user.
    if (!answer.ok && answer.error.code === 'folder-too-full') return success({ kind: 'asks', dropId });
    this.forget(dropId);
    return added(answer);
  }

  /** Starts a drop that a program asks about. */
  async prepare(
    accountId: string,
    paths: readonly string[],
    readers: DropReaders,
  ): Promise<Result<{ readonly dropId: number }>> {
    const isFor = await privateFor(this.#keys, accountId, readers);
    if (!isFor.ok) return isFor;
    const isStandard = this.#keys !== null && this.#keys.standard(accountId) !== 'public';
    const encryption = isFor.value?.encryption ?? null;
    return this.#begin({
      accountId,
      paths,
      isPrivate: encryption !== null || isStandard,
      isOfProgram: true,
      encryption,
    });
  }

  /** Waits until all of a pending drop was looked at, and returns what the user chooses from. */
  async weighed(dropId: number): Promise<Result<WeighedDrop>> {
    const drop = await this.#found(dropId);
    if (drop === null) return failure({ code: 'drop-gone' });
    const { accountId } = drop;
    const weighed = { ...drop, dropId, choices: this.choices(accountId) };
    return success(
      weighedDrop(this.#costs, this.#accounts.rateLimiter(accountId), this.#partSizeOf(accountId), weighed),
    );
  }

  /** Returns the ids of the account's pending drops that the window asks about, oldest first. */
  asked(accountId: string): readonly number[] {
    return [...this.#asked].filter(([, drop]) => drop.accountId === accountId && !drop.isOfProgram).map(([id]) => id);
  }

  /** Returns null if the drop is no longer pending. */
  find(dropId: number): Drop | null {
    return this.#asked.get(dropId) ?? null;
  }

  forget(dropId: number): void {
    this.#asked.delete(dropId);
  }

  /** Call when the account is removed. */
  forgetAccount(accountId: string): void {
    for (const [dropId, drop] of this.#asked) if (drop.accountId === accountId) this.forget(dropId);
  }

  choices(accountId: string): DropChoices {
    return this.#choices.of(accountId);
  }

  choose(accountId: string, choices: DropChoices): Promise<void> {
    return this.#choices.set(accountId, choices);
  }

  /** Adds a drop as the user chose. The question showed the cost of each folder, so its row needs no second approval. */
  async answer(dropId: number, how: HowToAdd): Promise<Result<AddAnswer>> {
    const rows: number[] = [];
    const answer = await this.add(dropId, how, rows);
    // The spending limit still holds.
    await this.#commands.approve(rows, false);
    return answer;
  }

  /**
   * Adds a drop as the user chose. If the disk accepts nothing of it, the drop stays pending. `rows` receives the ids
   * of folder rows.
   */
  async add(dropId: number, how: HowToAdd, rows: number[] = []): Promise<Result<AddAnswer>> {
    const drop = await this.#found(dropId);
    const asked = this.#asked.get(dropId);
    if (drop === null || asked === undefined) return failure({ code: 'drop-gone' });
    // A shutdown may have cut off a look at a folder, so that a part of it is missing.
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

  /** Call on shutdown. The threads that look at files end with the process, so their results are no longer added. */
  close(): void {
    this.#closed = true;
  }

  /** Removes the files that prevent a folder from being submitted. The row is sent when the user retries it. */
  async leaveOut(id: number): Promise<Result<null>> {
    const row = this.#cache.get(id);
    if (row === null || row.content !== 'folder') return failure({ code: 'submission-gone' });
    // The files of a folder that is being sent, or has a receipt, do not change.
    if (!('reason' in row.state) || row.state.reason.code !== 'folder-files') return success(null);
    await this.#folderFiles.leaveOutProblems(id);
    this.#folderSource.forget(id);
    const { files, bytes } = this.#folderFiles.load(id);
    await this.#cache.save(this.#cache.patch(id, { files, size: bytes, ...noDigests }));
    return success(null);
  }

  /** Accepts a passphrase that the user typed again. The rows that wait for one are encrypted with it on a retry. */
  givePassphrase(ids: readonly number[], typed: string): Result<{ readonly ids: readonly number[] }> {
    const passphrase = readPassphrase(typed);
    if (!passphrase.ok) return passphrase;
    const waiting = ids.filter((id) => {
      const state = this.#cache.get(id)?.state;
      return state?.kind === 'rejected' && state.reason.code === 'passphrase-lost';
    });
    for (const id of waiting) {
      this.#passphrases.put(id, passphrase.value);
      const encryption = this.#cache.get(id)?.encryption ?? null;
      if (encryption === null) continue;
      void this.#cache.save(this.#cache.patch(id, { encryption: { ...encryption, readers: { kind: 'passphrase' } } }));
    }
    return success({ ids: waiting });
  }

  #partSizeOf(accountId: string): number {
    return this.#payloadLimits.divisionOf(accountId).partSize;
  }

  async #add(
    { accountId, paths, found, isOfProgram, encryption }: FoundAskedDrop,
    how: HowToAdd,
    rows: number[],
  ): Promise<Result<AddAnswer>> {
    const readers = await privateFor(this.#keys, accountId, how.readers);
    if (!readers.ok) return readers;
    const { keepsTimes, appId = null } = how;
    const isApproved = isOfProgram ? this.#approvalOf(accountId, how.approved?.cost ?? null) : null;
    const options = { isFor: readers.value, appId, isApproved };
    if (how.remember) await this.choose(accountId, { folders: how.folders, keepsTimes });
    if (how.folders === 'separate') return this.#intake.add(accountId, paths, options);
    const { folders, leftOut, loosePaths, notes } = found;
    const partSize = this.#partSizeOf(accountId);
    const toAdd = folders.flatMap((folder): FolderToAdd[] => {
      const { place, name, entries, files } = folder;
      // A folder without files becomes a note, not a row.
      if (entries === null || files === 0) return [];
      return [{ place, name, entries, load: folderLoad(folder, partSize, encryption) }];
    });
    if (isApproved?.(sumOfLoads(toAdd.map(({ load }) => load))) === false) return failure({ code: 'not-as-shown' });
    rows.push(...(await this.#intake.addFolders(accountId, toAdd, { ...options, keepsTimes })));
    const loose = loosePaths.length === 0 ? null : await this.#intake.add(accountId, loosePaths, options);
    if (loose?.ok === false) return loose;
    const more = loose?.value ?? { ids: [], notes: [] };
    return success({ ids: [...rows, ...more.ids], notes: [...notes, ...more.notes], leftOut });
  }

  /** Returns a function that adds up loads, and is true while they cost no more than `shown`. */
  #approvalOf(accountId: string, shown: ShownCost | null): (load: Load) => boolean {
    let all = noLoad;
    return (load) => {
      all = sumOfLoads([all, load]);
      return costsNoMoreThanShown(this.#costs.estimate(accountId, all)?.cost ?? null, shown);
    };
  }

  #begin(drop: Drop): Result<{ readonly dropId: number }> {
    const alike = [...this.#asked].filter(([, { isOfProgram }]) => isOfProgram === drop.isOfProgram);
    if (alike.length >= MOST_ASKED && !drop.isOfProgram) return failure({ code: 'question-open' });
    // A program that was killed never forgets its drop.
    const [oldest] = alike;
    if (alike.length >= MOST_OF_PROGRAMS && oldest !== undefined) this.forget(oldest[0]);
    this.#lastId += 1;
    this.#look(this.#lastId, drop);
    return success({ dropId: this.#lastId });
  }

  #look(dropId: number, drop: Drop): void {
    let emittedAt = 0;
    const counted = (files: number, bytes: number): void => {
      if (!this.#asked.has(dropId)) throw new Forgotten();
      if (performance.now() - emittedAt < COUNTED_EVERY_MS) return;
      emittedAt = performance.now();
      this.#events.emit('drops.counted', { dropId, files, bytes });
    };
    const { accountId, isOfProgram, encryption } = drop;
    const partSize = this.#partSizeOf(accountId);
    const loadOf = (name: string, size: number): Load =>
      isOfProgram ? this.#intake.loadOf(accountId, name, size, encryption) : alone(name, size, partSize);
    // Starts after the drop is in the map, because `counted` looks it up.
    const found = Promise.resolve().then(() => weigh(this.#disk, drop.paths, loadOf, counted));
    found.catch(() => undefined);
    this.#asked.set(dropId, { ...drop, found });
  }

  /** Returns null if the drop is no longer pending. */
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

/** Stores the folder choices of each account. */
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
    // If the stored choices cannot be read, the user is asked again.
    return this.#settings.json(nameOf(accountId), shape, asked) ?? this.#standard;
  }

  set(accountId: string, choices: DropChoices): Promise<void> {
    return this.#commit(() => this.#settings.putJson(nameOf(accountId), choices));
  }
}

/** `DROPSLIP_FOLDERS` sets the default folder choice, for scripts that drive the app. */
function fromEnvironment(): DropChoices['folders'] {
  return folderChoices.find((choice) => choice === process.env.DROPSLIP_FOLDERS) ?? asked.folders;
}

const noKeys: Failure = { code: 'passphrase-needed' };

/**
 * Returns the encryption for the chosen readers, with the account's current recipients or passphrase. Null means
 * public.
 */
async function privateFor(
  keys: DropKeys | null,
  accountId: string,
  chosen: DropReaders,
): Promise<Result<Private | null>> {
  if (chosen.kind === 'public') return success(null);
  if (keys === null) return failure(noKeys);
  if (chosen.kind === 'passphrase' && chosen.passphrase !== null) {
    const typed = readPassphrase(chosen.passphrase);
    if (!typed.ok) return typed;
    if (chosen.keep) return keepTyped(keys, accountId, chosen.passphrase);
    return success(withPassphrase(chosen.passphrase, null));
  }
  if (chosen.kind === 'recipients' && chosen.publicKeys !== undefined) return privateForKeys(chosen.publicKeys);
  const key = await keys.encryptFor(accountId, chosen.kind);
  if (!key.ok) return key;
  if (key.value.kind === 'passphrase') return success(withPassphrase(key.value.passphrase, key.value.id));
  const { kind, recipients } = key.value;
  return success({ encryption: { readers: { kind, recipients: [...recipients] }, copy: null }, passphrase: null });
}

async function privateForKeys(typed: readonly string[]): Promise<Result<Private>> {
  const recipients: string[] = [];
  for (const text of typed) {
    const read = await readPublicKey(text);
    if (!read.ok) return read;
    recipients.push(read.value);
  }
  return success({ encryption: { readers: { kind: 'recipients', recipients }, copy: null }, passphrase: null });
}

async function keepTyped(keys: DropKeys, accountId: string, typed: string): Promise<Result<Private>> {
  const keeping = await keys.keepPassphrase(accountId, typed);
  const kept = await keys.encryptFor(accountId, 'passphrase');
  const id = kept.ok && kept.value.kind === 'passphrase' && kept.value.passphrase === typed ? kept.value.id : null;
  // On a second try after a full disk, the passphrase is already kept.
  return keeping.ok || id !== null ? success(withPassphrase(typed, id)) : keeping;
}

/** `kept` is the id of the passphrase if the account keeps it. */
function withPassphrase(passphrase: string, kept: string | null): Private {
  const readers = kept === null ? ({ kind: 'passphrase' } as const) : ({ kind: 'passphrase', kept } as const);
  return { encryption: { readers, copy: null }, passphrase };
}
