import { create } from 'zustand';
import {
  allRecords,
  type RecordColumn,
  type RecordFilter,
  type RecordGrouping,
  type RecordSort,
  recordColumns,
} from '../../../shared/bridge/records.ts';
import type { Preferences } from '../../../shared/preferences.ts';
import { ownTimeZone } from '../../../shared/time.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';

/** The user's view of the records. The filter is not saved: a forgotten one would hide costs. */
type SpendingView = {
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly group: RecordGrouping;
  readonly columns: readonly RecordColumn[];
  readonly shape: 'table' | 'charts';
};

const noFilter: RecordFilter = allRecords(ownTimeZone() ?? 'UTC');

const viewOf = (chosen: Preferences): Omit<SpendingView, 'filter'> => ({
  sort: chosen.spendingSort,
  group: chosen.spendingGroup,
  columns: chosen.spendingColumns,
  shape: chosen.spendingShape,
});

export const useSpendingView = create<SpendingView>(() => ({ filter: noFilter, ...viewOf(usePreferences.getState()) }));

usePreferences.subscribe((chosen) => useSpendingView.setState(viewOf(chosen)));

const set = useSpendingView.setState;

export function changeFilter(changed: Partial<RecordFilter>): void {
  set(({ filter }) => ({ filter: { ...filter, ...changed } }));
}

export function clearFilter(): void {
  set({ filter: noFilter });
}

export function sortBy(sort: RecordSort): void {
  void changePreferences({ spendingSort: sort });
}

export function groupBy(group: RecordGrouping): void {
  void changePreferences({ spendingGroup: group });
}

export function showAs(shape: SpendingView['shape']): void {
  void changePreferences({ spendingShape: shape });
}

export function toggleColumn(column: RecordColumn): void {
  const { columns } = useSpendingView.getState();
  const next = recordColumns.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one)));
  if (next.length > 0) void changePreferences({ spendingColumns: next });
}

export function isFiltered(filter: RecordFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(noFilter);
}
