import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatCount } from '../../ui/amounts.ts';
import { inSight } from '../../ui/in-sight.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percent } from '../../ui/percent.ts';
import classes from './ExportMenu.module.css';
import { cancelExport, exportSpending, useExporting } from './export-spending.ts';

/** Takes away what is filtered, as a sheet or as JSON; while it is written, how far that is. */
export function ExportMenu({ matched }: { readonly matched: number }) {
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
        <Menu.Item onClick={() => void exportSpending('csv')}>Spreadsheet (CSV), these columns</Menu.Item>
        <Menu.Item onClick={() => void exportSpending('json')}>JSON, whole records</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
