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

/**
 * The cipher keeps one core busy, so more files at a time gain little. Each may use 256 MiB while it tries a
 * passphrase.
 */
const FILES_AT_ONCE = 2;
/** Small texts do not wait for files. */
const TEXTS_AT_ONCE = 1;
/** An idle thread holds about 20 MB. */
const MOST_IDLE = 1;
/**
 * A drive that returns no data for this long is hanging. Trying a passphrase takes seconds, and ten times that on slow
 * machines.
 */
const STALL_MS = 90_000;
const MOST_HANGING = 8;
const COPY = '.age';

/**
 * In megabytes. The young generation is small so that it is collected often: that also frees the pieces of files
 * outside it. The library allocates new memory for each chunk, which would otherwise accumulate by hundreds of
 * megabytes a second.
 */
const limits = { maxYoungGenerationSizeMb: 2 };

/** Posts the number of bytes that it has read. */
type JobThread = Thread<EncryptionThread, number>;

type Watched = { readonly onProgress: (bytes: number) => void; readonly signal: AbortSignal };

const ended: Failure = { code: 'encryption-stopped', detail: 'Dropslip is closing.' };

/**
 * The age format (age-encryption.org/v1) by the library `age-encryption`, in separate threads. Files of any size are
 * read, encrypted or decrypted, digested and written in one pass, with only a few pieces in memory. Never rejects.
 */
export class Encryption {
  /** The built `encryption-worker`. */
  readonly #script: URL;
  /** The built `digest-worker`. */
  readonly #digestScript: URL;
  /** The app's folder for encrypted copies that wait to be sent. Created with the first copy. */
  readonly #folder: string;
  readonly #stallMs: number;
  readonly #files = pLimit(FILES_AT_ONCE);
  readonly #texts = pLimit(TEXTS_AT_ONCE);
  readonly #threads = new Set<JobThread>();
  readonly #idle: JobThread[] = [];
  readonly #hanging = new HangingFolders(MOST_HANGING);
  /** New copies wait until left-overs are deleted, because they would be deleted too. */
  #cleaning: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(script: URL, digestScript: URL, folder: string, stallMs = STALL_MS) {
    this.#script = script;
    this.#digestScript = digestScript;
    this.#folder = folder;
    this.#stallMs = stallMs;
  }

  /**
   * Joins the files and encrypts them to a new file. Returns the digests of the plain content and of the encrypted
   * file. Progress is in bytes of the plain content. Removes `to` unless it succeeds.
   */
  encrypt({ onProgress, signal, ...order }: EncryptOrder & Watched): Promise<EncryptEnd> {
    const paths = order.files.map(({ path }) => path);
    return this.#job<EncryptEnd>(order.to, paths, { onProgress, signal }, (remote, numbers) =>
      remote.encrypt(order, numbers),
    );
  }

  /**
   * Decrypts one file to another, and returns the SHA-256 of the plain content. Progress is in bytes of the encrypted
   * file. `to` is complete on success and is removed otherwise.
   */
  decrypt({ onProgress, signal, ...order }: DecryptOrder & Watched): Promise<DecryptEnd> {
    return this.#job<DecryptEnd>(order.to, [order.from], { onProgress, signal }, (remote, numbers) =>
      remote.decrypt(order, numbers),
    );
  }

  /** Encrypts a small text in memory. */
  seal(bytes: Uint8Array, encryptFor: EncryptFor): Promise<Result<Uint8Array>> {
    return this.#text(async (remote) => success(await remote.seal(bytes, encryptFor)));
  }

  /** Decrypts a small age file in memory. */
  open(bytes: Uint8Array, decryptWith: DecryptWith): Promise<Result<Uint8Array>> {
    return this.#text(async (remote) => remote.open(bytes, decryptWith));
  }

  /** A free path for the next encrypted copy. */
  async newCopy(): Promise<string> {
    await this.#cleaning;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return join(this.#folder, `${randomUUID()}${COPY}`);
  }

  /** The path of the copy with this name. */
  copyAt(fileName: string): string {
    return join(this.#folder, basename(fileName));
  }

  /** Never rejects. The next start removes a copy that is left. */
  async removeCopy(fileName: string): Promise<void> {
    await rm(this.copyAt(fileName), { force: true }).catch(() => undefined);
  }

  /**
   * Deletes encrypted copies that are not in use, which a killed process left unfinished or unrecorded. `kept`: the
   * paths of copies in use. Call at the start, before the first encryption.
   */
  removeLeftOvers(kept: ReadonlySet<string>): Promise<void> {
    const removing = this.#removeAllBut(kept);
    this.#cleaning = removing;
    return removing;
  }

  async #removeAllBut(kept: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const left = names.filter((name) => name.endsWith(COPY)).map((name) => join(this.#folder, name));
    await Promise.allSettled(left.filter((path) => !kept.has(path)).map((path) => rm(path, { force: true })));
  }

  /** Resolves once all threads have ended. Stays pending while one hangs. The next start removes unfinished copies. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #job<End extends EncryptEnd | DecryptEnd>(
    to: string,
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
        // The thread can no longer remove its output.
        const over = thread.end().then(() => rm(to, { force: true }));
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
    const made: JobThread = new Thread(this.#script, {
      data: this.#digestScript.href,
      limits,
      silenceMs: this.#stallMs,
    });
    this.#threads.add(made);
    return made;
  }

  #giveBack(thread: JobThread): void {
    if (thread.isGone || this.#isClosed || this.#idle.length >= MOST_IDLE) {
      void thread.end().finally(() => this.#threads.delete(thread));
      return;
    }
    this.#idle.push(thread);
  }
}
