import { createHash, type Hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { transfer } from '../threads.ts';
import {
  type FileContent,
  type FileFacts,
  type FileProblem,
  type FilledPiece,
  type FinishedFile,
  type FolderEntry,
  type FoundFile,
  factsOf,
  problemOf,
} from './file-calls.ts';
import {
  entriesOf,
  isSameFile,
  type Links,
  MOST_NAMES,
  type NamedEntry,
  openRegularFile,
  realPathOf,
  refuseUnreadableName,
  replacedError,
} from './open-regular-file.ts';
import { originalFs } from './original-fs.ts';

const { closeSync, fstatSync, lstatSync, readSync, statSync } = originalFs;

/** The first part is small, so that rows appear before a large folder is fully read. */
const FIRST_PART_ENTRIES = 100;
const PART_ENTRIES = 1000;
/**
 * The number of names that are read or compared between two signs of life. The caller abandons a thread without signs
 * of life, and a million names take a minute to read and sort on a slow drive.
 */
const NAMES_BETWEEN_SIGNS = 5_000;
/** The number of paths that are checked between two signs of life. */
const PATHS_BETWEEN_SIGNS = 10;

const asBigInts = { bigint: true } as const;

/** Runs in a separate thread and answers one call at a time. System calls block only this thread. */
export class FileHandler {
  readonly #post: (part: readonly FolderEntry[]) => void;
  readonly #mostNames: number;
  #file: number | null = null;
  #hash: Hash = createHash('sha256');

  /**
   * `post`: sends parts of an answer; an empty part is a sign of life. `mostNames`: the most names in a listed folder.
   */
  constructor(post: (part: readonly FolderEntry[]) => void, mostNames = MOST_NAMES) {
    this.#post = post;
    this.#mostNames = mostNames;
  }

  look(path: string, links: Links): FileFacts | FileProblem {
    return orProblem(path, () => factsOf((links === 'follow' ? statSync : lstatSync)(path, asBigInts)));
  }

  /** Returns the facts and real paths of several files in one folder. Answers are in the order of the paths. */
  find(paths: readonly string[]): (FoundFile | FileProblem)[] {
    let realFolder: string | null = null;
    return paths.map((path, number) => {
      if (number % PATHS_BETWEEN_SIGNS === 0) this.#post([]);
      try {
        refuseUnreadableName(path);
        const stats = lstatSync(path, asBigInts);
        const facts = factsOf(stats);
        if (facts.kind === 'link') return { kind: 'found', facts, realPath: path };
        realFolder ??= realPathOf(dirname(path));
        const realPath = join(realFolder, basename(path));
        // The file may have been replaced by a link in the meantime.
        if (!isSameFile(lstatSync(realPath, asBigInts), stats)) throw replacedError();
        return { kind: 'found', facts, realPath };
      } catch (error) {
        return problemOf(error);
      }
    });
  }

  /** Posts everything but folders in parts, then returns the names of the folders. Names are in natural order. */
  list(path: string): readonly string[] | FileProblem {
    return orProblem(path, () => this.#list(path));
  }

  /** Reads a whole file of at most `mostBytes`. */
  read(path: string, links: Links, mostBytes: number): FileContent | FileProblem {
    const answer = orProblem(path, () => readWhole(path, links, mostBytes));
    return answer.kind === 'content' ? transfer(answer, [answer.bytes.buffer]) : answer;
  }

  /** Opens a file. A thread has at most one file open. */
  open(path: string): FileFacts | FileProblem {
    return orProblem(path, () => {
      const { file, stats } = openRegularFile(path, 'no-follow');
      this.#file = file;
      this.#hash = createHash('sha256');
      return factsOf(stats);
    });
  }

  /** Fills the piece from `position` on. It has fewer bytes only if the file ends. Read pieces in order, each once. */
  piece(piece: Uint8Array<ArrayBuffer>, position: number): FilledPiece | FileProblem {
    return orProblem(null, () => {
      const bytesRead = fill(this.#descriptor(), piece, position);
      this.#hash.update(piece.subarray(0, bytesRead));
      return transfer({ kind: 'piece', piece, bytesRead }, [piece.buffer]);
    });
  }

  /** The file's current facts, and the SHA-256 of all pieces. */
  finish(): FinishedFile | FileProblem {
    return orProblem(null, () => {
      const facts = factsOf(fstatSync(this.#descriptor(), asBigInts));
      return { kind: 'finished', facts, sha256: hex(this.#hash) };
    });
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
  }

  #list(path: string): readonly string[] {
    const entries = this.#entries(path);
    const folders: string[] = [];
    let part: FolderEntry[] = [];
    let limit = FIRST_PART_ENTRIES;
    const post = (): void => {
      if (part.length > 0) this.#post(part);
      part = [];
      limit = PART_ENTRIES;
    };
    for (const { name, isFolder } of entries) {
      // U+FFFD: the name is not valid text, so the folder is posted with a problem.
      if (isFolder && !name.includes('\ufffd')) folders.push(name);
      else
        part.push({ name, seen: orProblem(join(path, name), () => factsOf(lstatSync(join(path, name), asBigInts))) });
      if (part.length >= limit) post();
    }
    post();
    return folders;
  }

  /** All entries of a folder, sorted. Posts signs of life, so that the thread does not seem to hang. */
  #entries(path: string): NamedEntry[] {
    let steps = 0;
    const step = (): void => {
      steps += 1;
      if (steps % NAMES_BETWEEN_SIGNS === 0) this.#post([]);
    };
    const entries: NamedEntry[] = [];
    for (const entry of entriesOf(path, this.#mostNames)) {
      entries.push(entry);
      step();
    }
    const byName = new Intl.Collator(undefined, { numeric: true });
    return entries.sort((a, b) => {
      step();
      return byName.compare(a.name, b.name);
    });
  }

  #descriptor(): number {
    if (this.#file === null) throw Object.assign(new Error('No file is open.'), { code: 'EBADF' });
    return this.#file;
  }
}

function orProblem<Answer>(path: string | null, call: () => Answer): Answer | FileProblem {
  try {
    if (path !== null) refuseUnreadableName(path);
    return call();
  } catch (error) {
    return problemOf(error);
  }
}

function readWhole(path: string, links: Links, mostBytes: number): FileContent {
  const { file, stats } = openRegularFile(path, links);
  const hash = createHash('sha256');
  if (file === null) return { kind: 'content', bytes: new Uint8Array(0), sha256: hex(hash), facts: factsOf(stats) };
  try {
    if (stats.size > BigInt(mostBytes)) throw tooLarge(stats.size);
    // One more byte detects a file that is longer than its size.
    const buffer = new Uint8Array(Number(stats.size) + 1);
    const bytesRead = fill(file, buffer, 0);
    const bytes = buffer.subarray(0, bytesRead);
    hash.update(bytes);
    return { kind: 'content', bytes, sha256: hex(hash), facts: factsOf(fstatSync(file, asBigInts)) };
  } finally {
    closeSync(file);
  }
}

function tooLarge(size: bigint): Error {
  return Object.assign(new Error(`The file has ${size} bytes.`), { code: 'EFBIG' });
}

function fill(file: number, buffer: Uint8Array, position: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    const bytesRead = readSync(file, buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

function hex(hash: Hash): string {
  return `0x${hash.digest('hex')}`;
}
