import type { Preferences } from './bridge/app.ts';

export type { Preferences };

/** The preferences before the user changes any. */
export const standardPreferences: Preferences = {
  appearance: 'auto',
  spendingColumns: ['time', 'file', 'state', 'fees', 'size'],
  spendingSort: { column: 'time', descending: true },
  spendingGroup: 'none',
  spendingShape: 'table',
  updates: 'ask',
  whenClosed: 'ask',
};

/** Absent or undefined preferences stay unchanged. */
export type ChangedPreferences = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

export function withChanges(chosen: Preferences, changed: ChangedPreferences): Preferences {
  const defined = Object.entries(changed).filter(([, value]) => value !== undefined);
  return { ...chosen, ...Object.fromEntries(defined) };
}
