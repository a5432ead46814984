import type { NearestWhy } from '../../shared/bridge/lookup.ts';
import { type LookupDays, type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import { AlikeWord, leastEdits } from './alike.ts';
import { digitsFit, rankOf } from './ranking.ts';
import { askedName, type Hit, hitsOf, laterFirst, ofAll, search } from './search.ts';
import { keyNamesOf, keysOf, type Match, type Searchable, type SearchRows } from './search-rows.ts';

export type Nearest = { readonly why: NearestWhy; readonly hits: readonly Hit[] };

/** Longer texts are no name with a slip in it. */
const MOST_WORDS = 8;
/** Pieces of an id; shorter ones stand everywhere. */
const SHORTEST_DIGITS = 12;
const MOST_COMPARED = 2_000;
/** After whatever fits as it is. */
const SLIPPED = 1_000;

/**
 * What was perhaps meant where nothing fits: the same name on other days, the days next to an empty one, else a name, an id or a hash
 * that was typed with a slip. Null when nothing is near.
 */
export function nearest(sources: readonly SearchRows[], keys: LookupKeys, limit: number): Nearest | null {
  const { dated, days, hex } = keys;
  if (dated !== null) {
    const hits = search(sources, { ...noKeys, name: dated.name }, limit);
    if (hits.length > 0) return { why: 'other-days', hits };
  }
  const alike = [
    ...(hex === null ? [] : ofAll(sources, (rows) => alikeDigits(rows, hex))),
    ...alikeNames(sources, dated?.name ?? keys.name),
  ];
  if (alike.length > 0) {
    const hits = hitsOf(
      alike.sort((one, other) => one.rank - other.rank || laterFirst(one, other)),
      limit,
    );
    return { why: 'alike', hits };
  }
  const near = days === null ? [] : nextTo(sources, days);
  return near.length === 0 ? null : { why: 'other-days', hits: hitsOf(near, limit) };
}

/** How many slips are forgiven: none in a short word, which would become any other. */
const slipsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

function alikeNames(sources: readonly SearchRows[], name: string | null): Match[] {
  const whole = askedName(name);
  if (name === null || whole === null || whole.words.length > MOST_WORDS) return [];
  const found = ofAll(sources, (rows) => alikeWords(rows, whole.words));
  if (found.length > 0) return found;
  // The name may be right and only its ending another.
  const stem = askedName(name.replace(/\.[^.\s]{1,8}$/, ''));
  return stem === null || stem.whole === whole.whole ? [] : ofAll(sources, (rows) => alikeWords(rows, stem.words));
}

/** The rank grows with the slips. */
function alikeWords(rows: SearchRows, words: readonly string[]): Match[] {
  if (words.every((word) => slipsIn(word.length) === 0)) return [];
  const asked = words.map((word) => ({ word, slips: slipsIn(word.length), alike: new AlikeWord(word) }));
  const found: Match[] = [];
  for (const { of, index, folded } of rows.named()) {
    let slips = 0;
    for (const { word, slips: most, alike } of asked) {
      const least = folded.includes(word) ? 0 : most === 0 ? Number.POSITIVE_INFINITY : alike.leastEdits(folded);
      slips = least > most ? Number.POSITIVE_INFINITY : slips + least;
      if (slips === Number.POSITIVE_INFINITY) break;
    }
    if (slips !== Number.POSITIVE_INFINITY) found.push({ of, index, key: 'name', offset: 0, rank: SLIPPED + slips });
  }
  return found;
}

/** Of several pieces, one is without a slip if there are fewer slips than pieces; an exchange may spoil two. */
function alikeDigits(rows: SearchRows, hex: string): Match[] {
  if (hex.length < SHORTEST_DIGITS) return [];
  const slips = hex.length < 20 ? 1 : 2;
  const pieces = 2 * slips + 1;
  const seen = new Set<Searchable>();
  const found: Match[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const [from, until] = [piece, piece + 1].map((number) => Math.floor((number * hex.length) / pieces));
    let compared = 0;
    for (const { of, index } of rows.withDigits(hex.slice(from, until))) {
      if (compared >= MOST_COMPARED) break;
      compared += 1;
      if (seen.has(of)) continue;
      seen.add(of);
      const match = alikeKey(of, hex, slips);
      if (match !== null) found.push({ of, index, ...match });
    }
  }
  return found;
}

function alikeKey(of: Searchable, hex: string, most: number): Pick<Match, 'key' | 'offset' | 'rank'> | null {
  const names = keyNamesOf(of);
  for (const [number, digits] of keysOf(of).entries()) {
    const key = names[number];
    if (key === undefined || digits === '') continue;
    const slips = leastEdits(hex, digits);
    if (slips <= most) return { key, offset: 0, rank: SLIPPED + slips + rankOf(digitsFit(key, 0, false)) / 100 };
  }
  return null;
}

/** The last before the days and the first after them come first. */
function nextTo(sources: readonly SearchRows[], { from, until }: LookupDays): Match[] {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  const away = ({ of: { time } }: Match): number => (time < begin ? begin - time : time - end);
  return ofAll(sources, (rows) => closest(rows, begin, end)).sort((one, other) => away(one) - away(other));
}

const CLOSEST = 10;

/** The few of a source that are closest before and after, in no order. */
function closest(rows: SearchRows, begin: number, end: number): Match[] {
  const before: { readonly time: number; readonly index: number }[] = [];
  const after: { readonly time: number; readonly index: number }[] = [];
  for (const [index, { time }] of rows.rows.entries()) {
    if (time < begin) keepClosest(before, { time, index }, (one, other) => other.time - one.time);
    else if (time >= end) keepClosest(after, { time, index }, (one, other) => one.time - other.time);
  }
  return [...before, ...after].flatMap(({ index }) => {
    const of = rows.rows[index];
    return of === undefined ? [] : [{ of, index, key: 'date' as const, offset: 0, rank: rankOf('day') }];
  });
}

function keepClosest<One>(kept: One[], one: One, compare: (one: One, other: One) => number): void {
  const last = kept[CLOSEST - 1];
  if (last !== undefined && compare(one, last) >= 0) return;
  const place = kept.findIndex((other) => compare(one, other) < 0);
  kept.splice(place < 0 ? kept.length : place, 0, one);
  kept.length = Math.min(kept.length, CLOSEST);
}
