import type { AccountProblem, SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { CostEstimate, QueueSummary, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { BatchCounts, WaitingFor } from '../../../shared/submissions/batch-status.ts';
import type { Destination } from '../../accounts/index.ts';
import type { Clock, Hold, RateLimiter } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import type { Load } from '../cost/cost-history.ts';
import { type Estimates, tokenOf } from '../cost/estimates.ts';
import type { AccountQueues } from './account-queue.ts';
import type { Batch, BatchTotals } from './batch.ts';

type SummaryParts = {
  readonly clock: Clock;
  readonly batchOf: (accountId: string) => Batch;
  readonly rateLimiter: (accountId: string) => RateLimiter;
  readonly retriedWrites: RetriedWrites;
  readonly estimates: Estimates;
  readonly destination: (accountId: string) => Destination | null;
  readonly submitBy: (accountId: string) => SubmitBy | null;
  /** What keeps an account from submitting; null when nothing does that is known. */
  readonly accountProblem: (accountId: string) => AccountProblem | null;
  readonly accounts: AccountQueues;
};

/** The strip above the list: how far an account's queue is, when it expects to be done, and what it waits for. */
export class Summaries {
  readonly #parts: SummaryParts;

  constructor(parts: SummaryParts) {
    this.#parts = parts;
  }

  of(accountId: string): { readonly progress: SubmissionProgress[]; readonly summary: QueueSummary } {
    const batch = this.#parts.batchOf(accountId);
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
    const { clock, rateLimiter } = this.#parts;
    const { moving, counts, checkedUntil, bytesPerSecond, filesPerSecond } = totals;
    // What is being checked alone has its time in its row: nothing happens meanwhile that this one could count by.
    if (moving.files === 0) return null;
    // What takes longest decides: the bytes, the single files, the pace that the service allows, or its records.
    const seconds = [
      bytesPerSecond === null ? 0 : moving.bytes / bytesPerSecond,
      filesPerSecond === null ? 0 : moving.files / filesPerSecond,
      rateLimiter(accountId).secondsFor(moving.files),
      counts.checking === 0 ? 0 : (checkedUntil - clock.now()) / 1000,
    ];
    const longest = Math.max(...seconds);
    return longest > 0 ? Math.ceil(longest) : null;
  }

  #waitingFor(accountId: string, totals: BatchTotals): WaitingFor | null {
    const { accounts, accountProblem, destination, rateLimiter, retriedWrites } = this.#parts;
    const { sending } = accounts.of(accountId);
    return waitingFor({
      counts: totals.counts,
      sending: sending.size,
      // Asked only where something is to go: it starts a practice service.
      account: () => (destination(accountId) === null ? { trouble: accountProblem(accountId) } : null),
      hold: rateLimiter(accountId).held(),
      unreachable: this.#unreachable(accountId, totals),
      diskProblem: retriedWrites.hasProblem,
    });
  }

  /** Also while the next try is under way, until it finds a connection: what is said of it does not come and go. */
  #unreachable(accountId: string, { bytesTaken, unreachable }: BatchTotals): WaitingFacts['unreachable'] {
    const limiter = this.#parts.rateLimiter(accountId);
    if (limiter.held()?.reason === 'unreachable') return { failure: unreachable };
    const isTrying = unreachable !== null && bytesTaken === 0 && limiter.lastSetback() === 'unreachable';
    return isTrying ? { failure: unreachable } : null;
  }

  #estimate(accountId: string, unsent: Load): CostEstimate | null {
    const submitBy = this.#parts.submitBy(accountId);
    if (submitBy === null) return null;
    return this.#parts.estimates.of({ accountId, token: tokenOf(submitBy) }, unsent);
  }
}

/** Whether nobody can say when it goes on: only the pause that a service asks for has its end, and is in the time left. */
function isHeldUp(waiting: WaitingFor | null): boolean {
  return waiting !== null && !(waiting.kind === 'next-try' && waiting.code === 'rate-limited');
}

/** What keeps the rest of an account's queue. */
export type WaitingFacts = {
  readonly counts: BatchCounts;
  /** Files whose try is under way, whatever the list says by now. */
  readonly sending: number;
  /** Null when the account can be reached. */
  readonly account: () => { readonly trouble: AccountProblem | null } | null;
  readonly hold: Hold | null;
  /** Null while there is a connection to the service, or nobody has tried. */
  readonly unreachable: { readonly failure: Failure | null } | null;
  readonly diskProblem: boolean;
};

/** Null when the queue moves or is done. */
export function waitingFor(facts: WaitingFacts): WaitingFor | null {
  const { hold, unreachable } = facts;
  const { toGo, sending, checking, paused, undecided } = facts.counts;
  if (toGo + sending === 0) {
    return paused + undecided > 0 && checking === 0 ? { kind: 'person', paused, undecided } : null;
  }
  if (facts.diskProblem) return { kind: 'disk' };
  const account = facts.account();
  if (account === null && unreachable !== null) return { kind: 'unreachable', ...unreachable };
  if (facts.sending > 0) return null;
  if (account !== null) return { kind: 'account', ...account };
  return hold === null ? null : { kind: 'next-try', code: hold.reason, until: new Date(hold.until).toISOString() };
}
