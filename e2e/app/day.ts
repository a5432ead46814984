import { setTimeout as wait } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Longer than a test that depends on the date. */
const FAR_MS = 180_000;

/** Waits if midnight is near (local or UTC), so that the date does not change during a test. */
export async function untilMidnightIsFar(): Promise<void> {
  const now = new Date();
  const local = now.getTime() - now.getTimezoneOffset() * 60_000;
  const left = [now.getTime(), local].map((time) => DAY_MS - (time % DAY_MS)).filter((ms) => ms < FAR_MS);
  if (left.length > 0) await wait(Math.max(...left));
}
