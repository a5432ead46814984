import type { AccountProblem } from '../../../shared/bridge/accounts.ts';
import type { CostEstimate, QueueSummary, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { BatchCounts, WaitingFor } from '../../../shared/submissions/batch-status.ts';
import type { Hold } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import type { Claims } from '../claims.ts';
import { type Estimates, tokenOf } from '../cost/estimates.ts';
import type { Load } from '../journal/load.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import type { AccountQueues } from './account-queue.ts';
import type { Batches, BatchTotals } from './batch.ts';

/** Makes the summary above the list: progress, time left, and the reason for waiting. */
export class Summaries {
  readonly #accounts: SendingAccounts;
  readonly #claims: Claims;
  readonly #retriedWrites: RetriedWrites;
  readonly #estimates: Estimates;
  readonly #batches: Batches;
  readonly #queues: AccountQueues;

  constructor(
    accounts: SendingAccounts,
    claims: Claims,
    retriedWrites: RetriedWrites,
    estimates: Estimates,
    batches: Batches,
    queues: AccountQueues,
  ) {
    this.#accounts = accounts;
    this.#claims = claims;
    this.#retriedWrites = retriedWrites;
    this.#estimates = estimates;
    this.#batches = batches;
    this.#queues = queues;
  }

  of(accountId: string): { readonly progress: SubmissionProgress[]; readonly summary: QueueSummary } {
    const batch = this.#batches.of(accountId);
    const totals = batch.totals();
    const { counts, bytes, bytesPerSecond } = totals;
    const waitingFor = this.#waitingFor(accountId, totals);
    return {
      progress: batch.progress(),
      summary: {
        ...{ counts, bytes, bytesPerSecond },
        secondsLeft: isHeldUp(waitingFor) ? null : this.#secondsLeft(accountId, totals),
        waitingFor,
        estimate: this.#estimate(accountId, batch.unsent()),
        costs: batch.costs((load) => this.#estimate(accountId, load)),
        filesWithoutCost: batch.filesWithoutCost,
      },
    };
  }

  #secondsLeft(accountId: string, totals: BatchTotals): number | null {
    const { moving, bytesPerSecond, filesPerSecond } = totals;
    // The rows of files that are being checked show their own time.
    if (moving.files === 0) return null;
    // The longest counts: the bytes, the number of files, or the service's rate limit.
    const seconds = [
      bytesPerSecond === null ? 0 : moving.bytes / bytesPerSecond,
      filesPerSecond === null ? 0 : moving.files / filesPerSecond,
      this.#accounts.rateLimiter(accountId).secondsFor(moving.files),
    ];
    const longest = Math.max(...seconds);
    return longest > 0 ? Math.ceil(longest) : null;
  }

  #waitingFor(accountId: string, totals: BatchTotals): WaitingFor | null {
    const { sending } = this.#queues.of(accountId);
    return waitingFor({
      counts: totals.counts,
      sending: sending.size,
      // Evaluated only if something is to be sent, because it starts a practice service.
      account: () =>
        this.#accounts.destination(accountId) === null ? { trouble: this.#accounts.problem(accountId) } : null,
      hold: this.#accounts.rateLimiter(accountId).held(),
      unreachable: this.#unreachable(accountId, totals),
      diskProblem: this.#retriedWrites.hasProblem,
      teamUnreachable: this.#claims.availability(accountId) === 'unreachable',
    });
  }

  /** Also true while the next attempt has no connection yet, so that the message does not come and go. */
  #unreachable(accountId: string, { bytesTaken, unreachable }: BatchTotals): WaitingFacts['unreachable'] {
    const limiter = this.#accounts.rateLimiter(accountId);
    if (limiter.held()?.reason === 'unreachable') return { failure: unreachable };
    const isTrying = unreachable !== null && bytesTaken === 0 && limiter.lastSetback() === 'unreachable';
    return isTrying ? { failure: unreachable } : null;
  }

  #estimate(accountId: string, unsent: Load): CostEstimate | null {
    const submitBy = this.#accounts.submitBy(accountId);
    if (submitBy === null) return null;
    return this.#estimates.of({ accountId, token: tokenOf(submitBy) }, unsent);
  }
}

/** True if the end of the wait is unknown. Only a pause that the service asks for has a known end. */
function isHeldUp(waiting: WaitingFor | null): boolean {
  return waiting !== null && !(waiting.kind === 'next-try' && waiting.code === 'rate-limited');
}

/** The facts that decide why an account's queue waits. */
export type WaitingFacts = {
  readonly counts: BatchCounts;
  /** The number of attempts in progress. */
  readonly sending: number;
  /** Null if the account can be reached. */
  readonly account: () => { readonly trouble: AccountProblem | null } | null;
  readonly hold: Hold | null;
  /** Null unless the last connection to the service failed. */
  readonly unreachable: { readonly failure: Failure | null } | null;
  readonly diskProblem: boolean;
  readonly teamUnreachable: boolean;
};

/** Null if the queue is moving or done. */
export function waitingFor(facts: WaitingFacts): WaitingFor | null {
  const { hold, unreachable } = facts;
  const { toGo, sending, checking, paused, undecided } = facts.counts;
  if (toGo + sending === 0) {
    return paused + undecided > 0 && checking === 0 ? { kind: 'user', paused, undecided } : null;
  }
  if (facts.diskProblem) return { kind: 'disk' };
  if (facts.teamUnreachable) return { kind: 'team' };
  const account = facts.account();
  if (account === null && unreachable !== null) return { kind: 'unreachable', ...unreachable };
  if (facts.sending > 0) return null;
  if (account !== null) return { kind: 'account', ...account };
  return hold === null ? null : { kind: 'next-try', code: hold.reason, until: new Date(hold.until).toISOString() };
}
