import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { recordColumns } from '../../../shared/bridge/records.ts';
import { inSight } from '../../ui/in-sight.ts';
import classes from './ColumnsMenu.module.css';
import { toggleColumn, useSpendingView } from './spending-view.ts';
import { columnNames } from './spending-words.ts';

/** Which columns the table and the exported sheet have; kept. */
export function ColumnsMenu() {
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
      <Popover.Dropdown aria-label="Columns" className={classes.menu ?? ''}>
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
