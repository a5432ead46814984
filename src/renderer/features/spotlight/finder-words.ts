import { visibleName } from '../../../shared/text.ts';

export type Around = {
  /** Nothing fits: the entries are what was perhaps meant. */
  readonly isNear: boolean;
  /** As what a date was understood; null where there is none. */
  readonly reading: string | null;
};

type Heard = Around & {
  readonly what: string;
  readonly count: number;
  readonly isFirst: boolean;
};

export const NOTHING_FITS = 'No match. Did you mean';

/** What a screen reader says of the finder: what is seen of it, and what stands over the entries once for all of them. */
export function spokenWords({ what, count, isFirst, isNear, reading }: Heard): string {
  const date = isFirst && reading !== null ? ` ${reading}.` : '';
  if (count === 0) return `No match.${date}`;
  const entries = count === 1 ? 'one entry' : `${count} entries`;
  return `${isNear && isFirst ? `${NOTHING_FITS}: ` : ''}${what}, ${entries}.${date}`;
}

/** An entry as it is said: what is seen of it in several places, with pauses between them. */
export function entryWords(parts: readonly string[]): string {
  return parts
    .flatMap((part) => part.split(' · '))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}

export function switchedWords(account: string): string {
  return `Now submitting from ${visibleName(account)}.`;
}
