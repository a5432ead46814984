import { expect, test } from 'vitest';
import type { ChangedPreferences } from '../../shared/preferences.ts';
import { moveEarlierPreferences } from './earlier-preferences.ts';

function storage(values: Record<string, string>) {
  const kept = new Map(Object.entries(values));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('what an earlier version kept in the page goes to main, and from the page once main has it', async () => {
  const page = storage({
    'dropslip-color-scheme': 'dark',
    'dropslip-balances-layout': '"table"',
    'dropslip-spending-columns': 'time fees nothing',
  });
  const heard: ChangedPreferences[] = [];
  await moveEarlierPreferences(page, async (changed) => heard.push(changed) === 0);
  expect(page.kept.size).toBe(3);
  await moveEarlierPreferences(page, async (changed) => heard.push(changed) > 0);
  expect(page.kept.size).toBe(0);
  await moveEarlierPreferences(page, async (changed) => heard.push(changed) > 0);
  const moved = { appearance: 'dark', balancesLayout: 'table', spendingColumns: ['time', 'fees'] };
  expect(heard).toEqual([moved, moved]);
});

test('what was never chosen is not chosen by the move', async () => {
  const heard: ChangedPreferences[] = [];
  const page = storage({ 'dropslip-color-scheme': 'light' });
  await moveEarlierPreferences(page, async (changed) => heard.push(changed) > 0);
  expect(heard).toEqual([{ appearance: 'light', balancesLayout: undefined, spendingColumns: undefined }]);
});
