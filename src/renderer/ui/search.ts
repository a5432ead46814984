import { formatCount } from './format.ts';

/** As it is compared in a search: whatever its case and accents. */
export function foldedText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What of `query` has to stand in a text that it finds. None of it: everything is found. */
export function searchWords(query: string): readonly string[] {
  return foldedText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** Those of `all` in whose texts every word of `query` stands. */
export function findByWords<Item>(
  all: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const words = searchWords(query);
  if (words.length === 0) return all;
  return all.filter((item) => {
    // No word goes over a line end.
    const text = foldedText(textsOf(item).join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** `thing`: what is searched, in the singular; it takes an s. */
export type Searched = {
  readonly query: string;
  readonly found: number;
  readonly all: number;
  readonly thing: string;
};

/** `2 of 9 accounts`; nothing while nothing is searched for. */
export function foundWords({ query, found, all, thing }: Searched): string {
  if (all === 0 || searchWords(query).length === 0) return '';
  if (found === 0) return `No ${thing} matches. Try fewer words.`;
  return `${formatCount(found)} of ${formatCount(all)} ${thing}${all === 1 ? '' : 's'}`;
}
