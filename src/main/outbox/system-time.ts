import { dateFormat } from '../../shared/date-format.ts';

/** The time of day of an instant (epoch milliseconds), as this computer's people write it; with the date when it is not today. */
export function timeInWords(instant: number, now: number): string {
  const date = new Date(instant);
  const today = new Date(now).toDateString() === date.toDateString();
  const clock = instant - now < 60_000 ? ({ timeStyle: 'medium' } as const) : ({ timeStyle: 'short' } as const);
  return dateFormat(undefined, today ? clock : { dateStyle: 'medium', ...clock }).format(date);
}
