import { create } from 'zustand';
import {
  allRecords,
  type RecordColumn,
  type RecordFilter,
  type RecordGrouping,
  type RecordSort,
  recordColumns,
} from '../../../shared/bridge/records.ts';

/** How the person looks at their records. Columns are kept; the rest is for as long as the window is open. */
type SpendingView = {
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly group: RecordGrouping;
  readonly columns: readonly RecordColumn[];
  readonly shape: 'table' | 'charts';
};

const KEPT_AS = 'dropslip-spending-columns';
const usualColumns: readonly RecordColumn[] = ['time', 'file', 'state', 'fees', 'size'];

const noFilter: RecordFilter = allRecords(new Intl.DateTimeFormat().resolvedOptions().timeZone);

export const useSpendingView = create<SpendingView>(() => ({
  filter: noFilter,
  sort: { column: 'time', descending: true },
  group: 'none',
  columns: readColumns(localStorage.getItem(KEPT_AS)),
  shape: 'table',
}));

const set = useSpendingView.setState;

export function changeFilter(changed: Partial<RecordFilter>): void {
  set(({ filter }) => ({ filter: { ...filter, ...changed } }));
}

export function clearFilter(): void {
  set({ filter: noFilter });
}

export function sortBy(sort: RecordSort): void {
  set({ sort });
}

export function groupBy(group: RecordGrouping): void {
  set({ group });
}

export function showAs(shape: SpendingView['shape']): void {
  set({ shape });
}

/** At least one column stays. */
export function toggleColumn(column: RecordColumn): void {
  set(({ columns }) => {
    const next = recordColumns.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one)));
    if (next.length === 0) return { columns };
    localStorage.setItem(KEPT_AS, next.join(' '));
    return { columns: next };
  });
}

/** Columns as they were kept; what this version does not know is left out. */
function readColumns(kept: string | null): readonly RecordColumn[] {
  const names = new Set(kept?.split(' '));
  const known = recordColumns.filter((column) => names.has(column));
  return known.length === 0 ? usualColumns : known;
}

export function isFiltered(filter: RecordFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(noFilter);
}
