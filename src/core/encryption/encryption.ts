import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { besideHanging, HangingFolders, originalFs } from '../files/index.ts';
import { type Remote, Thread, ThreadEnded } from '../threads.ts';
import {
  CANCELLED,
  CURRENT,
  type DecryptEnd,
  type DecryptOrder,
  type DecryptWith,
  type EncryptEnd,
  type EncryptFor,
  type EncryptOrder,
  JOB_NUMBERS,
  type NotDone,
} from './jobs.ts';
import type { EncryptionThread } from './thread.ts';

const { mkdir, readdir, rm } = originalFs.promises;

/** The cipher keeps one core busy: more at a time would only take turns. Each may hold 256 MiB while a passphrase is tried. */
const FILES_AT_ONCE = 2;
/** Small texts do not wait for files. */
const TEXTS_AT_ONCE = 1;
const MOST_IDLE = 1;
/** An idle thread holds some 20 MB. */
const IDLE_MS = 30_000;
/** A drive that gives nothing for this long hangs; trying a passphrase takes seconds, on slow machines ten times that. */
const STALL_MS = 90_000;
const MOST_HANGING = 8;
const COPY = '.age';

/**
 * Megabytes. A small young generation: pieces of files are outside of it and are freed with it. The library allocates new memory
 * for each chunk, which would otherwise pile up by hundreds of megabytes a second.
 */
const limits = { maxYoungGenerationSizeMb: 2 };

/** It posts the number of bytes that it has read. */
type JobThread = Thread<EncryptionThread, number>;

type EncryptionParts = {
  /** The built `encryption-worker`. */
  readonly script: URL;
  /** The built `digest-worker`. */
  readonly digestScript: URL;
  /** The app's own, for encrypted copies on their way out. Made with the first. */
  readonly folder: string;
  readonly stallMs?: number;
};

type Watched = { readonly onProgress: (bytes: number) => void; readonly signal: AbortSignal };

const ended: Failure = { code: 'encryption-stopped', detail: 'Dropslip is closing.' };

/**
 * The age format (age-encryption.org/v1) by the library `age-encryption`, in threads of its own: files are read, encrypted or
 * decrypted, digested and written in one pass, whatever their size, in the memory of a few pieces. Never rejects.
 */
export class Encryption {
  readonly #parts: EncryptionParts;
  readonly #files = pLimit(FILES_AT_ONCE);
  readonly #texts = pLimit(TEXTS_AT_ONCE);
  readonly #threads = new Set<JobThread>();
  readonly #idle: JobThread[] = [];
  readonly #hanging = new HangingFolders(MOST_HANGING);
  /** Left-overs are being deleted: what is made meanwhile would be taken for one. */
  #cleaning: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(parts: EncryptionParts) {
    this.#parts = parts;
  }

  /**
   * Joins the files and encrypts them to a new file, with the digests of what was meant and of what goes out. Progress is in
   * bytes of what is meant. Nothing is left at `to` but where it ends well.
   */
  encrypt({ onProgress, signal, ...order }: EncryptOrder & Watched): Promise<EncryptEnd> {
    const paths = order.files.map(({ path }) => path);
    return this.#job<EncryptEnd>(order.to, paths, { onProgress, signal }, (remote, numbers) =>
      remote.encrypt(order, numbers),
    );
  }

  /**
   * Decrypts one file to another, or to none, with the digests of what came out. Progress is in bytes of the encrypted file. `to` is
   * complete once this has ended well, and is gone if it has not.
   */
  decrypt({ onProgress, signal, ...order }: DecryptOrder & Watched): Promise<DecryptEnd> {
    return this.#job<DecryptEnd>(order.to, [order.from], { onProgress, signal }, (remote, numbers) =>
      remote.decrypt(order, numbers),
    );
  }

  /** A small text, whole in memory. */
  seal(bytes: Uint8Array, encryptFor: EncryptFor): Promise<Result<Uint8Array>> {
    return this.#text(async (remote) => success(await remote.seal(bytes, encryptFor)));
  }

  /** A small age file, whole in memory. */
  open(bytes: Uint8Array, decryptWith: DecryptWith): Promise<Result<Uint8Array>> {
    return this.#text(async (remote) => remote.open(bytes, decryptWith));
  }

  /** Where the next encrypted copy is to go; nothing is there yet. */
  async newCopy(): Promise<string> {
    await this.#cleaning;
    await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 });
    return join(this.#parts.folder, `${randomUUID()}${COPY}`);
  }

  /** Where the copy of this name lies. */
  copyAt(fileName: string): string {
    return join(this.#parts.folder, basename(fileName));
  }

  /** Never rejects: what is left is a left-over of the next start. */
  async removeCopy(fileName: string): Promise<void> {
    await rm(this.copyAt(fileName), { force: true }).catch(() => undefined);
  }

  /**
   * Deletes the encrypted copies that nobody knows of: a process that was killed left them, half-written or not yet written
   * down. `kept`: the paths of those that somebody does. To be called at the start, before anything is encrypted.
   */
  removeLeftOvers(kept: ReadonlySet<string>): Promise<void> {
    const removing = this.#removeAllBut(kept);
    this.#cleaning = removing;
    return removing;
  }

  async #removeAllBut(kept: ReadonlySet<string>): Promise<void> {
    const { folder } = this.#parts;
    const names = await readdir(folder).catch(() => []);
    const left = names.filter((name) => name.endsWith(COPY)).map((name) => join(folder, name));
    await Promise.allSettled(left.filter((path) => !kept.has(path)).map((path) => rm(path, { force: true })));
  }

  /** Resolves once all threads have ended: never, while one hangs. What was not done is left over for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #job<End extends EncryptEnd | DecryptEnd>(
    to: string | null,
    paths: readonly string[],
    { onProgress, signal }: Watched,
    use: (remote: Remote<EncryptionThread>, numbers: SharedArrayBuffer) => Promise<End>,
  ): Promise<End | NotDone> {
    return this.#files(async (): Promise<End | NotDone> => {
      const beside = paths.find((path) => this.#hanging.has(path));
      if (beside !== undefined) return { ...besideHanging, path: beside };
      if (signal.aborted) return { kind: 'cancelled' };
      if (this.#isClosed) return { kind: 'failed', failure: ended };
      const shared = new SharedArrayBuffer(JOB_NUMBERS * Int32Array.BYTES_PER_ELEMENT);
      const numbers = new Int32Array(shared);
      const cancel = (): void => void Atomics.store(numbers, CANCELLED, 1);
      signal.addEventListener('abort', cancel, { once: true });
      const thread = this.#take();
      try {
        return await thread.ask((remote) => use(remote, shared), onProgress);
      } catch (error) {
        // What the thread has made it cannot take back any more.
        const over = thread.end().then(() => (to === null ? undefined : rm(to, { force: true })));
        const path = paths[Atomics.load(numbers, CURRENT)];
        if (thread.isSilent && path !== undefined) {
          this.#hanging.add(path, over);
          over.catch(() => undefined);
          return { kind: 'unreadable', path, code: 'ETIMEDOUT', detail: 'The drive did not answer in time.' };
        }
        await over.catch(() => undefined);
        return { kind: 'failed', failure: this.#stopped(error) };
      } finally {
        signal.removeEventListener('abort', cancel);
        this.#giveBack(thread);
      }
    });
  }

  #text(use: (remote: Remote<EncryptionThread>) => Promise<Result<Uint8Array>>): Promise<Result<Uint8Array>> {
    return this.#texts(async () => {
      if (this.#isClosed) return failure(ended);
      const thread = this.#take();
      try {
        return await thread.ask(use);
      } catch (error) {
        return failure(this.#stopped(error));
      } finally {
        this.#giveBack(thread);
      }
    });
  }

  #stopped(error: unknown): Failure {
    if (this.#isClosed) return ended;
    const detail = error instanceof ThreadEnded ? error.message : String(error);
    return { code: 'encryption-stopped', detail };
  }

  #take(): JobThread {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) if (!idle.isGone) return idle;
    const { script, digestScript, stallMs } = this.#parts;
    const made: JobThread = new Thread(script, { data: digestScript.href, limits, silenceMs: stallMs ?? STALL_MS });
    this.#threads.add(made);
    return made;
  }

  #giveBack(thread: JobThread): void {
    if (thread.isGone || this.#isClosed || this.#idle.length >= MOST_IDLE) {
      this.#end(thread);
      return;
    }
    this.#idle.push(thread);
    const timer = setTimeout(() => {
      const at = this.#idle.indexOf(thread);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      this.#end(thread);
    }, IDLE_MS);
    timer.unref();
  }

  #end(thread: JobThread): void {
    void thread.end().finally(() => this.#threads.delete(thread));
  }
}
