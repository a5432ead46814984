import { after, type Clock, type Deadline, msLeft } from './clock.ts';
import type { ItemBook } from './item-book.ts';
import type { OutboxItem } from './outbox-item.ts';

/** How long a service may take to say what the first file cost. */
const LEARNING_MS = 120_000;
/** A check that takes longer than it said is looked at again this soon. */
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
};

export type StopLine = ReturnType<typeof createStopLine>;

/**
 * Holds the line "ask me beyond …". While nobody knows what a file costs, one file goes ahead to find out and the others
 * wait for its price; a service that does not tell is a reason to ask.
 */
export function createStopLine({ clock, book, line, spent, costOf }: StopLineParts) {
  const scouts = new Map<string, { readonly id: number; deadline: Deadline | null }>();

  function learning(accountId: string): StopLineVerdict | null {
    const scout = scouts.get(accountId);
    const item = scout === undefined ? null : book.get(scout.id);
    if (scout === undefined || item === null) return null;
    const { state } = item;
    if (state.kind === 'sending') return { kind: 'learn', ms: LEARNING_MS };
    if (state.kind === 'unsettled') {
      // Whose record nobody finds has no price either.
      if (state.check.kind === 'cannot-tell') return { kind: 'ask' };
      const left = Date.parse(state.check.until) - clock.now();
      return { kind: 'learn', ms: Math.min(LEARNING_MS, Math.max(OVERDUE_MS, left)) };
    }
    if (state.kind !== 'submitted' && state.kind !== 'confirmed') return null;
    scout.deadline ??= after(clock, LEARNING_MS);
    const ms = msLeft(clock, scout.deadline);
    return ms > 0 ? { kind: 'learn', ms } : { kind: 'ask' };
  }

  return {
    verdict(item: OutboxItem): StopLineVerdict {
      const limit = line(item.accountId);
      const cost = costOf(item);
      if (limit === null || item.beyondLine) return { kind: 'go', cost };
      if (cost !== null) return spent(item.accountId) + cost > limit ? { kind: 'ask' } : { kind: 'go', cost };
      if (limit === 0n) return { kind: 'ask' };
      const verdict = scouts.get(item.accountId)?.id === item.id ? null : learning(item.accountId);
      if (verdict !== null) return verdict;
      scouts.set(item.accountId, { id: item.id, deadline: null });
      return { kind: 'go', cost: null };
    },
  };
}
