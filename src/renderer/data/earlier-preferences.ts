import { readPreferences } from '../../shared/bridge/app/preferences.ts';
import { recordColumns } from '../../shared/bridge/records.ts';
import type { ChangedPreferences, Preferences } from '../../shared/preferences.ts';

const keptAs = {
  appearance: 'dropslip-color-scheme',
  balancesLayout: 'dropslip-balances-layout',
  spendingColumns: 'dropslip-spending-columns',
} as const satisfies { readonly [Name in keyof Preferences]?: string };

type Kept = Pick<Storage, 'getItem' | 'removeItem'>;

/** Hands what an earlier version kept in the page's own storage over to main, once; it goes from there when main has it. */
export async function moveEarlierPreferences(
  kept: Kept,
  change: (changed: ChangedPreferences) => Promise<boolean>,
): Promise<void> {
  const changed = earlierPreferences(kept);
  if (changed === null || !(await change(changed))) return;
  for (const key of Object.values(keptAs)) kept.removeItem(key);
}

function earlierPreferences(kept: Kept): ChangedPreferences | null {
  const names = kept.getItem(keptAs.spendingColumns)?.split(' ');
  const values = {
    appearance: kept.getItem(keptAs.appearance),
    // As JSON.
    balancesLayout: kept.getItem(keptAs.balancesLayout)?.replaceAll('"', '') ?? null,
    spendingColumns: names === undefined ? null : recordColumns.filter((column) => names.includes(column)),
  };
  if (values.appearance === null && values.balancesLayout === null && values.spendingColumns === null) return null;
  return readPreferences(values);
}
