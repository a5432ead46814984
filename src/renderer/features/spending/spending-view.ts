import { create } from 'zustand';
import {
  allSpending,
  type SpendingColumn,
  type SpendingFilter,
  type SpendingGrouping,
  type SpendingSort,
  spendingColumns,
} from '../../../shared/bridge/records.ts';

/** How the person looks at their history. Columns are kept; the rest is for as long as the window is open. */
export type SpendingView = {
  readonly filter: SpendingFilter;
  readonly sort: SpendingSort;
  readonly group: SpendingGrouping;
  readonly columns: readonly SpendingColumn[];
  readonly shape: 'table' | 'charts';
};

const KEPT_AS = 'dropslip-spending-columns';
const usualColumns: readonly SpendingColumn[] = ['time', 'file', 'state', 'fees', 'size'];

export const noFilter: SpendingFilter = allSpending(new Intl.DateTimeFormat().resolvedOptions().timeZone);

export const useSpendingView = create<SpendingView>(() => ({
  filter: noFilter,
  sort: { column: 'time', descending: true },
  group: 'none',
  columns: readColumns(localStorage.getItem(KEPT_AS)),
  shape: 'table',
}));

const set = useSpendingView.setState;

export function changeFilter(changed: Partial<SpendingFilter>): void {
  set(({ filter }) => ({ filter: { ...filter, ...changed } }));
}

export function clearFilter(): void {
  set({ filter: noFilter });
}

export function sortBy(sort: SpendingSort): void {
  set({ sort });
}

export function groupBy(group: SpendingGrouping): void {
  set({ group });
}

export function showAs(shape: SpendingView['shape']): void {
  set({ shape });
}

/** At least one column stays. */
export function toggleColumn(column: SpendingColumn): void {
  set(({ columns }) => {
    const next = spendingColumns.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one)));
    if (next.length === 0) return { columns };
    localStorage.setItem(KEPT_AS, next.join(' '));
    return { columns: next };
  });
}

/** Columns as they were kept; what this version does not know is left out. */
export function readColumns(kept: string | null): readonly SpendingColumn[] {
  const names = new Set(kept?.split(' '));
  const known = spendingColumns.filter((column) => names.has(column));
  return known.length === 0 ? usualColumns : known;
}

export function isFiltered(filter: SpendingFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(noFilter);
}
