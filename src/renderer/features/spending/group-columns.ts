import { createContext } from 'react';
import type { RecordGroup, RecordGrouping, RecordTotal } from '../../../shared/bridge/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { type Alignment, alignmentOf, noAlignment } from '../../ui/AlignedAmount.tsx';
import { feesCost } from './spending-words.ts';

export type GroupColumn =
  /** Of the only token of each group, which is named behind the amount. */
  | { readonly kind: 'only' }
  /** Of one of several tokens, which is named in the head: tokens have no common measure, and each its own decimals. */
  | { readonly kind: 'token'; readonly token: RecordTotal; readonly alignment: Alignment }
  /** Of all tokens that have no column. */
  | { readonly kind: 'others' };

/** More columns than this have no room; the tokens with most submissions have one. */
const MOST_COLUMNS = 3;
/** Characters that fit into the column of a token, by its least width. */
const ROOM = 21;

/** `totals`: of all that is grouped, the token with most submissions first; `before`: what these columns were. */
export function groupColumns(
  grouping: RecordGrouping,
  totals: readonly RecordTotal[],
  groups: readonly RecordGroup[],
  before: readonly GroupColumn[] = [],
): readonly GroupColumn[] {
  if (grouping === 'token' || totals.length <= 1) return [{ kind: 'only' }];
  const columns = totals.slice(0, MOST_COLUMNS).map((token, at): GroupColumn => {
    const costs = groups.flatMap((group) => costIn(group, token) ?? []);
    const was = before[at];
    const isSame = was?.kind === 'token' && was.token.tokenDetailsId === token.tokenDetailsId;
    return { kind: 'token', token, alignment: alignmentOf(costs, ROOM, isSame ? was.alignment : noAlignment) };
  });
  return totals.length > MOST_COLUMNS ? [...columns, { kind: 'others' }] : columns;
}

/** What a group cost in a token, without its name; null where it was not used. */
export function costIn({ totals }: RecordGroup, { tokenDetailsId }: RecordTotal): Cost | null {
  const total = totals.find((one) => one.tokenDetailsId === tokenDetailsId);
  return total === undefined ? null : { amount: total.fees, token: null, decimals: total.decimals };
}

/** Of the tokens that have no column of their own. */
export function otherTotals({ totals }: RecordGroup, columns: readonly GroupColumn[]): readonly RecordTotal[] {
  const own = new Set(columns.flatMap((column) => (column.kind === 'token' ? [column.token.tokenDetailsId] : [])));
  return totals.filter(({ tokenDetailsId }) => !own.has(tokenDetailsId));
}

export function onlyCosts(groups: readonly RecordGroup[]): readonly Cost[] {
  return groups.flatMap(({ totals: [only] }) => (only === undefined ? [] : [feesCost(only.fees, only)]));
}

const widths = { only: [16, '2fr'], token: [11, '1fr'], others: [12, '2fr'] } as const;
const FIRST_REM = 19;

export function groupLayout(columns: readonly GroupColumn[]): { readonly template: string; readonly leastRem: number } {
  const costs = columns.map(({ kind }) => widths[kind]);
  return {
    template: `minmax(12rem, 1fr) 7rem ${costs.map(([rem, grow]) => `minmax(${rem}rem, ${grow})`).join(' ')}`,
    leastRem: costs.reduce((sum, [rem]) => sum + rem, FIRST_REM),
  };
}

export const GroupColumns = createContext<readonly GroupColumn[]>([]);
