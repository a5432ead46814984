import { z } from 'zod';
import { numberFormats } from './amounts/number-formats.ts';
import { uniqueListOf } from './bridge/call/input.ts';
import { recordColumns, recordGroupings } from './bridge/records.ts';

/** What a person may choose of how the window looks, each within its bounds. */
const shapes = {
  appearance: z.enum(['auto', 'light', 'dark']),
  numberFormat: z.enum(numberFormats),
  balancesLayout: z.enum(['cards', 'table']),
  spendingColumns: uniqueListOf(z.enum(recordColumns), recordColumns.length),
  spendingSort: z.strictObject({ column: z.enum(recordColumns), descending: z.boolean() }),
  spendingGroup: z.enum(recordGroupings),
  spendingShape: z.enum(['table', 'charts']),
  receiptsAs: z.enum(['pdf', 'json']),
  /** They have read what going in parts means. */
  knowsParts: z.boolean(),
  /** Whether Dropslip looks for new versions; it asks before it downloads one. */
  updates: z.enum(['ask', 'off']),
  /** What becomes of the app when its window is closed. Nothing stays where the desktop has no tray. */
  whenClosed: z.enum(['ask', 'stay', 'quit']),
};

type Shapes = typeof shapes;

export type Preferences = { readonly [Name in keyof Shapes]: Readonly<z.output<Shapes[Name]>> };

/** Before the person has chosen anything. */
export const standardPreferences: Preferences = {
  appearance: 'auto',
  numberFormat: 'system',
  balancesLayout: 'cards',
  spendingColumns: ['time', 'file', 'state', 'fees', 'size'],
  spendingSort: { column: 'time', descending: true },
  spendingGroup: 'none',
  spendingShape: 'table',
  receiptsAs: 'pdf',
  knowsParts: false,
  updates: 'ask',
  whenClosed: 'ask',
};

/** Some of them, as they are changed. */
export const changedPreferences = z.strictObject(shapes).partial();

/** What is not there, or undefined, stays as it was. */
export type ChangedPreferences = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

export function withChanges(chosen: Preferences, changed: ChangedPreferences): Preferences {
  const defined = Object.entries(changed).filter(([, value]) => value !== undefined);
  return { ...chosen, ...Object.fromEntries(defined) };
}

/** As they were kept, by this version or another one: what this one does not understand is as if it had not been chosen. */
export function readPreferences(kept: unknown): Preferences {
  const values: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const understood = Object.entries(shapes).flatMap(([name, shape]) => {
    const { data } = (shape as z.ZodType).safeParse(values[name]);
    return data === undefined ? [] : [[name, data] as const];
  });
  return { ...standardPreferences, ...Object.fromEntries(understood) };
}
