import { dirname } from 'node:path';
import { type Remote, Thread, ThreadEnded, transfer } from '../threads.ts';
import type { FileContent, FileFacts, FileProblem, FolderEntry, FoundFile } from './file-calls.ts';
import type { FileHandler } from './file-handler.ts';
import { besideHanging, HangingFolders } from './hanging-folders.ts';
import type { Links } from './open-regular-file.ts';

/** A drive that has to spin up takes a few seconds. One that is silent for this long is hanging. */
const LONGEST_SILENCE_MS = 20_000;
/** The number of calls at a time. More would only make a disk seek. */
const AT_WORK = 4;
/** A call that takes longer than this waits for a drive, so it no longer counts as one of `AT_WORK`. */
const SLOW_MS = 500;
/** The most calls at a time, including those that wait for a drive. */
const MOST_CALLS = 24;
const MOST_IDLE = 4;
/** Twice the number of calls that can be pending when a drive disappears. */
const MOST_HANGING = 2 * MOST_CALLS;

type FileThread = Thread<FileHandler, readonly FolderEntry[]>;

const ended: FileProblem = { kind: 'unreadable', code: 'ECANCELED', detail: 'Dropslip is closing.' };

/**
 * The only access to the user's files: separate worker threads find, open and read them. An absent network drive blocks
 * every thread that accesses it, and Node's own thread pool for files is small and also resolves host names. A hanging
 * thread is abandoned and replaced. While it hangs, its folder is not accessed again, so that a drive with ten thousand
 * files does not block ten thousand threads. Never rejects.
 */
export class FileThreads {
  readonly #script: URL;
  readonly #silenceMs: number;
  readonly #threads = new Set<FileThread>();
  readonly #idle: FileThread[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #hanging = new HangingFolders(MOST_HANGING);
  #calls = 0;
  #slow = 0;
  #isClosed = false;

  /** `script`: the built `file-worker`. */
  constructor(script: URL, silenceMs = LONGEST_SILENCE_MS) {
    this.#script = script;
    this.#silenceMs = silenceMs;
  }

  /** `follow`: describes the target of a link instead of the link. */
  look(path: string, links: Links): Promise<FileFacts | FileProblem> {
    return this.#call(path, (handler) => handler.look(path, links));
  }

  /** Describes a path and finds its real path. */
  async find(path: string): Promise<FoundFile | FileProblem> {
    return (await this.findAll([path])).get(path) ?? ended;
  }

  /** Finds many paths. Sends one message per folder: a message to a thread takes longer than checking a file. */
  async findAll(paths: readonly string[]): Promise<ReadonlyMap<string, FoundFile | FileProblem>> {
    const found = new Map<string, FoundFile | FileProblem>();
    const asked = Map.groupBy(paths, (path) => dirname(path))
      .entries()
      .map(async ([folder, inside]) => {
        const answer = await this.#call(inside[0] ?? folder, (handler) => handler.find(inside));
        for (const [number, path] of inside.entries()) {
          found.set(path, isProblem(answer) ? answer : (answer[number] ?? ended));
        }
      });
    await Promise.all(asked);
    return found;
  }

  /**
   * Returns the names of the folders in a folder. Before that, passes everything else to `onPart`. Does not follow
   * links.
   */
  list(path: string, onPart: (part: readonly FolderEntry[]) => void): Promise<readonly string[] | FileProblem> {
    return this.#call(
      path,
      (handler) => handler.list(path),
      (part) => {
        if (part.length > 0) onPart(part);
      },
    );
  }

  /** Reads a whole file. Fails with `EFBIG` if it has more bytes. */
  read(path: string, links: Links, mostBytes: number): Promise<FileContent | FileProblem> {
    return this.#call(path, (handler) => handler.read(path, links, mostBytes));
  }

  /** Opens a file to read it piece by piece, without following links. The file occupies a thread until it is closed. */
  async open(path: string): Promise<OpenFile | FileProblem> {
    const thread = this.#take(path);
    if (!(thread instanceof Thread)) return thread;
    const facts = await ask(thread, (handler) => handler.open(path));
    if (facts.kind === 'unreadable') {
      this.#giveBack(thread, path);
      return facts;
    }
    return new OpenFile(thread, facts, () => this.#giveBack(thread, path));
  }

  /** Resolves once all threads have ended. Stays pending while one hangs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const next of this.#waiting.splice(0)) next();
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  async #call<Answer>(
    path: string,
    use: (handler: Remote<FileHandler>) => Answer,
    onPart?: (part: readonly FolderEntry[]) => void,
  ): Promise<Awaited<Answer> | FileProblem> {
    while (!this.#isClosed && this.#hasToWait(path)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#calls += 1;
    let isSlow = false;
    const slow = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      this.#waiting.shift()?.();
    }, SLOW_MS);
    const thread = this.#take(path);
    const answer = thread instanceof Thread ? await ask(thread, use, onPart) : thread;
    clearTimeout(slow);
    if (isSlow) this.#slow -= 1;
    this.#calls -= 1;
    if (thread instanceof Thread) this.#giveBack(thread, path);
    this.#waiting.shift()?.();
    return answer;
  }

  #hasToWait(path: string): boolean {
    if (this.#calls - this.#slow >= AT_WORK || this.#calls >= MOST_CALLS) return true;
    return this.#hanging.isFull && !this.#hanging.has(path);
  }

  #take(path: string): FileThread | FileProblem {
    if (this.#isClosed) return ended;
    if (this.#hanging.has(path)) return besideHanging;
    const idle = this.#idle.pop();
    if (idle !== undefined && !idle.isGone) return idle;
    const made: FileThread = new Thread(this.#script, { silenceMs: this.#silenceMs });
    this.#threads.add(made);
    return made;
  }

  #giveBack(thread: FileThread, path: string): void {
    if (!thread.isGone && !this.#isClosed && this.#idle.length < MOST_IDLE) {
      this.#idle.push(thread);
      return;
    }
    const ended = thread.end();
    if (thread.isSilent) this.#hanging.add(path, ended);
    void ended.finally(() => {
      this.#threads.delete(thread);
      if (thread.isSilent) for (const next of this.#waiting.splice(0)) next();
    });
  }
}

/** A file that is read piece by piece, in order, each once. */
export class OpenFile {
  readonly facts: FileFacts;
  readonly #thread: FileThread;
  readonly #giveBack: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(thread: FileThread, facts: FileFacts, giveBack: () => void) {
    this.#thread = thread;
    this.facts = facts;
    this.#giveBack = giveBack;
  }

  /** Transfers the piece's memory to the thread and returns it filled. It has fewer bytes only if the file ends. */
  read(piece: Uint8Array<ArrayBuffer>, position: number) {
    const answer = ask(this.#thread, (handler) => handler.piece(transfer(piece, [piece.buffer]), position));
    this.#last = answer;
    return answer;
  }

  /** The file's current facts, and the SHA-256 of everything that was read. */
  finish() {
    const answer = ask(this.#thread, (handler) => handler.finish());
    this.#last = answer;
    return answer;
  }

  /** Does not wait. If its drive hangs, the file is closed when the drive responds. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#last.then(() => ask(this.#thread, (handler) => handler.close())).then(this.#giveBack);
  }
}

async function ask<Answer>(
  thread: FileThread,
  use: (handler: Remote<FileHandler>) => Answer,
  onPart: (part: readonly FolderEntry[]) => void = () => undefined,
): Promise<Awaited<Answer> | FileProblem> {
  try {
    return await thread.ask(use, onPart);
  } catch (error) {
    if (error instanceof ThreadEnded && error.isSilent) {
      return { kind: 'unreadable', code: 'ETIMEDOUT', detail: 'The drive did not answer in time.' };
    }
    return { kind: 'unreadable', code: 'WORKER', detail: String(error) };
  }
}

function isProblem(answer: readonly unknown[] | FileProblem): answer is FileProblem {
  return !Array.isArray(answer);
}
