import type { LookupKeys, MatchKey } from '../../../shared/bridge/lookup.ts';
import type { FoundRow, Match, Searchable, SearchRows } from './search-rows.ts';

export type Hit = {
  readonly accountId: string;
  readonly row: FoundRow;
  readonly key: MatchKey;
  /** Where in the key's digits the match begins; 0 for keys without digits. */
  readonly offset: number;
};

/** So many hits are ranked; a part that fits more of them says too little. */
const RANKED = 2_000;

/**
 * What fits any of the keys, the most telling match first, then the latest; each submission once. `limit` bounds the
 * answer. Fewer than `limit`: there are no more.
 */
export function search(sources: readonly SearchRows[], { hex, name, days }: LookupKeys, limit: number): Hit[] {
  const found = [
    ...ofAll(sources, (rows, most) => (hex === null ? [] : rows.byDigits(hex, most))),
    ...ofAll(sources, (rows, most) => (name === null ? [] : rows.byName(name, most))),
    ...ofAll(sources, (rows) => (days === null ? [] : rows.byDays(days))),
  ];
  found.sort((one, other) => one.rank - other.rank || laterFirst(one, other));
  const seen = new Set<string>();
  const hits: Hit[] = [];
  for (const { of, key, offset } of found) {
    const same = submissionOf(of);
    if (seen.has(same)) continue;
    seen.add(same);
    hits.push({ accountId: of.accountId, row: of.row, key, offset });
    if (hits.length === limit) break;
  }
  return hits;
}

/** Rows of one source stand behind all rows of those before it. */
function ofAll(sources: readonly SearchRows[], find: (rows: SearchRows, most: number) => Match[]): Match[] {
  const found: Match[] = [];
  let before = 0;
  for (const rows of sources) {
    const some = find(rows, RANKED - found.length);
    for (const match of some) found.push({ ...match, index: before + match.index });
    before += rows.length;
  }
  return found;
}

const laterFirst = (one: Match, other: Match): number =>
  (other.of.time || 0) - (one.of.time || 0) || other.index - one.index;

const submissionOf = ({ accountId, row, submissionId }: Searchable): string =>
  submissionId === null ? `${row.kind} ${row.id}` : `${accountId} ${submissionId.replaceAll('-', '').toLowerCase()}`;
