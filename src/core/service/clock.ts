/** Two clocks: `now` (epoch milliseconds) is for showing and keeping, `monotonic` (milliseconds) for waiting. */
export type Clock = { readonly now: () => number; readonly monotonic: () => number };

/** A moment to wait for, by both clocks. */
export type Deadline = { readonly wall: number; readonly steady: number };

export function after(clock: Clock, ms: number): Deadline {
  return { wall: clock.now() + ms, steady: clock.monotonic() + ms };
}

/**
 * Milliseconds until a deadline, 0 when it has passed. It has passed as soon as either clock says so: a wall clock that
 * is set back strands nothing, since the steady one goes on; and a steady clock that stood still while the computer
 * slept holds nothing up, since the wall clock went on. Waiting too short costs one question more, too long the night.
 */
export function msLeft(clock: Clock, deadline: Deadline): number {
  return Math.max(0, Math.min(deadline.steady - clock.monotonic(), deadline.wall - clock.now()));
}
