import { createHash, type Hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import {
  type FileAnswer,
  type FileCall,
  type FileContent,
  type FileFacts,
  type FileMessage,
  type FileProblem,
  type FolderEntry,
  type FoundFile,
  factsOf,
  problemOf,
} from './file-calls.ts';
import type { FileThreads } from './file-threads.ts';
import {
  entriesOf,
  isSameFile,
  type Links,
  MOST_NAMES,
  type NamedEntry,
  noTextError,
  openRegularFile,
  realPathOf,
  refuseMistakable,
  swappedError,
} from './open-regular-file.ts';
import { originalFs } from './original-fs.ts';

const { closeSync, fstatSync, lstatSync, readSync, statSync } = originalFs;

/** `code`: as of `FileProblem`, and `EMPTY` for a file without content. */
export type FileSize =
  | { readonly ok: true; readonly size: number }
  | { readonly ok: false; readonly code: string; readonly detail: string };

/** The size of a file or folder in bytes, links followed: what a person chose, before it is read. Never rejects. */
export async function fileSize(files: FileThreads, path: string): Promise<FileSize> {
  const found = await files.look(path, 'follow');
  switch (found.kind) {
    case 'unreadable':
      return refused(found);
    case 'file':
      if (!Number.isSafeInteger(found.size)) return { ok: false, code: 'EFBIG', detail: `About ${found.size} bytes.` };
      return found.size === 0 ? emptyFile : { ok: true, size: found.size };
    case 'folder':
      return { ok: true, size: found.size };
    default:
      return { ok: false, code: 'ENOTFILE', detail: 'This is a pipe or a device.' };
  }
}

const emptyFile = { ok: false, code: 'EMPTY', detail: 'The file is empty.' } as const;

function refused({ code, detail }: FileProblem): FileSize {
  return { ok: false, code, detail };
}

/** The first part is small: rows are to be seen before a large folder is read to its end. */
const FIRST_PART = 100;
const PART = 1000;
/** Names read, or compared, between two signs of life: a million take a minute to read and sort on a slow drive. */
const STEPS_BETWEEN_SIGNS = 5_000;
/** Paths looked at between two signs of life. */
const FOUND_BETWEEN_SIGNS = 10;

/** The thread's end of `FileThread`: all calls are made at once and block it, and only it. */
export class FileHandler {
  readonly #port: MessagePort;
  readonly #mostNames: number;
  #file: number | null = null;
  #hash: Hash = createHash('sha256');

  /** `mostNames`: of a folder that is listed. */
  constructor(port: MessagePort, mostNames = MOST_NAMES) {
    this.#port = port;
    this.#mostNames = mostNames;
    port.on('message', (call: FileCall) => this.#handle(call));
  }

  #handle(call: FileCall): void {
    let answer: FileAnswer;
    try {
      answer = this.#answer(call);
    } catch (error) {
      answer = problemOf(error, 'path' in call ? call.path : null);
    }
    const bytes =
      answer.kind === 'piece' ? [answer.piece.buffer] : answer.kind === 'content' ? [answer.bytes.buffer] : [];
    this.#port.postMessage({ answer } satisfies FileMessage, bytes);
  }

  #answer(call: FileCall): FileAnswer {
    if ('path' in call) refuseMistakable(call.path);
    switch (call.kind) {
      case 'look':
        return factsOf((call.links === 'follow' ? statSync : lstatSync)(call.path, { bigint: true }));
      case 'find':
        return { kind: 'looked', found: this.#find(call.paths) };
      case 'list':
        return this.#list(call.path);
      case 'read':
        return readWhole(call.path, call.links, call.mostBytes);
      case 'open':
        return this.#open(call.path);
      case 'piece':
        return this.#piece(call.piece, call.position);
      case 'finish':
        return {
          kind: 'finished',
          facts: factsOf(fstatSync(this.#descriptor(), { bigint: true })),
          sha256: hex(this.#hash),
        };
      case 'close':
        return this.#close();
    }
  }

  #find(paths: readonly string[]): (FoundFile | FileProblem)[] {
    let realFolder: string | null = null;
    return paths.map((path, number) => {
      if (number % FOUND_BETWEEN_SIGNS === 0) this.#port.postMessage({ part: [] } satisfies FileMessage);
      try {
        refuseMistakable(path);
        const stats = lstatSync(path, { bigint: true });
        const facts = factsOf(stats);
        if (facts.kind === 'link') return { kind: 'found', facts, realPath: path };
        realFolder ??= realPathOf(dirname(path));
        const realPath = join(realFolder, basename(path));
        // The file may have been replaced by a link in the meantime.
        if (!isSameFile(lstatSync(realPath, { bigint: true }), stats)) throw swappedError();
        return { kind: 'found', facts, realPath };
      } catch (error) {
        return problemOf(error, path);
      }
    });
  }

  #list(path: string): FileAnswer {
    const entries = this.#entries(path);
    const folders: string[] = [];
    let part: FolderEntry[] = [];
    let limit = FIRST_PART;
    const post = (): void => {
      if (part.length > 0) this.#port.postMessage({ part } satisfies FileMessage);
      part = [];
      limit = PART;
    };
    for (const entry of entries) {
      if (!entry.isText) part.push({ name: entry.name, seen: problemOf(noTextError(), null) });
      else if (entry.isFolder) folders.push(entry.name);
      else part.push({ name: entry.name, seen: look(join(path, entry.name)) });
      if (part.length >= limit) post();
    }
    post();
    return { kind: 'listed', folders };
  }

  /** All of a folder, sorted. Says in between that it is at work, so that nobody takes it for hanging. */
  #entries(path: string): NamedEntry[] {
    let steps = 0;
    const step = (): void => {
      steps += 1;
      if (steps % STEPS_BETWEEN_SIGNS === 0) this.#port.postMessage({ part: [] } satisfies FileMessage);
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

  #open(path: string): FileFacts {
    const { file, stats } = openRegularFile(path, 'no-follow');
    this.#file = file;
    this.#hash = createHash('sha256');
    return factsOf(stats);
  }

  #piece(piece: Uint8Array<ArrayBuffer>, position: number): FileAnswer {
    const bytesRead = fill(this.#descriptor(), piece, position);
    this.#hash.update(piece.subarray(0, bytesRead));
    return { kind: 'piece', piece, bytesRead };
  }

  #close(): FileAnswer {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
    return { kind: 'closed' };
  }

  #descriptor(): number {
    if (this.#file === null) throw Object.assign(new Error('No file is open.'), { code: 'EBADF' });
    return this.#file;
  }
}

function look(path: string): FolderEntry['seen'] {
  try {
    return factsOf(lstatSync(path, { bigint: true }));
  } catch (error) {
    return problemOf(error, path);
  }
}

function readWhole(path: string, links: Links, mostBytes: number): FileContent {
  const { file, stats } = openRegularFile(path, links);
  const hash = createHash('sha256');
  if (file === null) return { kind: 'content', bytes: new Uint8Array(0), sha256: hex(hash), facts: factsOf(stats) };
  try {
    if (stats.size > BigInt(mostBytes)) throw tooLarge(stats.size);
    // One byte more shows whether it goes on where it is to end.
    const buffer = new Uint8Array(Number(stats.size) + 1);
    const bytesRead = fill(file, buffer, 0);
    const bytes = buffer.subarray(0, bytesRead);
    hash.update(bytes);
    return { kind: 'content', bytes, sha256: hex(hash), facts: factsOf(fstatSync(file, { bigint: true })) };
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
