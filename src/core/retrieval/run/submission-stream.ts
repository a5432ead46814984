import { transfer } from 'comlink';
import type { RetrievalSource } from '../../../shared/bridge/retrieval.ts';
import type { BodyReceiver } from '../../service/index.ts';
import type { AssemblyThread } from '../assembly/assembly-thread.ts';
import type { FetchedSubmission } from '../assembly/fetched-submission.ts';

/** Bytes that are handed on together. */
const GATHERED_BYTES = 256 * 1024;
/** Bytes on their way to the disk, beyond which nothing more is read of the answer. */
const MOST_ON_THE_WAY = 4 * 1024 * 1024;

/** Takes a submission as it comes and has it written, never holding more of it than a few mebibytes. */
export class SubmissionStream implements BodyReceiver {
  readonly #thread: AssemblyThread;
  readonly #onProgress: (progress: { readonly done: number; readonly source: RetrievalSource }) => void;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #onTheWay = 0;
  #done = 0;
  #last: Promise<unknown> = Promise.resolve();
  #problem: { readonly error: unknown } | null = null;

  constructor(
    thread: AssemblyThread,
    onProgress: (progress: { readonly done: number; readonly source: RetrievalSource }) => void,
  ) {
    this.#thread = thread;
    this.#onProgress = onProgress;
  }

  /** Throws what kept it from being written. */
  throwProblem(): void {
    if (this.#problem !== null) throw this.#problem.error;
  }

  begin(): void {
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#done = 0;
    this.#hand(() => this.#thread.ask((assembly) => assembly.beginSubmission()));
    this.#onProgress({ done: 0, source: 'service' });
  }

  take(piece: Uint8Array): Promise<void> | void {
    this.throwProblem();
    // The piece is ours for this call only.
    this.#gathered.push(new Uint8Array(piece));
    this.#gatheredBytes += piece.length;
    this.#done += piece.length;
    if (this.#gatheredBytes < GATHERED_BYTES) return;
    this.#flush();
    this.#onProgress({ done: this.#done, source: 'service' });
    if (this.#onTheWay > MOST_ON_THE_WAY) return this.#last.then(() => undefined);
  }

  /** Bytes that are there at once. */
  async takeAll(bytes: Uint8Array, source: RetrievalSource): Promise<void> {
    this.begin();
    this.#gathered.push(new Uint8Array(bytes));
    this.#gatheredBytes = bytes.length;
    this.#flush();
    await this.#last;
    this.#onProgress({ done: bytes.length, source });
  }

  /** All of it is written: what it is. Rejects with what the disk said. */
  async end(): Promise<FetchedSubmission> {
    this.#flush();
    await this.#last;
    this.throwProblem();
    return this.#thread.ask((assembly) => assembly.endSubmission());
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#gatheredBytes);
    let at = 0;
    for (const piece of this.#gathered) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (at === 0) return;
    this.#onTheWay += at;
    this.#hand(async () => {
      await this.#thread.ask((assembly) => assembly.append(transfer(bytes, [bytes.buffer])));
      this.#onTheWay -= at;
    });
  }

  /** The thread takes what it is told in this order; what goes wrong is thrown with the next step. */
  #hand(step: () => Promise<void>): void {
    this.#last = step().catch((error: unknown) => {
      this.#problem ??= { error };
    });
  }
}
