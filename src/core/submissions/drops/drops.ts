import type { DropChoices, DropReaders, WeighAnswer, WeighedDrop } from '../../../shared/bridge/drops.ts';
import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { FolderWay } from '../../../shared/submissions/queue-settings.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { readPassphrase } from '../../encryption/index.ts';
import { storageFailureKind } from '../../storage/index.ts';
import type { FolderFiles } from '../content/folder-files.ts';
import type { FolderSource } from '../content/folder-source.ts';
import type { Passphrases, Private } from '../content/row-encryption.ts';
import type { Disk } from '../intake/dropped-files.ts';
import { type FolderIntake, MOST_TOGETHER } from '../intake/folder-intake.ts';
import type { Intake } from '../intake/intake.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { KeptChoices } from './kept-choices.ts';
import { type DropKeys, privateFor } from './readers.ts';
import { shared, together } from './ways.ts';
import { type DropPrices, weighedDrop } from './weighed-drop.ts';
import { type FoundDrop, type FoundFolder, hasFolder, weigh } from './weighing.ts';

type DropsParts = DropPrices & {
  readonly files: Disk['files'];
  readonly isOwn: Disk['isOwn'];
  readonly intake: Pick<Intake, 'add' | 'offerLeftOut'>;
  readonly folderIntake: Pick<FolderIntake, 'add'>;
  readonly folderFiles: Pick<FolderFiles, 'leaveOutProblems' | 'load'>;
  readonly folderSource: Pick<FolderSource, 'forget'>;
  readonly cache: Pick<SubmissionCache, 'get' | 'patch'>;
  /** Writes a submission as it is and shows it. Never rejects. */
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  /** The user's approval of rows that wait for one. The spending limit holds all the same. */
  readonly approve: (ids: readonly number[]) => Promise<void>;
  readonly choices: KeptChoices;
  /** Null where nothing can be encrypted. */
  readonly keys: DropKeys | null;
  readonly passphrases: Pick<Passphrases, 'put'>;
  /** Bytes of a part, as an account's service takes them. */
  readonly partSizeOf: (accountId: string) => number;
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

/** `if-needed`: as the account's settings say. `private`: dropped to be kept private, so the user is asked who may read it. */
export type AskedAbout = 'if-needed' | 'always' | 'private';

type Drop = {
  readonly accountId: string;
  readonly paths: readonly string[];
  /** True if nobody else may read it unless the user approves that. */
  readonly isPrivate: boolean;
};
type Asked = Drop & { readonly found: Promise<FoundDrop> };
type Looked = Drop & { readonly found: FoundDrop };

/** Each may hold what is in 200,000 files' folders. */
const MOST_ASKED = 4;
const COUNTED_EVERY_MS = 150;

/** Thrown into a look at a drop that nobody waits for any more. */
class Forgotten extends Error {}

/** What was dropped, until it is known how it goes: most goes at once, and what a person is asked about waits here. */
export class Drops {
  readonly #parts: DropsParts;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  #closed = false;

  constructor(parts: DropsParts) {
    this.#parts = parts;
  }

  /** Adds a drop as the account's drops go, or remembers it until the user has said how. */
  async weigh(accountId: string, paths: readonly string[], asked: AskedAbout): Promise<Result<WeighAnswer>> {
    const { choices, intake, keys } = this.#parts;
    const kept = choices.of(accountId);
    // A passphrase may have to be typed, and who goes without it by mistake can never take it back.
    const isPrivate = asked === 'private' || (keys !== null && keys.standard(accountId) !== 'public');
    const asks = isPrivate || asked === 'always';
    if (!asks && (kept.folders === 'separate' || !(await hasFolder(this.#parts, paths))))
      return added(await intake.add(accountId, paths, null));
    if (this.#asked.size >= MOST_ASKED) return failure({ code: 'question-open' });
    const dropId = this.#begin(accountId, paths, isPrivate);
    if (asks || kept.folders === 'ask') return success({ kind: 'asks', dropId });
    const answer = await this.add(dropId, {
      ...kept,
      folders: kept.folders,
      remember: false,
      readers: { kind: 'public' },
    });
    // What cannot go as others went is asked about.
    if (!answer.ok && answer.error.code === 'folder-too-full') return success({ kind: 'asks', dropId });
    this.forget(dropId);
    return added(answer);
  }

  /** A drop that the person is asked about, once all of it was looked at. */
  async weighed(dropId: number): Promise<Result<WeighedDrop>> {
    const drop = await this.#look(dropId);
    if (drop === null) return failure({ code: 'drop-gone' });
    return success(weighedDrop(this.#parts, { ...drop, dropId, choices: this.choices(drop.accountId) }));
  }

  /** Those that the person is being asked about, oldest first. */
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

  /** The account is being taken away. */
  forgetAccount(accountId: string): void {
    for (const dropId of this.asked(accountId)) this.forget(dropId);
  }

  choices(accountId: string): DropChoices {
    return this.#parts.choices.of(accountId);
  }

  choose(accountId: string, choices: DropChoices): Promise<void> {
    return this.#parts.choices.set(accountId, choices);
  }

  /** The user's answer about a drop: the question had what a folder costs, so its rows need no second approval. */
  async answer(dropId: number, how: HowToAdd): Promise<Result<AddAnswer>> {
    const rows: number[] = [];
    const answer = await this.add(dropId, how, rows);
    await this.#parts.approve(rows);
    return answer;
  }

  /** Adds a drop in the way that the person chose. Where the disk refuses, what is not added yet waits for them as before. */
  async add(dropId: number, how: HowToAdd, rows: number[] = []): Promise<Result<AddAnswer>> {
    const drop = await this.#look(dropId);
    const asked = this.#asked.get(dropId);
    if (drop === null || asked === undefined) return failure({ code: 'drop-gone' });
    // Of a folder that was still being looked at a part may be all that was found.
    if (this.#closed) return failure({ code: 'cancelled' });
    const isTooFull = drop.found.folders.some(({ entries }) => entries === null);
    if (how.folders !== 'separate' && isTooFull) {
      return failure({ code: 'folder-too-full', values: { most: MOST_TOGETHER } });
    }
    // Whoever asks twice has it once.
    this.#asked.delete(dropId);
    const inList = new Set<FoundFolder>();
    try {
      const answer = await this.#add(drop, how, inList, rows);
      if (!answer.ok) this.#askAgain(dropId, asked, drop.found, inList);
      return answer;
    } catch (error) {
      this.#askAgain(dropId, asked, drop.found, inList);
      if (storageFailureKind(error) === 'other') throw error;
      return failure({ code: 'not-written', detail: String(error) });
    }
  }

  /** The threads that look at files end with the process: what they say of them from here on is added no more. */
  close(): void {
    this.#closed = true;
  }

  /** Goes on without the files of a folder that keep it from being sent. Nothing is sent before it is tried again. */
  async leaveOut(id: number): Promise<Result<null>> {
    const { cache, folderFiles, folderSource, persist } = this.#parts;
    const row = cache.get(id);
    if (row === null || row.content !== 'folder') return failure({ code: 'submission-gone' });
    // Of one that is on its way, or has its receipt, the files stay what was read.
    if (!('reason' in row.state) || row.state.reason.code !== 'folder-files') return success(null);
    await folderFiles.leaveOutProblems(id);
    folderSource.forget(id);
    const { files, bytes } = folderFiles.load(id);
    const changed = cache.patch(id, { files, size: bytes, ...noDigests });
    if (changed !== null) await persist(changed);
    return success(null);
  }

  /** The passphrase that is typed again: those of the rows that wait for one are encrypted with it when they are retried. */
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
      // Whatever it was for, it is for this one now.
      const changed = cache.patch(id, { encryption: { ...encryption, readers: { kind: 'passphrase' } } });
      if (changed !== null) void persist(changed);
    }
    return success({ ids: waiting });
  }

  async #add(drop: Looked, how: HowToAdd, inList: Set<FoundFolder>, rows: number[]): Promise<Result<AddAnswer>> {
    const { accountId, paths } = drop;
    const readers = await privateFor(this.#parts.keys, accountId, how.readers);
    if (!readers.ok) return readers;
    if (how.remember) await this.choose(accountId, { folders: how.folders, keepsTimes: how.keepsTimes });
    if (how.folders === 'separate') return this.#parts.intake.add(accountId, paths, readers.value);
    return this.#addTogether(drop, how, readers.value, inList, rows);
  }

  /** `inList` and `rows`: are given the folders as they are added, and the ids of their rows. */
  async #addTogether(
    { accountId, found }: Looked,
    how: HowToAdd,
    isFor: Private | null,
    inList: Set<FoundFolder>,
    rows: number[],
  ): Promise<Result<AddAnswer>> {
    const { folderIntake, intake, partSizeOf } = this.#parts;
    const { folders, leftOut, loosePaths, notes } = found;
    const sharing = how.folders === 'shared';
    const partSize = partSizeOf(accountId);
    for (const folder of folders) {
      const { place, name, entries, files } = folder;
      // It has none to submit, which is told as of any other folder.
      if (entries === null || files === 0) continue;
      const { submissions, bytes } = (sharing ? shared : together)(folder, partSize);
      const load = { files: submissions, bytes: BigInt(bytes) };
      const { keepsTimes } = how;
      rows.push(await folderIntake.add(accountId, { place, name, entries, sharing, keepsTimes, isFor, load }));
      inList.add(folder);
    }
    const loose = loosePaths.length === 0 ? null : await intake.add(accountId, loosePaths, isFor);
    if (loose?.ok === false) return loose;
    return success({
      added: inList.size + (loose?.value.added ?? 0),
      notes: [...notes, ...(loose?.value.notes ?? [])],
      leftOut: intake.offerLeftOut(accountId, leftOut, isFor),
    });
  }

  /** What is in the list already is no part of it any more, in whatever way the rest goes. */
  #askAgain(dropId: number, asked: Asked, found: FoundDrop, inList: ReadonlySet<FoundFolder>): void {
    if (inList.size === 0) return void this.#asked.set(dropId, asked);
    const { folders, leftOut, loosePaths, notes } = found;
    const rest = folders.filter((folder) => !inList.has(folder)).map(({ place }) => place.dropped);
    // Of the others it is told with the rest.
    this.#ask(dropId, { ...asked, paths: [...rest, ...loosePaths] }, { notes, leftOut });
  }

  #begin(accountId: string, paths: readonly string[], isPrivate: boolean): number {
    this.#lastId += 1;
    this.#ask(this.#lastId, { accountId, paths, isPrivate }, {});
    return this.#lastId;
  }

  /** `known`: what is told of it whatever is found. */
  #ask(dropId: number, { accountId, paths, isPrivate }: Drop, known: Partial<FoundDrop>): void {
    let toldAt = 0;
    const counted = (files: number, bytes: number): void => {
      if (!this.#asked.has(dropId)) throw new Forgotten();
      if (performance.now() - toldAt < COUNTED_EVERY_MS) return;
      toldAt = performance.now();
      this.#parts.events.emit('drops.counted', { dropId, files, bytes });
    };
    // Whoever asks for it hears of what went wrong.
    const looking = Promise.resolve().then(async () => {
      return { ...(await weigh(this.#parts, paths, this.#parts.partSizeOf(accountId), counted)), ...known };
    });
    looking.catch(() => undefined);
    this.#asked.set(dropId, { accountId, paths, isPrivate, found: looking });
  }

  /** Null where nobody is asked about it any more. */
  async #look(dropId: number): Promise<Looked | null> {
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
