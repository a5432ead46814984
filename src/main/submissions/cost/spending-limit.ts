import { after, type Clock, type Deadline, msLeft } from '../clock.ts';
import type { PaidBefore } from '../journal/payments.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';

/** How long a service may take to say what the first file cost. */
const LEARNING_MS = 120_000;
/** A check that takes longer than it said is looked at again this soon, and so is what the disk has not written yet. */
const OVERDUE_MS = 1_000;

/** `ask`: it goes beyond the line. `learn`: nobody knows yet what it costs; in `ms` milliseconds the person is asked. */
export type SpendingLimitVerdict =
  | { readonly kind: 'go'; readonly cost: bigint | null }
  | { readonly kind: 'ask' }
  | { readonly kind: 'learn'; readonly ms: number };

export type SpendingLimitParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  /** Whole base units, null for no line. */
  readonly line: (accountId: string) => bigint | null;
  readonly spent: (accountId: string) => bigint;
  /** What sending the submission will probably cost; null while there is no history. */
  readonly costOf: (submission: StoredSubmission) => bigint | null;
  /** What the journal has of another submission that may have been paid for by whoever would pay for this one. */
  readonly paidBefore: (submission: StoredSubmission) => PaidBefore | null;
};

export type SpendingLimit = ReturnType<typeof createSpendingLimit>;

/** `untold`: it may have been paid for, and nothing will tell the price of it. */
type Scout = { readonly id: number; deadline: Deadline | null; untold: boolean };

/**
 * Holds the line "ask me beyond …". While nobody knows what a file costs, one file goes ahead to find out and the others
 * wait for its price; a service that does not tell is a reason to ask. Another goes in its place only where it cost
 * nothing: what may have been paid for counts however it ended, off the list and after a restart too.
 */
export function createSpendingLimit({ clock, cache, line, spent, costOf, paidBefore }: SpendingLimitParts) {
  const scouts = new Map<string, Scout>();

  function untilDeadline(scout: Scout): SpendingLimitVerdict {
    scout.deadline ??= after(clock, LEARNING_MS);
    const ms = msLeft(clock, scout.deadline);
    return ms > 0 ? { kind: 'learn', ms } : { kind: 'ask' };
  }

  /** Null where the list does not tell whether it was paid for. */
  function asListed(scout: Scout): SpendingLimitVerdict | null {
    if (scout.untold) return { kind: 'ask' };
    const state = cache.get(scout.id)?.state;
    switch (state?.kind) {
      case 'sending':
        return { kind: 'learn', ms: LEARNING_MS };
      case 'unsettled': {
        // Whose record nobody finds has no price either.
        if (state.check.kind === 'cannot-tell') return { kind: 'ask' };
        const left = Date.parse(state.check.until) - clock.now();
        return { kind: 'learn', ms: Math.min(LEARNING_MS, Math.max(OVERDUE_MS, left)) };
      }
      case 'submitted':
      case 'confirmed':
        return untilDeadline(scout);
      // A service that gives up on a file need not have given back what it took for it.
      case 'failed':
        return { kind: 'ask' };
      default:
        return null;
    }
  }

  /** Null where nothing of unknown price has gone. */
  function learning(submission: StoredSubmission): SpendingLimitVerdict | null {
    const known = scouts.get(submission.accountId);
    const listed = known === undefined || known.id === submission.id ? null : asListed(known);
    if (listed !== null) return listed;
    const before = paidBefore(submission);
    if (before === null) return null;
    const scout: Scout = known?.id === before.id ? known : { id: before.id, deadline: null, untold: false };
    scouts.set(submission.accountId, scout);
    const verdict = asListed(scout);
    if (verdict !== null) return verdict;
    if (cache.get(before.id) === null || before.wasAccepted) {
      scout.untold = true;
      return { kind: 'ask' };
    }
    // That it was not taken after all is known, and not on the disk yet.
    const lag = untilDeadline(scout);
    return lag.kind === 'learn' ? { kind: 'learn', ms: Math.min(lag.ms, OVERDUE_MS) } : lag;
  }

  return {
    verdict(submission: StoredSubmission): SpendingLimitVerdict {
      const { accountId, id } = submission;
      const limit = line(accountId);
      const cost = costOf(submission);
      const scout: Scout = { id, deadline: null, untold: false };
      if (limit === null || submission.beyondLimit) {
        // One without a price is waited for by those behind it, whyever it went.
        if (cost === null && !scouts.has(accountId)) scouts.set(accountId, scout);
        return { kind: 'go', cost };
      }
      if (cost !== null) return spent(accountId) + cost > limit ? { kind: 'ask' } : { kind: 'go', cost };
      if (limit === 0n) return { kind: 'ask' };
      const verdict = learning(submission);
      if (verdict !== null) return verdict;
      scouts.set(accountId, scout);
      return { kind: 'go', cost: null };
    },
  };
}
