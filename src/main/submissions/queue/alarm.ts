/** One timer for many reasons to wake up: it goes off at the earliest. Waiting is by the steady clock of `setTimeout`. */
export function createAlarm(monotonic: () => number, ring: () => void) {
  // A deadline may be days away: long waits are looked at anew every hour, also because a clock may have jumped.
  const longestMs = 3_600_000;
  let timer: NodeJS.Timeout | null = null;
  let due = Number.POSITIVE_INFINITY;

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    due = Number.POSITIVE_INFINITY;
  }

  return {
    /** Makes sure that it rings within `ms` milliseconds. */
    within(ms: number): void {
      const wait = Math.min(Math.max(1, Math.ceil(ms)), longestMs);
      const wanted = monotonic() + wait;
      if (wanted >= due) return;
      stop();
      due = wanted;
      timer = setTimeout(() => {
        stop();
        ring();
      }, wait);
    },
    stop,
  };
}

export type Alarm = ReturnType<typeof createAlarm>;
