import { after, type Clock, type Deadline, msLeft } from '../clock.ts';
import type { PaidBefore } from '../journal/earlier-submissions.ts';
import type { ItemBook } from '../journal/held-submissions.ts';
import type { OutboxItem } from '../journal/submission.ts';

/** How long a service may take to say what the first file cost. */
const LEARNING_MS = 120_000;
/** A check that takes longer than it said is looked at again this soon, and so is what the disk has not written yet. */
const OVERDUE_MS = 1_000;

/** `ask`: it goes beyond the line. `learn`: nobody knows yet what it costs; in `ms` milliseconds the person is asked. */
export type StopLineVerdict =
  | { readonly kind: 'go'; readonly cost: bigint | null }
  | { readonly kind: 'ask' }
  | { readonly kind: 'learn'; readonly ms: number };

export type StopLineParts = {
  readonly clock: Clock;
  readonly book: ItemBook;
  /** Whole base units, null for no line. */
  readonly line: (accountId: string) => bigint | null;
  readonly spent: (accountId: string) => bigint;
  /** What sending the item will probably cost; null while there is no history. */
  readonly costOf: (item: OutboxItem) => bigint | null;
  /** What the journal has of another item that may have been paid for by whoever would pay for this one. */
  readonly paidBefore: (item: OutboxItem) => PaidBefore | null;
};

export type StopLine = ReturnType<typeof createStopLine>;

/** `untold`: it may have been paid for, and nothing will tell the price of it. */
type Scout = { readonly id: number; deadline: Deadline | null; untold: boolean };

/**
 * Holds the line "ask me beyond …". While nobody knows what a file costs, one file goes ahead to find out and the others
 * wait for its price; a service that does not tell is a reason to ask. Another goes in its place only where it cost
 * nothing: what may have been paid for counts however it ended, off the list and after a restart too.
 */
export function createStopLine({ clock, book, line, spent, costOf, paidBefore }: StopLineParts) {
  const scouts = new Map<string, Scout>();

  function untilDeadline(scout: Scout): StopLineVerdict {
    scout.deadline ??= after(clock, LEARNING_MS);
    const ms = msLeft(clock, scout.deadline);
    return ms > 0 ? { kind: 'learn', ms } : { kind: 'ask' };
  }

  /** Null where the list does not tell whether it was paid for. */
  function asListed(scout: Scout): StopLineVerdict | null {
    if (scout.untold) return { kind: 'ask' };
    const state = book.get(scout.id)?.state;
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
  function learning(item: OutboxItem): StopLineVerdict | null {
    const known = scouts.get(item.accountId);
    const listed = known === undefined || known.id === item.id ? null : asListed(known);
    if (listed !== null) return listed;
    const before = paidBefore(item);
    if (before === null) return null;
    const scout: Scout = known?.id === before.id ? known : { id: before.id, deadline: null, untold: false };
    scouts.set(item.accountId, scout);
    const verdict = asListed(scout);
    if (verdict !== null) return verdict;
    if (book.get(before.id) === null || before.wasAccepted) {
      scout.untold = true;
      return { kind: 'ask' };
    }
    // That it was not taken after all is known, and not on the disk yet.
    const lag = untilDeadline(scout);
    return lag.kind === 'learn' ? { kind: 'learn', ms: Math.min(lag.ms, OVERDUE_MS) } : lag;
  }

  return {
    verdict(item: OutboxItem): StopLineVerdict {
      const { accountId, id } = item;
      const limit = line(accountId);
      const cost = costOf(item);
      const scout: Scout = { id, deadline: null, untold: false };
      if (limit === null || item.beyondLine) {
        // One without a price is waited for by those behind it, whyever it went.
        if (cost === null && !scouts.has(accountId)) scouts.set(accountId, scout);
        return { kind: 'go', cost };
      }
      if (cost !== null) return spent(accountId) + cost > limit ? { kind: 'ask' } : { kind: 'go', cost };
      if (limit === 0n) return { kind: 'ask' };
      const verdict = learning(item);
      if (verdict !== null) return verdict;
      scouts.set(accountId, scout);
      return { kind: 'go', cost: null };
    },
  };
}
