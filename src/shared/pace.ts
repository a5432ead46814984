/** Over how many days the pace is measured where there are records for as many. */
export const PACE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Over how many days the pace of an account is measured whose oldest record is of this instant (UTC); null for none. */
export function paceDays(oldest: string | null, now: number): number {
  const age = oldest === null ? Number.NaN : now - Date.parse(oldest);
  return Number.isNaN(age) ? PACE_DAYS : Math.min(PACE_DAYS, Math.max(1, Math.ceil(age / DAY_MS)));
}
