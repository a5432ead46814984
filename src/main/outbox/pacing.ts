/** When an account may send again, and how long to wait after trouble. */
export type Pacing = {
  /** Epoch milliseconds before which nothing is to be sent for the account; 0 when nothing holds it. */
  readonly heldUntil: (accountId: string) => number;
  /** Holds the account until the service's own instant, or for a growing while when it gave none. Returns the instant. */
  readonly hold: (accountId: string, retryAt: number | null) => number;
  /** A person wants it tried now. */
  readonly release: (accountId: string) => void;
  /** The service took something: trouble is over. */
  readonly clear: (accountId: string) => void;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** `random` in [0, 1) spreads the retries of many people over time. */
export function createPacing(now: () => number, random: () => number = Math.random): Pacing {
  const holds = new Map<string, { until: number; tries: number }>();
  return {
    heldUntil: (accountId) => holds.get(accountId)?.until ?? 0,
    hold: (accountId, retryAt) => {
      const held = holds.get(accountId);
      // Requests that were under way together fail together: that is one trouble, not several.
      const tries = held === undefined ? 1 : held.until > now() ? held.tries : held.tries + 1;
      const backoff = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.75 + random() / 2);
      const until = Math.max(held?.until ?? 0, retryAt ?? now() + backoff);
      holds.set(accountId, { until, tries });
      return until;
    },
    release: (accountId) => {
      holds.delete(accountId);
    },
    clear: (accountId) => {
      const held = holds.get(accountId);
      if (held !== undefined && held.until <= now()) holds.delete(accountId);
    },
  };
}
