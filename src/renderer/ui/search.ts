import { formatCount } from './format.ts';

/** Normalises text for a search: ignores case and accents. */
export function foldedText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words that a matching text must contain. If there are none, everything matches. */
export function searchWords(query: string): readonly string[] {
  return foldedText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** The items of `all` whose texts contain every word of `query`. */
export function findByWords<Item>(
  all: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const words = searchWords(query);
  if (words.length === 0) return all;
  return all.filter((item) => {
    // No match spans a line end.
    const text = foldedText(textsOf(item).join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** `thing` is the searched item in the singular. Its plural adds an s. */
export type Searched = {
  readonly query: string;
  readonly found: number;
  readonly all: number;
  readonly thing: string;
};

/** Formats `2 of 9 accounts`; empty without a search. */
export function foundWords({ query, found, all, thing }: Searched): string {
  if (all === 0 || searchWords(query).length === 0) return '';
  if (found === 0) return `No ${thing} matches. Try fewer words.`;
  return `${formatCount(found)} of ${formatCount(all)} ${thing}${all === 1 ? '' : 's'}`;
}
