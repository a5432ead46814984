import { create } from 'zustand';
import { windowApi } from '../../data/window-api.ts';
import { showNotes } from '../../ui/show-notes.ts';
import { useSpendingView } from './spending-view.ts';

export type Exporting = { readonly id: string; readonly done: number; readonly total: number };

/** The export that is under way; null while there is none. */
export const useExporting = create<{ readonly exporting: Exporting | null }>(() => ({ exporting: null }));

let lastExport = 0;

/** Writes all that is filtered into a file and saves it by way of a download. */
export async function exportSpending(format: 'csv' | 'json'): Promise<void> {
  if (useExporting.getState().exporting !== null) return;
  lastExport += 1;
  const id = String(lastExport);
  useExporting.setState({ exporting: { id, done: 0, total: 0 } });
  const stop = windowApi().onEvent((event) => {
    if (event.kind !== 'export-progress' || event.exportId !== id) return;
    useExporting.setState({ exporting: { id, done: event.done, total: event.total } });
  });
  const { filter, sort, columns } = useSpendingView.getState();
  const answer = await windowApi().call('records.export', {
    exportId: id,
    filter: { ...filter, tokens: [...filter.tokens], phases: [...filter.phases] },
    sort: { ...sort },
    format,
    columns: [...columns],
  });
  stop();
  useExporting.setState({ exporting: null });
  if (answer.ok) download(answer.value.path, answer.value.fileName);
  else if (answer.error.code !== 'cancelled') showNotes([answer.error.message], 'warning');
}

export function cancelExport(): void {
  const { exporting } = useExporting.getState();
  if (exporting !== null) void windowApi().call('records.cancelExport', { exportId: exporting.id });
}

function download(path: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = fileName;
  link.click();
}
