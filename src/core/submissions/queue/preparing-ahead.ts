import type { Preparing } from '../intake/preparing.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { AccountQueue } from './account-queue.ts';

type PreparingAheadParts = {
  readonly cache: Pick<SubmissionCache, 'get'>;
  readonly preparing: Pick<Preparing, 'prepare'>;
  /** Whether its price alone goes beyond the spending limit: then it is not even read. */
  readonly isBeyondAlone: (submission: StoredSubmission) => boolean;
  /** Whether it is to be sent still. */
  readonly isDue: (submission: StoredSubmission) => boolean;
  readonly holdForLimit: (submission: StoredSubmission) => void;
  readonly wake: () => void;
};

const PREPARE_AHEAD = 64;
/** Asked for together: waking the thread that reads costs more than reading a small file. */
const PREPARED_TOGETHER = 16;

/** Has files read some ahead of their sending, and slices of large ones as far as there is room for them in memory. */
export class PreparingAhead {
  readonly #parts: PreparingAheadParts;

  constructor(parts: PreparingAheadParts) {
    this.#parts = parts;
  }

  next(account: AccountQueue): void {
    const { cache, holdForLimit, isBeyondAlone, isDue } = this.#parts;
    const ahead = (): number => account.preparing.size + account.toSend.size;
    const most = ahead() > PREPARE_AHEAD - PREPARED_TOGETHER ? 0 : PREPARE_AHEAD;
    for (;;) {
      const id = account.toPrepare.first();
      if (id === null) return;
      const submission = cache.get(id);
      if (ahead() >= most && !this.#goesFirst(account, submission)) return;
      const slice = submission === null || submission.partOf === null ? null : (submission.size ?? 0);
      if (slice !== null && !account.mayReadSlice(slice)) return;
      account.toPrepare.remove(id);
      if (submission === null || !isDue(submission)) continue;
      if (slice !== null) account.slicesAhead.set(id, slice);
      if (isBeyondAlone(submission)) holdForLimit(submission);
      else void this.#prepare(account, submission);
    }
  }

  /** What a person moved to the front does not wait until others that are ready have been sent. */
  #goesFirst({ preparing, toSend }: AccountQueue, submission: StoredSubmission | null): boolean {
    const next = toSend.first();
    const turn = next === null ? undefined : this.#parts.cache.get(next)?.turn;
    return submission !== null && turn !== undefined && submission.turn < turn && preparing.size < PREPARED_TOGETHER;
  }

  async #prepare(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    const ready = await this.#parts.preparing.prepare(account, submission);
    if (ready !== null) account.toSend.add(ready);
    else account.slicesAhead.delete(submission.id);
    this.#parts.wake();
  }
}
