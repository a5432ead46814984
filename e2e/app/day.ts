import { setTimeout as wait } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Longer than a test that speaks of today takes. */
const FAR_MS = 180_000;

/** For a test that speaks of today: shortly before midnight, here or in UTC, today would be another day at its end. */
export async function untilMidnightIsFar(): Promise<void> {
  const now = new Date();
  const local = now.getTime() - now.getTimezoneOffset() * 60_000;
  const left = [now.getTime(), local].map((time) => DAY_MS - (time % DAY_MS)).filter((ms) => ms < FAR_MS);
  if (left.length > 0) await wait(Math.max(...left));
}
