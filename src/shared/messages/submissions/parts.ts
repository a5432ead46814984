import { withReceipt } from '../../submissions/batch-status.ts';
import type { PartPlace, PartsProgress } from '../../submissions/parts.ts';

type Trouble = NonNullable<PartsProgress['trouble']>;

type Count = (count: number) => string;

const plainCount: Count = String;

/** What a part is called in a sentence: `part 4`, `part 3 of 12`; what names the others is no part to a person. */
export function partName({ number, kind }: PartPlace, total: number | null = null, count = plainCount): string {
  if (kind === 'manifest') return 'the manifest';
  return total === null ? `part ${count(number)}` : `part ${count(number)} of ${count(total)}`;
}

/** The same with whose it is: `part 3 of 12 of holiday.mp4`. `name` as it is shown. */
export function partOfName(part: PartPlace, total: number | null, name: string, count = plainCount) {
  return `${partName(part, total, count)} of ${name}`;
}

/** How a row stands that goes in parts: `In 12 parts, 7 submitted`. */
export function partsSubmitted({ total, counts }: Pick<PartsProgress, 'total' | 'counts'>, count = plainCount): string {
  return `In ${partsCount(total, count)}, ${count(withReceipt(counts))} submitted`;
}

export function partsCount(total: number, count = plainCount): string {
  return total === 1 ? '1 part' : `${count(total)} parts`;
}

/** What is there of a row that is not whole: `7 of 12 parts are with the service`; null where nothing is. */
export function partsThere(
  { total, counts }: Pick<PartsProgress, 'total' | 'counts'>,
  count = plainCount,
): string | null {
  const there = withReceipt(counts);
  if (there === 0) return null;
  return `${count(there)} of ${partsCount(total, count)} ${there === 1 ? 'is' : 'are'} with the service`;
}

/** What is wrong with a part, as a sentence without its end: `Part 4 was refused`. */
export function troubleWords(trouble: Trouble, count = plainCount): string {
  const name = partName(trouble, null, count);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${troubles[trouble.status]}`;
}

const troubles: { readonly [Status in Trouble['status']]: string } = {
  rejected: 'was not submitted',
  notKnown: 'may have been accepted',
  checking: 'is being checked with the service',
  delayed: 'is delayed',
};
