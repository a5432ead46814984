import type { JournalAttempt } from '../soak/journal-reading.ts';

/** How many tries were under way together, at most. */
export function mostAtOnce(attempts: readonly JournalAttempt[]): number {
  const changes = attempts
    .flatMap(({ startedAt, endedAt }) => [
      { at: startedAt, change: 1 },
      { at: endedAt ?? Number.POSITIVE_INFINITY, change: -1 },
    ])
    // In one millisecond ends come first: the place of one that ended is free for the next.
    .sort((one, other) => one.at - other.at || one.change - other.change);
  let most = 0;
  let now = 0;
  for (const { change } of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}
