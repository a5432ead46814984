import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { csvFormatOf } from '../../../shared/csv/csv-format.ts';
import { localDay, ownTimeZone } from '../../../shared/time.ts';
import { windowApi } from '../../data/window-api.ts';
import { windowStore } from '../../data/window-store.ts';
import { saveFile, saveOrTell } from '../../ui/files/save-file.ts';
import { depositSheet } from './deposit-sheet.ts';
import { findDeposits } from './list/deposit-search.ts';

type Format = 'csv' | 'pdf';

const labels: { readonly [As in Format]: string } = { csv: 'Export as spreadsheet (CSV)', pdf: 'Export as PDF' };

/** Saves the deposits that the search finds, also those that are too old to be listed. */
export function ExportDeposits({ query }: { readonly query: string }) {
  const [busy, setBusy] = useState<Format | null>(null);
  const run = (as: Format): void => {
    setBusy(as);
    void exportDeposits(as, query).finally(() => setBusy(null));
  };
  return (
    <Group gap="sm">
      {(['csv', 'pdf'] as const).map((as) => (
        <Button key={as} variant="default" loading={busy === as} onClick={() => run(as)}>
          {labels[as]}
        </Button>
      ))}
    </Group>
  );
}

async function exportDeposits(as: Format, query: string): Promise<void> {
  const all = await windowApi().call('deposits.all', {});
  if (!all.ok) return saveOrTell(all);
  const found = findDeposits(all.value, query, Date.now());
  if (as === 'pdf') return saveOrTell(await windowApi().call('deposits.pdf', { ids: found.map(({ id }) => id) }));
  const format = csvFormatOf(windowStore.getState().formats.region);
  const bytes = new TextEncoder().encode(depositSheet(found, ownTimeZone() ?? 'UTC', format));
  saveFile({ name: `Deposits ${localDay(Date.now())}.csv`, type: 'text/csv', bytes });
}
