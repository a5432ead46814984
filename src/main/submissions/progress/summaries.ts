import type { QueueSummary, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { RateLimiter } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import { type Clock, timeInWords } from '../clock.ts';
import type { Estimates } from '../cost/estimates.ts';
import type { AccountQueues } from '../queue/account-queue.ts';
import { waitingWords } from '../queue/waiting-words.ts';
import type { Destination } from '../sending/attempts.ts';
import type { Batch } from './batch.ts';

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

export type Summaries = ReturnType<typeof createSummaries>;

/** The strip above the list: how far an account's queue is, when it expects to be done, and what it waits for. */
export function createSummaries(parts: SummaryParts) {
  const { clock, batchOf, rateLimiter, retriedWrites, estimates, destination } = parts;

  function secondsLeft(accountId: string, totals: ReturnType<Batch['totals']>): number | null {
    const { moving, checking, bytesPerSecond, filesPerSecond } = totals;
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

  function waitingFor(accountId: string, totals: ReturnType<Batch['totals']>): string | null {
    const to = destination(accountId);
    const { sending, learning, awaitingRecords, recordsLateUntil } = parts.accounts.of(accountId);
    const lateMs = recordsLateUntil - clock.monotonic();
    const facts = {
      moving: totals.moving.files,
      sending: sending.size,
      checking: totals.checking.files,
      paused: totals.files - totals.filesDone - totals.moving.files - totals.checking.files,
      account: to === null ? (parts.accountTrouble(accountId) ?? notReady) : null,
      hold: rateLimiter(accountId).held(),
      diskTrouble: retriedWrites.inTrouble,
      learning,
      awaitsRecords: awaitingRecords.size > 0 && (lateMs > 0 ? clock.now() + lateMs : true),
      host: to === null ? null : (URL.parse(to.connection.submitBaseUrl ?? to.connection.baseUrl)?.host ?? null),
    };
    return waitingWords(facts, (instant) => timeInWords(instant, clock.now()));
  }

  return {
    of(accountId: string): { readonly progress: SubmissionProgress[]; readonly summary: QueueSummary } {
      const batch = batchOf(accountId);
      const totals = batch.totals();
      const { files, filesDone, filesNeedingYou, bytes, bytesDone, bytesPerSecond } = totals;
      const submitBy = destination(accountId)?.submitBy;
      const token = submitBy?.variant === 'access-token' ? submitBy.token : null;
      return {
        progress: batch.progress(),
        summary: {
          files,
          filesDone,
          filesNeedingYou,
          bytes,
          bytesDone,
          bytesPerSecond,
          secondsLeft: secondsLeft(accountId, totals),
          waitingFor: waitingFor(accountId, totals),
          estimate: submitBy === undefined ? null : estimates.of({ accountId, token }, batch.unsent()),
        },
      };
    },
  };
}
