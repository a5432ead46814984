import { basename, join } from 'node:path';
import type { KnownDigests } from '../../shared/bridge/receipts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { FolderVerdict } from '../../shared/submissions/verification.ts';
import type { DigestEnd, Digests } from '../digests/index.ts';
import type { FileThreads } from '../files/index.ts';
import { folderIdentity, type Platform } from '../manifest/index.ts';
import { inventoryOf, isHiddenPath, MOST_TOGETHER } from '../submissions/index.ts';
import { type FolderContents, isSame, judgeFolder, placeFolder } from './verdicts.ts';

type Watched = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void };
type Inventory = Extract<Awaited<ReturnType<typeof inventoryOf>>, { kind: 'found' }>['entries'];
type Entry = Inventory[number];
type Digested = Extract<DigestEnd, { kind: 'digested' }>;

type FolderAnswer = { readonly verdict: FolderVerdict; readonly files: number; readonly bytes: number };

/** More would only wait in the queue of the reading threads. */
const READ_AT_ONCE = 64;

/** Compares a folder with one or more references. Reads each file at most once. */
export class FolderReading {
  readonly #files: FileThreads;
  readonly #digests: Digests;
  readonly #platform: Platform;
  readonly #path: string;
  readonly #watched: Watched;
  /** By path in the folder. */
  readonly #read = new Map<string, Digested>();

  /** `path`: a real path without links. */
  constructor(files: FileThreads, digests: Digests, platform: Platform, path: string, watched: Watched) {
    this.#files = files;
    this.#digests = digests;
    this.#platform = platform;
    this.#path = path;
    this.#watched = watched;
  }

  /** Compares by the digests of the files. Does not read files that have another size or were not submitted. */
  async against(contents: FolderContents): Promise<Result<FolderAnswer>> {
    const inventory = await this.#inventory('with-hidden');
    if (!inventory.ok) return inventory;
    const byPath = new Map(inventory.value.filter(isFile).map((entry) => [entry.path, entry]));
    const folders = foldersIn(inventory.value);
    const { placed, missing, added } = placeFolder(byPath.keys(), folders, contents, this.#platform);
    const found = placed.map(({ file, place }) => ({ file, entry: byPath.get(place) }));
    const mayBeSame = found.flatMap(({ file, entry }) =>
      entry !== undefined && isWhole(entry, file.size) ? [entry] : [],
    );
    const problem = await this.#readAll(mayBeSame);
    if (problem !== null) return failure(problem);
    const changed = found.flatMap(({ file, entry }) => {
      const now = entry === undefined ? undefined : this.#read.get(entry.path);
      return now !== undefined && isSame(file, now) ? [] : [file.path];
    });
    // Systems add hidden files to folders, which are not submitted.
    const seen = added.filter((path) => !isHiddenPath(path));
    const there = [...found.flatMap(({ entry }) => entry ?? []), ...seen.flatMap((path) => byPath.get(path) ?? [])];
    return success({ verdict: judgeFolder(changed, { missing, added: seen }), ...loadOf(there) });
  }

  /** Compares by the digests of the folder's list, which needs all files. `name`: the submitted name. */
  async againstList(name: string, expected: KnownDigests): Promise<Result<FolderAnswer>> {
    const inventory = await this.#inventory('without-hidden');
    if (!inventory.ok) return inventory;
    const files = inventory.value.filter(isFile);
    const whole = files.filter((entry) => isWhole(entry, entry.size));
    const problem = await this.#readAll(whole);
    if (problem !== null) return failure(problem);
    const read = files.map(({ path, size }) => ({
      path,
      size,
      sha256: null,
      blake2b256: null,
      ...this.#digestsAt(path),
    }));
    const folders = inventory.value.flatMap(({ kind, path }) => (kind === 'folder' ? [path] : []));
    const list = new Uint8Array(Buffer.from([...folderIdentity(name, read, folders)].join('')));
    const end = await this.#digests.ofBytes(list, this.#watched.signal);
    if (end.kind !== 'digested') return failure(this.#problemOf(basename(this.#path), end));
    const kind = end.sha256 === expected.sha256 && end.blake2b256 === expected.blake2b256 ? 'same' : 'different';
    return success({ verdict: { by: 'list', kind }, ...loadOf(files) });
  }

  async #inventory(hidden: 'with-hidden' | 'without-hidden'): Promise<Result<Inventory>> {
    const { signal } = this.#watched;
    try {
      const found = await inventoryOf(this.#files, this.#path, hidden, signal);
      switch (found.kind) {
        case 'found':
          return success(found.entries);
        case 'too-full':
          return failure({ code: 'folder-too-full', values: { most: MOST_TOGETHER } });
        case 'unreadable':
          return failure({ code: 'compared-file-unreadable', values: { name: found.folder, why: 'other' } });
      }
    } catch (error) {
      if (signal.aborted) return failure(cancelled);
      throw error;
    }
  }

  /** Null on success. */
  async #readAll(entries: readonly Entry[]): Promise<Failure | null> {
    const total = entries.reduce((bytes, { size }) => bytes + (size ?? 0), 0);
    const { onProgress, signal } = this.#watched;
    let before = 0;
    for (let start = 0; start < entries.length; start += READ_AT_ONCE) {
      const some = entries.slice(start, start + READ_AT_ONCE);
      const done = new Map<string, number>();
      const tell = (path: string, bytes: number): void => {
        done.set(path, bytes);
        onProgress(before + done.values().reduce((all, each) => all + each, 0), total);
      };
      const problems = await Promise.all(some.map((entry) => this.#readOne(entry, (bytes) => tell(entry.path, bytes))));
      if (signal.aborted) return cancelled;
      const problem = problems.find((one) => one !== null);
      if (problem !== undefined) return problem;
      before += some.reduce((bytes, { size }) => bytes + (size ?? 0), 0);
      onProgress(before, total);
    }
    return null;
  }

  async #readOne({ path, found }: Entry, onProgress: (bytes: number) => void): Promise<Failure | null> {
    if (this.#read.has(path)) return null;
    const at = join(this.#path, ...(found ?? path).split('/'));
    const end = await this.#digests.digest(at, 'no-follow', onProgress, this.#watched.signal);
    if (end.kind !== 'digested') return this.#problemOf(path, end);
    if (end.changedMeanwhile) return { code: 'compared-file-changed' };
    this.#read.set(path, end);
    return null;
  }

  #digestsAt(path: string): Pick<Digested, 'size' | 'sha256' | 'blake2b256'> | Record<never, never> {
    return this.#read.get(path) ?? {};
  }

  #problemOf(name: string, end: Exclude<DigestEnd, { kind: 'digested' }>): Failure {
    return end.kind === 'cancelled' ? cancelled : unreadable(name, end.code);
  }
}

export const cancelled: Failure = { code: 'cancelled' };

const isFile = ({ kind }: Entry): boolean => kind === 'file';

/** True if the file is readable and has the expected size. */
function isWhole({ problem, size }: Entry, expected: number | null): boolean {
  return problem === null && size !== null && size === expected;
}

/** All folders, including those with content. */
function foldersIn(entries: Inventory): Set<string> {
  const folders = new Set(entries.filter((entry) => !isFile(entry)).map(({ path }) => path));
  for (const { path } of entries) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return folders;
}

function loadOf(entries: readonly Entry[]): { readonly files: number; readonly bytes: number } {
  return { files: entries.length, bytes: entries.reduce((bytes, { size }) => bytes + (size ?? 0), 0) };
}

/** Why a file or folder could not be compared. `code`: a system error or one of the reader. */
export function unreadable(name: string, code: string): Failure {
  const why = reasons.get(code);
  return why === undefined
    ? { code: 'compared-file-unreadable', values: { name, why: 'other' }, detail: code }
    : { code: 'compared-file-unreadable', values: { name, why } };
}

const reasons: ReadonlyMap<string, 'missing' | 'forbidden'> = new Map([
  ['ENOENT', 'missing'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
]);
