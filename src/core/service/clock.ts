/** `now` (epoch milliseconds) is for display and storage, `monotonic` (milliseconds) for waiting. */
export type Clock = { readonly now: () => number; readonly monotonic: () => number };

/** A moment to wait for, measured by both clocks. */
export type Deadline = { readonly wall: number; readonly steady: number };

export function after(clock: Clock, ms: number): Deadline {
  return { wall: clock.now() + ms, steady: clock.monotonic() + ms };
}

/**
 * Returns the milliseconds until a deadline, 0 if it has passed. It has passed as soon as one clock says so. The steady
 * clock covers a wall clock that was set back. The wall clock covers a steady clock that stopped while the computer
 * slept. A wait that ends too early costs one extra request, a wait that ends too late may cost hours.
 */
export function msLeft(clock: Clock, deadline: Deadline): number {
  return Math.max(0, Math.min(deadline.steady - clock.monotonic(), deadline.wall - clock.now()));
}
