import { ActionIcon, Button, Checkbox, Menu, NativeSelect, Popover, TextInput } from '@mantine/core';
import { IconColumns3, IconDownload, IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type RecordPage, recordColumns, recordGroupings } from '../../../shared/bridge/records.ts';
import { columnNames } from '../../../shared/messages/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import { formatCount } from '../../ui/format.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { belowButton } from '../../ui/popovers.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './FilterBar.module.css';
import { changeFilter, clearFilter, groupBy, toggleColumn, useSpendingView } from './spending-view.ts';
import { chartGroupings, filterParts, groupingName, phaseNames, tokenName } from './spending-words.ts';

function ExportMenu({ matched }: { readonly matched: number }) {
  const [isExporting, setExporting] = useState(false);
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    const { filter, sort, columns } = useSpendingView.getState();
    setExporting(true);
    await changeOrNotify('records.export', { filter, sort: { ...sort }, format, columns: [...columns] });
    setExporting(false);
  };
  const count = `${formatCount(matched)} ${matched === 1 ? 'submission' : 'submissions'}`;
  return (
    <Menu {...belowButton} width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionButton icon={IconDownload} disabled={matched === 0} loading={isExporting}>
          Export
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{count}</Menu.Label>
        <Menu.Item onClick={() => void save('csv')}>Spreadsheet (CSV)</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>Complete records (JSON)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Props = { readonly tokens: RecordPage['tokens']; readonly matched: number };

export function FilterBar({ tokens, matched }: Props) {
  const text = useSpendingView(({ filter }) => filter.text);
  const group = useSpendingView((view) => view.group);
  const shape = useSpendingView((view) => view.shape);
  const offered = shape === 'table' ? recordGroupings : chartGroupings;
  return (
    <div className={classes.bar}>
      <div className={classes.controls}>
        <SearchField
          className={classes.search}
          label="Search spending"
          placeholder="File, id, hash, token…"
          query={text}
          onQuery={(typed) => changeFilter({ text: typed.slice(0, 500) })}
        />
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
      <FilterParts tokens={tokens} />
    </div>
  );
}

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

function ColumnsMenu() {
  const columns = useSpendingView((view) => view.columns);
  return (
    <Popover {...belowButton} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size="input-sm" variant="default" aria-label="Columns" title="Columns">
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

const phases: readonly RecordPhase[] = ['pending', 'in-block', 'failed'];

function FilterMenu({ tokens }: { readonly tokens: RecordPage['tokens'] }) {
  const { filter } = useSpendingView();
  const toggled = <Value,>(chosen: readonly Value[], value: Value): Value[] =>
    chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return (
    <Popover {...belowButton} width={340} trapFocus returnFocus>
      <Popover.Target>
        <ActionButton icon={IconFilter}>Filter</ActionButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.filters ?? ''}>
        <div className={classes.pair}>
          <DayField label="From" value={filter.fromDay} onChange={(fromDay) => changeFilter({ fromDay })} />
          <DayField label="To" value={filter.toDay} onChange={(toDay) => changeFilter({ toDay })} />
        </div>
        <fieldset className={classes.choices}>
          <legend>Token</legend>
          {tokens.map(({ tokenDetailsId, token }) => (
            <Checkbox
              key={tokenDetailsId ?? ''}
              label={tokenName(tokenDetailsId, token)}
              checked={filter.tokens.includes(tokenDetailsId)}
              onChange={() => changeFilter({ tokens: toggled(filter.tokens, tokenDetailsId) })}
            />
          ))}
        </fieldset>
        <fieldset className={classes.choices}>
          <legend>State</legend>
          {phases.map((phase) => (
            <Checkbox
              key={phase}
              label={phaseNames[phase]}
              checked={filter.phases.includes(phase)}
              onChange={() => changeFilter({ phases: toggled(filter.phases, phase) })}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

type DayFieldProps = {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget: { value: typed } }) => onChange(/^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : null)}
    />
  );
}
