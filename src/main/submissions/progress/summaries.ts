import type { CostEstimate, QueueSummary, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { RateLimiter } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import { type Clock, timeInWords } from '../clock.ts';
import type { Load } from '../cost/cost-history.ts';
import type { Estimates } from '../cost/estimates.ts';
import type { AccountQueues } from '../queue/account-queue.ts';
import { waitingWords } from '../queue/waiting-words.ts';
import type { Destination } from '../sending/attempts.ts';
import type { Batch, BatchTotals } from './batch.ts';

export type SummaryParts = {
  readonly clock: Clock;
  readonly batchOf: (accountId: string) => Batch;
  readonly rateLimiter: (accountId: string) => RateLimiter;
  readonly retriedWrites: RetriedWrites;
  readonly estimates: Estimates;
  readonly destination: (accountId: string) => Destination | null;
  /** What keeps an account from submitting, in words; null when nothing does. */
  readonly accountTrouble: (accountId: string) => string | null;
  readonly accounts: AccountQueues;
};

const notReady = 'The account is not ready yet. It goes on by itself as soon as it is.';

/** The strip above the list: how far an account's queue is, when it expects to be done, and what it waits for. */
export class Summaries {
  readonly #parts: SummaryParts;

  constructor(parts: SummaryParts) {
    this.#parts = parts;
  }

  of(accountId: string): { readonly progress: SubmissionProgress[]; readonly summary: QueueSummary } {
    const batch = this.#parts.batchOf(accountId);
    const totals = batch.totals();
    const { files, filesDone, filesNeedingYou, bytes, bytesDone, bytesPerSecond } = totals;
    return {
      progress: batch.progress(),
      summary: {
        ...{ files, filesDone, filesNeedingYou, bytes, bytesDone, bytesPerSecond },
        secondsLeft: this.#secondsLeft(accountId, totals),
        waitingFor: this.#waitingFor(accountId, totals),
        estimate: this.#estimate(accountId, batch.unsent()),
      },
    };
  }

  #secondsLeft(accountId: string, { moving, checking, bytesPerSecond, filesPerSecond }: BatchTotals): number | null {
    const { clock, rateLimiter } = this.#parts;
    // What is being checked alone has its time in its row: nothing happens meanwhile that this one could count by.
    if (moving.files === 0) return null;
    // What takes longest decides: the bytes, the single files, the pace that the service allows, or its records.
    const seconds = [
      bytesPerSecond === null ? 0 : moving.bytes / bytesPerSecond,
      filesPerSecond === null ? 0 : moving.files / filesPerSecond,
      rateLimiter(accountId).secondsFor(moving.files),
      checking.files === 0 ? 0 : (checking.until - clock.now()) / 1000,
    ];
    const longest = Math.max(...seconds);
    return longest > 0 ? Math.ceil(longest) : null;
  }

  #waitingFor(accountId: string, { files, filesDone, moving, checking }: BatchTotals): string | null {
    const { clock, rateLimiter, retriedWrites, destination, accountTrouble } = this.#parts;
    const to = destination(accountId);
    const { sending, learning, awaitingRecords, recordsLateUntil } = this.#parts.accounts.of(accountId);
    const lateMs = recordsLateUntil - clock.monotonic();
    const facts = {
      moving: moving.files,
      sending: sending.size,
      checking: checking.files,
      paused: files - filesDone - moving.files - checking.files,
      account: to === null ? (accountTrouble(accountId) ?? notReady) : null,
      hold: rateLimiter(accountId).held(),
      diskTrouble: retriedWrites.inTrouble,
      learning,
      awaitsRecords: awaitingRecords.size > 0 && (lateMs > 0 ? clock.now() + lateMs : true),
      host: to === null ? null : (URL.parse(to.connection.submitBaseUrl ?? to.connection.baseUrl)?.host ?? null),
    };
    return waitingWords(facts, (instant) => timeInWords(instant, clock.now()));
  }

  #estimate(accountId: string, unsent: Load): CostEstimate | null {
    const submitBy = this.#parts.destination(accountId)?.submitBy;
    if (submitBy === undefined) return null;
    const token = submitBy.variant === 'access-token' ? submitBy.token : null;
    return this.#parts.estimates.of({ accountId, token }, unsent);
  }
}
