import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { create } from 'zustand';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { change } from '../../../data/calls.ts';
import { windowApi } from '../../../data/window-api.ts';
import { windowEvents } from '../../../data/window-events.ts';
import { showNotes } from '../../../ui/feedback/notes.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import { download } from '../../../ui/files/save-file.ts';
import { formatCount, percent } from '../../../ui/format.ts';
import { inSight } from '../../../ui/in-sight.ts';
import { useSpendingView } from '../spending-view.ts';
import classes from './ExportMenu.module.css';

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
