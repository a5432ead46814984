import { ActionIcon, Button, Checkbox, NativeSelect, Popover } from '@mantine/core';
import { IconColumns3, IconX } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import {
  type RecordFilter,
  type RecordPage,
  recordColumns,
  recordGroupings,
} from '../../../../shared/bridge/records.ts';
import { columnNames } from '../../../../shared/messages/records.ts';
import { inSight } from '../../../ui/in-sight.ts';
import { SearchField } from '../../../ui/search/SearchField.tsx';
import { changeFilter, clearFilter, groupBy, toggleColumn, useSpendingView } from '../spending-view.ts';
import { chartGroupings, filterParts, groupingName } from '../spending-words.ts';
import { ExportMenu } from './ExportMenu.tsx';
import classes from './FilterBar.module.css';
import { FilterMenu } from './FilterMenu.tsx';
import { SearchHints } from './SearchHints.tsx';

type Props = {
  readonly accountId: string;
  readonly asked: RecordFilter;
  readonly tokens: RecordPage['tokens'];
  readonly matched: number;
};

export const FilterBar = memo(function FilterBar({ accountId, asked, tokens, matched }: Props) {
  const group = useSpendingView((view) => view.group);
  const shape = useSpendingView((view) => view.shape);
  const offered = shape === 'table' ? recordGroupings : chartGroupings;
  return (
    <div className={classes.bar}>
      <div className={classes.controls}>
        <Search />
        <FilterMenu tokens={tokens} />
        <NativeSelect
          aria-label="Group"
          data={offered.map((value) => ({ value, label: groupingName(value, shape) }))}
          value={offered.includes(group) ? group : 'none'}
          onChange={(event) => {
            const chosen = offered.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) groupBy(chosen);
          }}
        />
        <ColumnsMenu />
        <ExportMenu matched={matched} />
      </div>
      <SearchHints accountId={accountId} asked={asked} matched={matched} />
      <FilterParts tokens={tokens} />
    </div>
  );
});

function FilterParts({ tokens }: Pick<Props, 'tokens'>) {
  const filter = useSpendingView((view) => view.filter);
  const parts = filterParts(filter, tokens);
  if (parts.length === 0) return null;
  return (
    <ul className={classes.parts} aria-label="Filtered by">
      {parts.map(({ words, without }) => (
        <li key={words}>
          <button type="button" className={classes.part} onClick={() => changeFilter(without)}>
            <bdi>{words}</bdi>
            <IconX size={16} stroke={1.7} aria-label="Remove" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" onClick={clearFilter}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

/** What is typed is shown at once, and asked for as soon as the window has drawn it. */
function Search() {
  const text = useSpendingView(({ filter }) => filter.text);
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const change = (next: string): void => {
    setTyped(next);
    changeFilter({ text: next.slice(0, 500) });
  };
  return (
    <SearchField
      className={classes.search}
      label="Search spending"
      placeholder="File, id, hash, token…"
      query={typed}
      onQuery={change}
    />
  );
}

/** Which columns the table and the exported sheet have; kept. */
function ColumnsMenu() {
  const [open, setOpen] = useState(false);
  const columns = useSpendingView((view) => view.columns);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      middlewares={inSight}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label="Columns"
          title="Columns"
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          <IconColumns3 size={18} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        {recordColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnNames[column]}
            checked={columns.includes(column)}
            onChange={() => toggleColumn(column)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
