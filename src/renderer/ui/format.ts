import { type Separators, separatorsOf } from '../../shared/amounts.ts';
import { costWords, decimalWords, estimateWords, tokenWords } from '../../shared/messages/submissions.ts';
import { type ServiceSize, serviceSize, sizeUnit, sizeWords } from '../../shared/sizes.ts';
import type { Cost, EstimatedCost } from '../../shared/submissions/cost.ts';
import { rowText } from '../../shared/text.ts';
import { dateFormat, formatInstant } from '../../shared/time.ts';
import { windowStore } from '../data/window-state.ts';

/** The number format of the user's language, for all output and input. */
export function separators(): Separators {
  return separatorsOf(navigator.language);
}

/**
 * Formats plain decimal text (`1234567.5`) with the user's separators. Other text is returned as the service sent it.
 */
export function formatDecimal(plain: string): string {
  return decimalWords(plain, separators());
}

/** Formats base units as whole tokens, exact to the last digit. `decimals` is 0–36. */
export function formatTokens(baseUnits: string, decimals: number): string {
  return tokenWords(baseUnits, decimals, separators());
}

export function formatCount(count: number): string {
  return separators().whole(count);
}

export function formatCost(cost: Cost): string {
  return costWords(cost, separators());
}

export function formatEstimate(estimate: EstimatedCost): string {
  return estimateWords(estimate, separators());
}

export function formatSize(bytes: number): string {
  return sizeWords(bytes, windowStore.getState().formats.sizes, separators());
}

/** Formats the size of a limit. A rounded size may exceed the limit, so it is marked as rounded. */
export function formatBound(bytes: number): string {
  const unit = sizeUnit(bytes, windowStore.getState().formats.sizes);
  return formatRoundedSize({ bytes, exact: bytes % unit.bytes === 0 });
}

export function formatRoundedSize({ bytes, exact }: ServiceSize): string {
  return `${exact ? '' : '≈ '}${formatSize(bytes)}`;
}

/** Formats a size that the service sent. Other text is returned as it is. */
export function formatServiceSize(amountData: string): string {
  const size = serviceSize(amountData);
  return size === null ? rowText(amountData) : formatRoundedSize(size);
}

/** Progress in whole percent. It is 100 only if everything is done. */
export function percent(done: number, total: number): number {
  if (done >= total) return 100;
  return Math.max(0, Math.min(99, Math.floor((done / total) * 100)));
}

/** A duration in words: `12 s`, `3 min`, `2 h 5 min`, `3 days`. The input is in seconds. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  // Rounded once to minutes, so that no carry is lost: 3,599 s are "1 h", not "60 min".
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours < 24) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  const days = Math.round(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

export function formatMoment(instant: string): string {
  return formatInstant(instant, undefined, undefined);
}

/** A UTC instant to the minute, for a table row. */
export function formatMinute(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : dateFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/**
 * The day of an instant for a sentence: `today at 14:05`, `on 3 May`, `on 3 May 2024`. `now` is in epoch milliseconds.
 */
export function formatDay(instant: string, now: number): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return `at ${instant}`;
  const today = new Date(now);
  if (sameDay(at, today)) return `today at ${formatClock(at)}`;
  return `on ${calendarDay(at, today)}`;
}

/**
 * An instant for a narrow column: `14:05` today, `3 May` this year, else `3 May 24`. Put the full time in its tooltip.
 * `now` is in epoch milliseconds.
 */
export function formatBrief(instant: string, now: number): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const today = new Date(now);
  if (sameDay(at, today)) return formatClock(at);
  const day = { day: 'numeric', month: 'short' } as const;
  return write(at, sameYear(at, today) ? day : { ...day, year: '2-digit' });
}

/** An end time for a sentence: `14:05`, or `14:05 on 3 May` on another day. */
export function formatEnd(end: number, now: number): string {
  const at = new Date(end);
  const today = new Date(now);
  const clock = formatClock(at);
  return sameDay(at, today) ? clock : `${clock} on ${calendarDay(at, today)}`;
}

function formatClock(at: Date): string {
  return write(at, { timeStyle: 'short' });
}

function calendarDay(at: Date, today: Date): string {
  const long = { day: 'numeric', month: 'long' } as const;
  return write(at, sameYear(at, today) ? long : { ...long, year: 'numeric' });
}

function sameYear(a: Date, b: Date): boolean {
  const year = (date: Date): string => write(date, { year: 'numeric' });
  return year(a) === year(b);
}

function sameDay(a: Date, b: Date): boolean {
  const day = (date: Date): string => write(date, { dateStyle: 'short' });
  return day(a) === day(b);
}

function write(at: Date, style: Intl.DateTimeFormatOptions): string {
  return dateFormat(undefined, style).format(at);
}
