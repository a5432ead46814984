import { after, type Clock, type Deadline, msLeft } from '../../service/index.ts';
import type { PaidBefore } from '../journal/payments.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Charge } from './estimates.ts';
import type { LimitNow } from './held-costs.ts';

/** How long a service may take to say what the first file cost. */
const LEARNING_MS = 120_000;
/** A check that takes longer than it said is looked at again this soon, and so is what the disk has not written yet. */
const OVERDUE_MS = 1_000;

/** `ask`: it goes beyond the limit. `learn`: nobody knows yet what it costs; in `ms` milliseconds the person is asked. */
export type SpendingLimitVerdict =
  | { readonly kind: 'go'; readonly charge: Charge | null }
  | { readonly kind: 'ask' }
  | { readonly kind: 'learn'; readonly ms: number };

type Limit = Pick<LimitNow, 'amount' | 'spent' | 'isOtherToken'>;

type SpendingLimitParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  /** Null for no limit. */
  readonly limitOf: (accountId: string) => Limit | null;
  /** What sending what is left of the submission will probably cost; null while there is no history. */
  readonly chargeOf: (submission: StoredSubmission) => Charge | null;
  /** Whether it goes in parts, each of which is charged by itself. */
  readonly goesInParts: (submission: StoredSubmission) => boolean;
  /** The token that is asked to pay for it, null where the API key decides. */
  readonly tokenOf: (submission: StoredSubmission) => string | null;
  /** What the journal has of another submission that may have been paid for by whoever would pay for this one. */
  readonly paidBefore: (submission: StoredSubmission) => PaidBefore | null;
};

/** The first file, sent to learn the price. `hasNoPrice`: it may have been paid for, and nothing will tell the price of it. */
type Probe = { readonly id: number; deadline: Deadline | null; hasNoPrice: boolean };

const probeOf = (id: number): Probe => ({ id, deadline: null, hasNoPrice: false });

/**
 * Holds the limit "ask me beyond …". While nobody knows what a file costs, one file goes ahead to find out and the others
 * wait for its price; a service that does not tell is a reason to ask. Another goes in its place only where it cost
 * nothing: what may have been paid for counts however it ended, off the list and after a restart too.
 */
export class SpendingLimit {
  readonly #parts: SpendingLimitParts;
  readonly #probes = new Map<string, Probe>();

  constructor(parts: SpendingLimitParts) {
    this.#parts = parts;
  }

  verdict(submission: StoredSubmission): SpendingLimitVerdict {
    const { cache, limitOf, chargeOf, goesInParts } = this.#parts;
    const { accountId, id, partOf } = submission;
    const limit = limitOf(accountId);
    const charge = chargeOf(submission);
    const row = partOf === null ? null : cache.get(partOf.row);
    const beyondLimit = (row ?? submission).beyondLimit;
    if (goesInParts(submission)) return this.#verdictOnWhole(limit, charge, beyondLimit);
    const payer = this.#payerOf(submission);
    if (limit === null || beyondLimit) {
      // One without a price is waited for by those behind it, whyever it went.
      if (charge === null && !this.#probes.has(payer)) this.#probes.set(payer, probeOf(id));
      return { kind: 'go', charge };
    }
    if (limit.isOtherToken) return { kind: 'ask' };
    // A part goes where all that is left of its row may: else a person would have paid for half a file.
    const all = row === null ? charge : chargeOf(row);
    if (charge !== null && all !== null) {
      return limit.spent + all.amount > limit.amount ? { kind: 'ask' } : { kind: 'go', charge };
    }
    if (limit.spent >= limit.amount) return { kind: 'ask' };
    const verdict = this.#whileLearning(submission);
    if (verdict !== null) return verdict;
    this.#probes.set(payer, probeOf(id));
    return { kind: 'go', charge: null };
  }

  /** Whether so much alone would go beyond the account's limit, whatever else is sent. */
  isBeyondAlone(submission: StoredSubmission): boolean {
    const limit = this.#parts.limitOf(submission.accountId);
    if (limit === null || submission.beyondLimit || submission.partOf !== null || limit.isOtherToken) return false;
    const charge = this.#parts.chargeOf(submission);
    return charge !== null && charge.amount > limit.amount;
  }

  /** Before a file is divided. Where nobody knows a price, its first part goes to learn it. */
  #verdictOnWhole(limit: Limit | null, charge: Charge | null, beyondLimit: boolean): SpendingLimitVerdict {
    if (limit === null || beyondLimit) return { kind: 'go', charge };
    if (limit.isOtherToken || limit.spent >= limit.amount) return { kind: 'ask' };
    return charge !== null && limit.spent + charge.amount > limit.amount ? { kind: 'ask' } : { kind: 'go', charge };
  }

  /** What is learned of one token says nothing of another. */
  #payerOf(submission: StoredSubmission): string {
    return JSON.stringify([submission.accountId, this.#parts.tokenOf(submission)]);
  }

  /** Null where nothing of unknown price has gone. */
  #whileLearning(submission: StoredSubmission): SpendingLimitVerdict | null {
    const { cache, paidBefore } = this.#parts;
    const payer = this.#payerOf(submission);
    const known = this.#probes.get(payer);
    const listed = known === undefined || known.id === submission.id ? null : this.#asListed(known);
    if (listed !== null) return listed;
    const before = paidBefore(submission);
    if (before === null) return null;
    const probe = known?.id === before.id ? known : probeOf(before.id);
    this.#probes.set(payer, probe);
    const verdict = this.#asListed(probe);
    if (verdict !== null) return verdict;
    if (cache.get(before.id) === null || before.wasAccepted) {
      probe.hasNoPrice = true;
      return { kind: 'ask' };
    }
    // That it was not taken after all is known, and not on the disk yet.
    const lag = this.#untilDeadline(probe);
    return lag.kind === 'learn' ? { kind: 'learn', ms: Math.min(lag.ms, OVERDUE_MS) } : lag;
  }

  /** Null where the list does not tell whether it was paid for. */
  #asListed(probe: Probe): SpendingLimitVerdict | null {
    if (probe.hasNoPrice) return { kind: 'ask' };
    const state = this.#parts.cache.get(probe.id)?.state;
    switch (state?.kind) {
      case 'sending':
        return { kind: 'learn', ms: LEARNING_MS };
      case 'unsettled': {
        // Whose record nobody finds has no price either.
        if (state.check.kind === 'cannot-tell') return { kind: 'ask' };
        const left = Date.parse(state.check.until) - this.#parts.clock.now();
        return { kind: 'learn', ms: Math.min(LEARNING_MS, Math.max(OVERDUE_MS, left)) };
      }
      case 'submitted':
      case 'confirmed':
        return this.#untilDeadline(probe);
      // Its record tells no price, perhaps for long.
      case 'delayed':
        return { kind: 'ask' };
      default:
        return null;
    }
  }

  #untilDeadline(probe: Probe): SpendingLimitVerdict {
    const { clock } = this.#parts;
    probe.deadline ??= after(clock, LEARNING_MS);
    const ms = msLeft(clock, probe.deadline);
    return ms > 0 ? { kind: 'learn', ms } : { kind: 'ask' };
  }
}
