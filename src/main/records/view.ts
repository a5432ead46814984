import type { KnownToken } from '../../shared/bridge/balances.ts';
import type {
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordRow,
  RecordSeries,
  RecordSort,
  TokenSpending,
} from '../../shared/bridge/records.ts';
import { createTokenNames, type TokenNames } from './amounts.ts';
import type { Book } from './book.ts';
import { type Columns, columnsOf } from './columns.ts';
import type { Entry } from './entry.ts';
import { groupsOf } from './groups.ts';
import { createMatching } from './matching.ts';
import { inDirection, type Order, orderBy, type Places } from './order.ts';
import { seriesOf } from './series.ts';
import { shownRow } from './shown-row.ts';
import { Tallies } from './totals.ts';

export type PageParts = Pick<RecordPage, 'accountId' | 'asOf' | 'listed' | 'isFull'>;

/** A list to choose from; others are found by their names. */
const TOKENS_OFFERED = 100;

export type View = ReturnType<typeof createView>;

/**
 * Answers questions about the records of one account. Orders, matches and sums are kept until a record changes, so that
 * a key typed into the filter or a page scrolled to costs only what is new in it.
 */
export function createView(book: Book) {
  let tokens: TokenNames = createTokenNames([]);
  let basis = '';
  let columns: Columns = columnsOf([]);
  let revision: number | null = null;
  let matching = createMatching(columns, tokens);
  let orders = new Map<string, Order>();
  let directed: { readonly key: string; readonly places: Places } | null = null;
  let allTallies: Tallies | null = null;
  let tallies = new WeakMap<Places, Tallies>();
  let groups: { readonly key: string; readonly of: Places; readonly groups: RecordPage['groups'] } | null = null;
  let seen: RecordPage['tokens'] = [];
  const longIds = new Map<string, string>();
  let oldest: string | null = null;

  /** Forgets what no longer holds. */
  function settle(known: readonly KnownToken[]): void {
    const now = `${book.revision} ${JSON.stringify(known)}`;
    if (now === basis) return;
    basis = now;
    tokens = createTokenNames(known);
    if (revision !== book.revision) {
      columns = columnsOf(book.entries());
      revision = book.revision;
    }
    matching = createMatching(columns, tokens);
    orders = new Map();
    directed = null;
    allTallies = null;
    tallies = new WeakMap();
    groups = null;
    seen = columns.tokenIds
      .slice(0, TOKENS_OFFERED)
      .map((tokenDetailsId) => ({ tokenDetailsId, token: tokens.nameOf(tokenDetailsId) }));
    oldest = oldestOf(columns);
  }

  function inOrder(sort: RecordSort, key: string): Places {
    let order = orders.get(sort.column);
    if (order === undefined) {
      order = orderBy(sort.column, columns, tokens);
      orders.set(sort.column, order);
    }
    if (directed === null || directed.key !== key) directed = { key, places: inDirection(order, sort.descending) };
    return directed.places;
  }

  function match(filter: RecordFilter, sort: RecordSort): Places {
    const key = `${sort.column} ${sort.descending}`;
    return matching.match(filter, key, () => inOrder(sort, key));
  }

  const entriesAt = (places: Places): readonly Entry[] =>
    Array.from(places).flatMap((place) => columns.entries[place] ?? []);

  function tallyOf(places: Places): Tallies {
    const isWhole = places.length === columns.entries.length;
    const known = isWhole ? allTallies : tallies.get(places);
    if (known !== null && known !== undefined) return known;
    const made = new Tallies();
    made.addAll(columns, isWhole ? null : places);
    if (isWhole) allTallies = made;
    else tallies.set(places, made);
    return made;
  }

  function grouped({ group, filter, sort }: RecordQuery, places: Places): RecordPage['groups'] {
    if (group === 'none') return [];
    // A column that groups do not have leaves them in the order of time, latest first, and of names.
    const descending = group === 'token' ? sort.column === 'token' && sort.descending : !isAscendingTime(sort);
    const key = `${group} ${descending} ${filter.timeZone}`;
    if (groups === null || groups.of !== places || groups.key !== key) {
      const made = groupsOf(entriesAt(places), group, filter.timeZone, tokens, descending);
      groups = { key, of: places, groups: made };
    }
    return groups.groups;
  }

  function rowOf(entry: Entry): RecordRow {
    const { record, file, bytes, twin } = entry;
    return {
      key: `${twin} ${record.id}`,
      id: record.id,
      time: record.createdAt,
      file: file === null ? null : { name: file.name, folder: file.folder },
      phase: record.phase,
      tokenDetailsId: record.tokenDetailsId,
      token: tokens.nameOf(record.tokenDetailsId),
      decimals: tokens.decimalsOf(record.tokenDetailsId),
      fees: record.fees,
      amountData: record.amountData,
      size: bytes === null ? null : { bytes, exact: entry.bytesExact },
      dataHash: record.dataHash,
      blockHash: record.blockHash,
      txHash: record.txHash,
      index: record.extrinsicIndex,
      address: record.toAddress,
      user: record.userId,
      error: record.error,
      doubled: book.isDoubled(record.id),
    };
  }

  return {
    page(query: RecordQuery, known: readonly KnownToken[], parts: PageParts): RecordPage {
      settle(known);
      const places = match(query.filter, query.sort);
      const all = grouped(query, places);
      const end = query.offset + query.count;
      const tally = tallyOf(places);
      return {
        ...parts,
        revision: book.revision,
        kept: book.size,
        matched: places.length,
        totals: tally.totals(tokens),
        tokenCount: tally.count,
        rows:
          query.group === 'none'
            ? entriesAt(places.subarray(query.offset, end)).map((entry) => shownRow(rowOf(entry), longIds))
            : [],
        groups: all.slice(query.offset, end),
        groupCount: all.length,
        tokens: seen,
        oldest,
      };
    },

    /** The id behind that of a row: a long one has another there. */
    idOf: (id: string): string => longIds.get(id) ?? id,

    series(filter: RecordFilter, knownTokens: readonly KnownToken[]): RecordSeries {
      settle(knownTokens);
      return seriesOf(entriesAt(matching.anyhow(filter)), filter.timeZone, tokens);
    },

    /** All that a filter means, in order. */
    all(filter: RecordFilter, sort: RecordSort, known: readonly KnownToken[]) {
      settle(known);
      return { entries: entriesAt(match(filter, sort)), tokens, rowOf };
    },

    /** Makes what the first key typed into the filter would wait for, once all of it can be had quickly. */
    prepareSearch(): void {
      if (revision === book.revision) columns.signs();
    },

    spentSince(sinceMs: number): TokenSpending[] {
      const spent = new Tallies();
      for (const entry of book.entries()) if (entry.time >= sinceMs) spent.add(entry);
      return spent.spending();
    },
  };
}

const isAscendingTime = ({ column, descending }: RecordSort): boolean => column === 'time' && !descending;

function oldestOf({ times, entries }: Columns): string | null {
  let oldest = -1;
  for (let place = 0; place < times.length; place += 1) {
    const time = times[place] ?? Number.NaN;
    if (!Number.isNaN(time) && (oldest < 0 || time < (times[oldest] ?? 0))) oldest = place;
  }
  return entries[oldest]?.record.createdAt ?? null;
}
