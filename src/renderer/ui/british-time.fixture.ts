import type * as Time from '../../shared/time.ts';

/** Replaces the module of dates: this machine's language is British English, and its time zone is the given one. */
export function britishTime(time: typeof Time, timeZone: string): typeof Time {
  return {
    ...time,
    dateFormat: (locale = 'en-GB', options) => time.dateFormat(locale, { timeZone, ...options }),
  };
}
