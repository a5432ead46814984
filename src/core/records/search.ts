import type { MatchKey } from '../../shared/bridge/lookup.ts';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import { foldAccented, nameWords } from './name-folding.ts';
import { type AskedName, isExact, rankOf } from './ranking.ts';
import type { FoundRow, Match, Searchable, SearchRows } from './search-rows.ts';

export type Hit = {
  readonly accountId: string;
  readonly row: FoundRow;
  readonly key: MatchKey;
  /** The digit of the key at which the match begins; 0 for keys without digits. */
  readonly offset: number;
  /** True if the whole name, id or hash matches and no match is better. */
  readonly isExact: boolean;
  /** True if nothing matches and this name is only similar. */
  readonly isSimilar: boolean;
};

/**
 * Finds rows that match any of the keys: the best match first, then the latest, and each submission once. If nothing
 * matches, finds similar names. Fewer than `limit` results mean that there are no more.
 */
export function search(sources: readonly SearchRows[], keys: LookupKeys, limit: number): Hit[] {
  const { hex, days } = keys;
  const name = askedName(keys.name);
  const found = [
    ...ofAll(sources, (rows) => (hex === null ? [] : rows.byDigits(hex))),
    ...ofAll(sources, (rows) => (name === null ? [] : rows.byName(name))),
    ...ofAll(sources, (rows) => (days === null ? [] : rows.byDays(days))),
  ];
  if (found.length === 0 && name !== null) found.push(...ofAll(sources, (rows) => rows.bySimilarName(name)));
  return hitsOf(
    found.sort((one, other) => one.rank - other.rank || laterFirst(one, other)),
    limit,
  );
}

const SIMILAR = rankOf('similar name');

/** Keeps the first match of each submission. */
function hitsOf(found: readonly Match[], limit: number): Hit[] {
  const best = found[0]?.rank;
  const seen = new Set<string>();
  const hits: Hit[] = [];
  for (const { of, key, offset, rank } of found) {
    const same = submissionOf(of);
    if (seen.has(same)) continue;
    seen.add(same);
    hits.push({
      accountId: of.accountId,
      row: of.row,
      key,
      offset,
      isExact: rank === best && isExact(rank),
      isSimilar: rank === SIMILAR,
    });
    if (hits.length === limit) break;
  }
  return hits;
}

export function askedName(name: string | null): AskedName | null {
  const [first, ...others] = name === null ? [] : nameWords(name);
  if (first === undefined) return null;
  const words = [first, ...others].toSorted((one, other) => other.length - one.length);
  return { whole: [first, ...others].join(' '), words, accented: foldAccented(name ?? '') };
}

/** Numbers the rows of each source after those of the sources before it. */
function ofAll(sources: readonly SearchRows[], find: (rows: SearchRows) => readonly Match[]): Match[] {
  const found: Match[] = [];
  let before = 0;
  for (const rows of sources) {
    for (const match of find(rows)) found.push({ ...match, index: before + match.index });
    before += rows.length;
  }
  return found;
}

const laterFirst = (one: Match, other: Match): number =>
  (other.of.time || 0) - (one.of.time || 0) || other.index - one.index;

const submissionOf = ({ accountId, row, submissionId }: Searchable): string =>
  submissionId === null ? `${row.kind} ${row.id}` : `${accountId} ${submissionId.replaceAll('-', '').toLowerCase()}`;
