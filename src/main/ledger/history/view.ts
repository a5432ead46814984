import type {
  SpendingFilter,
  SpendingPage,
  SpendingQuery,
  SpendingRow,
  SpendingSeries,
  SpendingSort,
  TokenSpending,
} from '../../../shared/spending.ts';
import type { KnownToken } from '../../../shared/tokens.ts';
import { createTokenNames, type TokenNames } from './amounts.ts';
import type { Book } from './book.ts';
import type { Entry } from './entry.ts';
import { filterTest, narrows } from './filter.ts';
import { groupsOf } from './groups.ts';
import { inDirection, type Order, orderBy } from './order.ts';
import { seriesOf } from './series.ts';
import { Tallies } from './totals.ts';

export type PageParts = Pick<SpendingPage, 'accountId' | 'asOf' | 'listed'>;

type Matched = { readonly filter: SpendingFilter; readonly sort: string; readonly entries: readonly Entry[] };

/** So that a letter taken back finds what was found before it was typed. */
const MATCHES_KEPT = 12;

export type View = ReturnType<typeof createView>;

/**
 * Answers questions about the records of one account. Orders, matches and sums are kept until a record changes, so that
 * a key typed into the filter or a page scrolled to costs only what is new in it.
 */
export function createView(book: Book) {
  let tokens: TokenNames = createTokenNames([]);
  let basis = '';
  let orders = new Map<string, Order>();
  let directed: { readonly key: string; readonly entries: readonly Entry[] } | null = null;
  /** Latest last. */
  let matches: readonly Matched[] = [];
  let allTallies: Tallies | null = null;
  let tallies = new WeakMap<readonly Entry[], Tallies>();
  let groups: { readonly key: string; readonly of: readonly Entry[]; readonly groups: SpendingPage['groups'] } | null =
    null;
  let seen: SpendingPage['tokens'] = [];
  let oldest: string | null = null;

  /** Forgets what no longer holds. */
  function settle(known: readonly KnownToken[]): void {
    const now = `${book.revision} ${JSON.stringify(known)}`;
    if (now === basis) return;
    basis = now;
    tokens = createTokenNames(known);
    orders = new Map();
    directed = null;
    matches = [];
    allTallies = null;
    tallies = new WeakMap();
    groups = null;
    const ids = new Set(book.entries().map(({ record }) => record.tokenDetailsId));
    seen = [...ids].map((tokenDetailsId) => ({ tokenDetailsId, token: tokens.nameOf(tokenDetailsId) }));
    oldest = oldestOf(book.entries());
  }

  function inOrder(sort: SpendingSort, key: string): readonly Entry[] {
    let order = orders.get(sort.column);
    if (order === undefined) {
      order = orderBy(sort.column, book.entries(), tokens);
      orders.set(sort.column, order);
    }
    if (directed === null || directed.key !== key) directed = { key, entries: inDirection(order, sort.descending) };
    return directed.entries;
  }

  function match(filter: SpendingFilter, sort: SpendingSort): readonly Entry[] {
    const key = `${sort.column} ${sort.descending}`;
    const sorted = matches.filter((one) => one.sort === key);
    const known = sorted.find((one) => sameFilter(one.filter, filter));
    if (known !== undefined) {
      matches = [...sorted.filter((one) => one !== known), known];
      return known.entries;
    }
    let source = inOrder(sort, key);
    for (const one of sorted) {
      if (one.entries.length < source.length && narrows(one.filter, filter)) source = one.entries;
    }
    const found = isAll(filter) ? source : source.filter(filterTest(filter, tokens));
    // The same list for the same records, so that what was reckoned from it still holds.
    const entries = found.length === source.length ? source : found;
    matches = [...sorted.slice(1 - MATCHES_KEPT), { filter, sort: key, entries }];
    return entries;
  }

  function tallyOf(entries: readonly Entry[]): Tallies {
    const known = entries.length === book.size ? allTallies : tallies.get(entries);
    if (known !== null && known !== undefined) return known;
    const made = new Tallies();
    for (const entry of entries) made.add(entry);
    if (entries.length === book.size) allTallies = made;
    tallies.set(entries, made);
    return made;
  }

  function grouped({ group, filter, sort }: SpendingQuery, entries: readonly Entry[]): SpendingPage['groups'] {
    if (group === 'none') return [];
    // A column that groups do not have leaves them in the order of time, latest first, and of names.
    const descending = group === 'token' ? sort.column === 'token' && sort.descending : !isAscendingTime(sort);
    const key = `${group} ${descending} ${filter.timeZone}`;
    if (groups === null || groups.of !== entries || groups.key !== key) {
      groups = { key, of: entries, groups: groupsOf(entries, group, filter.timeZone, tokens, descending) };
    }
    return groups.groups;
  }

  function rowOf(entry: Entry): SpendingRow {
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
    page(query: SpendingQuery, known: readonly KnownToken[], parts: PageParts): SpendingPage {
      settle(known);
      const entries = match(query.filter, query.sort);
      const all = grouped(query, entries);
      const end = query.offset + query.count;
      return {
        ...parts,
        revision: book.revision,
        kept: book.size,
        matched: entries.length,
        totals: tallyOf(entries).totals(tokens),
        rows: query.group === 'none' ? entries.slice(query.offset, end).map(rowOf) : [],
        groups: all.slice(query.offset, end),
        groupCount: all.length,
        tokens: seen,
        oldest,
      };
    },

    series(filter: SpendingFilter, knownTokens: readonly KnownToken[]): SpendingSeries {
      settle(knownTokens);
      const known = matches.find((one) => sameFilter(one.filter, filter));
      return seriesOf(known?.entries ?? book.entries().filter(filterTest(filter, tokens)), filter.timeZone, tokens);
    },

    /** All that a filter means, in order. */
    all(filter: SpendingFilter, sort: SpendingSort, known: readonly KnownToken[]) {
      settle(known);
      return { entries: match(filter, sort), tokens, rowOf };
    },

    spentSince(sinceMs: number): TokenSpending[] {
      const spent = new Tallies();
      for (const entry of book.entries()) if (entry.time >= sinceMs) spent.add(entry);
      return spent.spending();
    },
  };
}

const isAll = ({ text, fromDay, toDay, tokens, phases, feesFrom, feesTo }: SpendingFilter): boolean =>
  text.trim() === '' &&
  tokens.length + phases.length === 0 &&
  [fromDay, toDay, feesFrom, feesTo].every((bound) => bound === null);

const sameFilter = (a: SpendingFilter, b: SpendingFilter): boolean => JSON.stringify(a) === JSON.stringify(b);

const isAscendingTime = ({ column, descending }: SpendingSort): boolean => column === 'time' && !descending;

function oldestOf(entries: readonly Entry[]): string | null {
  let oldest: Entry | null = null;
  for (const entry of entries) {
    if (!Number.isNaN(entry.time) && (oldest === null || entry.time < oldest.time)) oldest = entry;
  }
  return oldest?.record.createdAt ?? null;
}
