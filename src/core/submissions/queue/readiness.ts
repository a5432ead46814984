import type { QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import type { PauseReason } from '../../../shared/submissions/submission-state.ts';
import type { Destination } from '../../accounts/index.ts';
import type { RateLimiter } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import type { Costs } from '../cost/costs.ts';
import type { Charge } from '../cost/estimates.ts';
import type { RestoredAccounts } from '../journal/restored.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { AccountQueue } from '../progress/account-queue.ts';
import type { SentBefore } from '../settling/sent-before.ts';
import type { Duplicates, SameBytes } from './duplicates.ts';

export type ReadinessParts = {
  readonly cache: Pick<SubmissionCache, 'get'>;
  readonly rateLimiter: (accountId: string) => Pick<RateLimiter, 'msHeld' | 'freeSlots'>;
  readonly retriedWrites: Pick<RetriedWrites, 'hasProblem'>;
  readonly duplicates: Pick<Duplicates, 'findAtSending' | 'sameBytes'>;
  readonly sentBefore: Pick<SentBefore, 'clearanceOf' | 'mayBeThere'>;
  readonly restored: RestoredAccounts;
  readonly costs: Pick<Costs, 'asksToDivide' | 'verdict'>;
  readonly destination: (accountId: string) => Destination | null;
  readonly settings: (accountId: string) => QueueSettings;
};

/** What is to be done with the submission whose turn it is. */
export type Readiness =
  /** `cost`: what it will probably cost, null while nobody knows. */
  | { readonly kind: 'ready'; readonly charge: Charge | null }
  /** It and all behind it wait: for so long at most, or (null) until something wakes the queue. */
  | { readonly kind: 'not-yet'; readonly ms: number | null }
  /** It alone waits. */
  | { readonly kind: 'still-sending' | 'looked-for' }
  /** A part with the same bytes as what has a receipt, is on its way, or may be with the service. */
  | SameBytes
  | { readonly kind: 'asks-person'; readonly why: PauseReason };

/** Whether a submission may be sent now, by all that there is to be asked before a body goes out. */
export class ReadinessCheck {
  readonly #parts: ReadinessParts;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  of(account: AccountQueue, submission: StoredSubmission): Readiness {
    const { cache, costs, duplicates, rateLimiter, restored, sentBefore } = this.#parts;
    const heldMs = rateLimiter(account.accountId).msHeld();
    if (heldMs > 0) return { kind: 'not-yet', ms: heldMs };
    if (!this.#hasFreeSlot(account, submission)) return { kind: 'not-yet', ms: null };
    // An upload that is not over yet must not get a second one beside it.
    if (account.sending.has(submission.id)) return { kind: 'still-sending' };
    const clearance = sentBefore.clearanceOf(account, submission);
    if (clearance === 'full') return { kind: 'not-yet', ms: null };
    if (clearance !== 'clear') return { kind: clearance };
    if (submission.partOf === null) {
      const of = duplicates.findAtSending(submission, (other) => sentBefore.mayBeThere(other));
      if (of !== null) return { kind: 'asks-person', why: { kind: 'duplicate', of } };
    } else {
      const same = duplicates.sameBytes(submission, (other) => sentBefore.mayBeThere(other));
      if (same !== null) return same;
    }
    if (restored.has(account.accountId)) return { kind: 'asks-person', why: { kind: 'since-copy' } };
    // Its parts may have come to be more while they are sent.
    const row = submission.partOf === null ? submission : cache.get(submission.partOf.row);
    if (row !== null && costs.asksToDivide(row)) return { kind: 'asks-person', why: { kind: 'unapproved' } };
    const verdict = costs.verdict(submission);
    if (verdict.kind === 'ask') return { kind: 'asks-person', why: { kind: 'beyond-spending-limit' } };
    return { kind: 'ready', charge: verdict.charge };
  }

  /** What ends the trouble (the disk takes writes again, a service is up) wakes the queue. */
  #hasFreeSlot(account: AccountQueue, { size, parts }: StoredSubmission): boolean {
    const { destination, rateLimiter, retriedWrites, settings } = this.#parts;
    const { accountId } = account;
    if (retriedWrites.hasProblem || destination(accountId) === null) return false;
    return account.mayBegin(
      parts?.partSize ?? size ?? 0,
      settings(accountId).atOnce,
      rateLimiter(accountId).freeSlots(),
    );
  }
}
