import type { MatchKey } from '../../shared/bridge/lookup.ts';

/** The order of search results everywhere: the best match first. */
const order = [
  'exact name',
  'exact name without its ending',
  'whole id',
  'whole hash',
  'start of a name',
  'start of a word',
  'part of a name',
  'start of an id',
  'start of a hash',
  'day',
  'part of an id',
  'part of a hash',
  'similar name',
] as const;

export type Fit = (typeof order)[number];

/** 0 is the best match. */
export const rankOf = (fit: Fit): number => order.indexOf(fit);

/** A name without its ending is not exact: `contract` may also be meant to find `contract 2.pdf`. */
const exact = new Set<number>((['exact name', 'whole id', 'whole hash'] as const).map(rankOf));

/** True if the whole search text matches a whole name, id or hash. */
export const isExact = (rank: number): boolean => exact.has(rank);

/** A typed name. */
export type AskedName = {
  /** Folded, with one space between words. */
  readonly whole: string;
  /** Folded, the longest first. */
  readonly words: readonly string[];
  /** `whole` with its accents. */
  readonly accented: string;
};

/** Rates how well a folded name matches a typed one. Returns null if a word is missing. */
export function nameFit(folded: string, { whole, words }: AskedName): Fit | null {
  let areWordStarts = true;
  for (const word of words) {
    if (!folded.includes(word)) return null;
    areWordStarts &&= startsAWord(folded, word);
  }
  const plain = folded.includes('  ') ? folded.replace(/\s+/g, ' ') : folded;
  if (plain.startsWith(whole)) {
    if (plain.length === whole.length) return 'exact name';
    return isEnding(plain.slice(whole.length)) ? 'exact name without its ending' : 'start of a name';
  }
  return areWordStarts ? 'start of a word' : 'part of a name';
}

/** Rates how well digits match a key. `offset`: the digit of the key at which they begin. */
export function digitsFit(key: MatchKey, offset: number, isWhole: boolean): Fit {
  const isId = key === 'submission-id';
  if (isWhole) return isId ? 'whole id' : 'whole hash';
  if (offset === 0) return isId ? 'start of an id' : 'start of a hash';
  return isId ? 'part of an id' : 'part of a hash';
}

/** `.PDF`, but not ` 2.PDF`. */
const isEnding = (rest: string): boolean => /^\.[^.\s]{1,8}$/.test(rest);

function startsAWord(folded: string, word: string): boolean {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (at === 0 || kindOf(folded, at - 1) !== kindOf(folded, at) || kindOf(folded, at) === 'mark') return true;
  }
  return false;
}

/** A word begins where the kind changes: `0042` is a word in `scan0042`. */
function kindOf(text: string, at: number): 'letter' | 'digit' | 'mark' {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? 'letter' : 'mark';
  return /[\p{L}\p{M}\p{N}\p{Cs}]/u.test(text.charAt(at)) ? 'letter' : 'mark';
}
