export type RiseWatchParts = {
  /** The pause before each look, in milliseconds; after the last one nobody looks any more. */
  readonly lookAfterMs: readonly number[];
  readonly look: (accountId: string) => Promise<void>;
  readonly isWaiting: (accountId: string) => boolean;
};

/** Looks at an account's balances in ever longer steps, until nothing waits for a rise any more. */
export function createRiseWatch({ lookAfterMs, look, isWaiting }: RiseWatchParts) {
  const timers = new Map<string, NodeJS.Timeout>();
  let closed = false;

  function arm(accountId: string, step: number): void {
    const wait = lookAfterMs[step];
    clearTimeout(timers.get(accountId));
    timers.delete(accountId);
    if (closed || wait === undefined) return;
    timers.set(
      accountId,
      setTimeout(() => void lookOnce(accountId, step), wait),
    );
  }

  async function lookOnce(accountId: string, step: number): Promise<void> {
    if (closed || !isWaiting(accountId)) {
      timers.delete(accountId);
      return;
    }
    await look(accountId);
    if (!closed) arm(accountId, step + 1);
  }

  return {
    /** Begins anew with short steps. */
    watch: (accountId: string): void => arm(accountId, 0),
    close(): void {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
