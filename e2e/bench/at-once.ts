import type { JournalAttempt } from '../soak/journal-reading.ts';

/** The most attempts in progress at the same time. */
export function mostAtOnce(attempts: readonly JournalAttempt[]): number {
  const changes = attempts
    .flatMap(({ startedAt, endedAt }) => [
      { at: startedAt, change: 1 },
      { at: endedAt ?? Number.POSITIVE_INFINITY, change: -1 },
    ])
    // At the same millisecond, ends come first, because the next attempt may use the free place.
    .sort((one, other) => one.at - other.at || one.change - other.change);
  let most = 0;
  let now = 0;
  for (const { change } of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}
