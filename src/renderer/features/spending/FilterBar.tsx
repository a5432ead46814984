import { ActionIcon, Button, Checkbox, Menu, NativeSelect, Popover } from '@mantine/core';
import { IconCalendar, IconColumns3, IconDownload, IconFilterOff, IconX } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { create } from 'zustand';
import { type RecordFilter, type RecordPage, recordColumns, recordGroupings } from '../../../shared/bridge/records.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { columnNames } from '../../../shared/messages/records.ts';
import { localDay } from '../../../shared/time.ts';
import { change, windowApi } from '../../data/calls.ts';
import { callQuery } from '../../data/queries.ts';
import { windowEvents } from '../../data/window-events.ts';
import { formatCount, percent } from '../../ui/format.ts';
import { showNotes } from '../../ui/notes.tsx';
import { inSight } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { download } from '../../ui/save-file.ts';
import { readLookupText } from '../lookup/index.ts';
import classes from './FilterBar.module.css';
import { FilterMenu } from './FilterMenu.tsx';
import {
  changeFilter,
  clearFilter,
  groupBy,
  searchAll,
  toggleColumn,
  unfiltered,
  useSpendingView,
} from './spending-view.ts';
import { chartGroupings, daysText, filterParts, groupingName, hiddenWords } from './spending-words.ts';

/** First and last day. */
export type TypedDays = { readonly fromDay: string; readonly toDay: string };

/** What was typed into the search, as the days that it would be taken for where submissions are looked up. Null for no date. */
export function typedDays(text: string, locale: string | undefined, now: number): TypedDays | null {
  const read = readLookupText(text, locale, now);
  if (read.kind !== 'one' || read.keys.days === null) return null;
  const { from, until } = read.keys.days;
  return { fromDay: localDay(Date.parse(from)), toDay: localDay(Date.parse(until) - 1) };
}

type HintsProps = {
  readonly accountId: string;
  /** What the answer that is shown is to, and how many match it. */
  readonly asked: RecordFilter;
  readonly matched: number;
};

/** What else was perhaps meant by what is searched for: a date, or what the filter keeps out. */
function SearchHints({ accountId, asked, matched }: HintsProps) {
  const text = useSpendingView(({ filter }) => filter.text);
  const days = typedDays(text, navigator.language, Date.now());
  const hidden = useHidden(accountId, asked, matched);
  if (days === null && hidden === 0) return null;
  return (
    <div className={classes.parts} role="status">
      {days !== null && (
        <Button
          variant="light"
          leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => changeFilter({ ...days, text: '' })}
        >
          {`Show ${daysText(days)}`}
        </Button>
      )}
      {hidden > 0 && (
        <Button
          variant="light"
          leftSection={<IconFilterOff size={18} stroke={1.7} aria-hidden="true" />}
          onClick={searchAll}
        >
          {hiddenWords(hidden)}
        </Button>
      )}
    </div>
  );
}

function useHidden(accountId: string, filter: RecordFilter, matched: number): number {
  const sort = useSpendingView((view) => view.sort);
  const all = unfiltered(filter);
  const question = callQuery('records.query', accountId, {
    ...{ filter: all ?? filter, sort },
    ...{ group: 'none', offset: 0, count: 0 },
  });
  const { data } = useQuery(all === null ? { ...question, queryFn: skipToken } : question);
  return all === null || data === undefined ? 0 : Math.max(0, data.matched - matched);
}

/** Takes away what is filtered, as a sheet or as JSON; while it is written, how far that is. */
function ExportMenu({ matched }: { readonly matched: number }) {
  const exporting = useExporting((state) => state.exporting);
  if (exporting !== null) {
    const done = exporting.total === 0 ? 0 : percent(exporting.done, exporting.total);
    return (
      <div className={classes.running}>
        <ProgressBar percent={done} label="Export" />
        <Button variant="default" onClick={cancelExport}>
          Cancel export
        </Button>
      </div>
    );
  }
  const count = `${formatCount(matched)} ${matched === 1 ? 'submission' : 'submissions'}`;
  return (
    <Menu
      position="bottom-end"
      middlewares={inSight}
      shadow="lg"
      radius="lg"
      width={280}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.7} />} disabled={matched === 0}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{count}</Menu.Label>
        <Menu.Item onClick={() => void exportSpending('csv')}>Spreadsheet (CSV)</Menu.Item>
        <Menu.Item onClick={() => void exportSpending('json')}>Complete records (JSON)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Exporting = { readonly id: string; readonly done: number; readonly total: number };

const useExporting = create<{ readonly exporting: Exporting | null }>(() => ({ exporting: null }));

let lastExport = 0;

async function exportSpending(format: 'csv' | 'json'): Promise<void> {
  if (useExporting.getState().exporting !== null) return;
  lastExport += 1;
  const id = String(lastExport);
  useExporting.setState({ exporting: { id, done: 0, total: 0 } });
  const stop = windowEvents.on('records.export-progress', ({ exportId, done, total }) => {
    if (exportId === id) useExporting.setState({ exporting: { id, done, total } });
  });
  const { filter, sort, columns } = useSpendingView.getState();
  const answer = await windowApi().call('records.export', {
    exportId: id,
    filter,
    sort: { ...sort },
    format,
    columns: [...columns],
  });
  stop();
  useExporting.setState({ exporting: null });
  if (answer.ok) download(answer.value.path, answer.value.fileName);
  else if (answer.error.code !== 'cancelled') showNotes([failureMessage(answer.error)], 'warning');
}

function cancelExport(): void {
  const { exporting } = useExporting.getState();
  if (exporting !== null) void change('records.cancelExport', { exportId: exporting.id });
}

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
