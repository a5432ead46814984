import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactTable } from '@tanstack/react-table';
import { type RecordRow, recordColumns } from '../../../shared/bridge/records.ts';
import { columnLooks } from './columns.tsx';
import type { features } from './SpendingTable.tsx';
import { columnNames } from './spending-words.ts';
import classes from './TableHead.module.css';

type Props = {
  /** Null while groups are shown: they have columns of their own. */
  readonly table: ReactTable<typeof features, RecordRow> | null;
  readonly template: string;
};

/** The names of the columns, which stay in sight; each sorts by its column. */
export function TableHead({ table, template }: Props) {
  if (table === null) {
    return (
      <thead className={classes.head}>
        <tr className={classes.groups} aria-rowindex={1}>
          <th scope="col">Group</th>
          <th scope="col">Submissions</th>
          <th scope="col">Fees</th>
        </tr>
      </thead>
    );
  }
  return (
    <thead className={classes.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {group.headers.map(({ id, column }) => {
            const sorted = column.getIsSorted();
            const known = recordColumns.find((one) => one === column.id);
            const numeric = known !== undefined && columnLooks[known].numeric === true;
            const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
            return (
              <th key={id} scope="col" aria-sort={ariaSort(sorted)} data-numeric={numeric || undefined}>
                <button type="button" onClick={() => column.toggleSorting(sorted === 'asc')}>
                  {known === undefined ? id : columnNames[known]}
                  {sorted !== false && <Arrow size={16} stroke={2} aria-hidden="true" />}
                </button>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

function ariaSort(sorted: false | 'asc' | 'desc'): 'none' | 'ascending' | 'descending' {
  if (sorted === false) return 'none';
  return sorted === 'asc' ? 'ascending' : 'descending';
}
