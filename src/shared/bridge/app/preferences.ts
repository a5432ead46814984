import { z } from 'zod';
import { numberFormats } from '../../amounts/number-formats.ts';
import { call } from '../call/call.ts';
import { uniqueListOf } from '../call/input.ts';
import { recordColumns, recordGroupings } from '../records.ts';

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

/** Some of them, as they are changed. */
export const changedPreferences = z.strictObject(shapes).partial();

/** As they were kept, by this version or another one: what this one does not understand is left out, as if it had not been chosen. */
export function readPreferences(kept: unknown): Partial<Preferences> {
  const values: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const understood = Object.entries(shapes).flatMap(([name, shape]) => {
    const { data } = (shape as z.ZodType).safeParse(values[name]);
    return data === undefined ? [] : [[name, data] as const];
  });
  return Object.fromEntries(understood);
}

export type DownloadsChoice = {
  readonly path: string;
  /** It is the system's own, and not one that the person chose. */
  readonly isStandard: boolean;
  readonly isThere: boolean;
};

/** What the person has chosen. The page gets how it looks with its first line, so that it never looks otherwise first. */
export const preferenceCalls = {
  'preferences.change': call({ changed: changedPreferences }),
  'preferences.downloads': call({}).answering<DownloadsChoice>(),
  /** Main asks the person in the system's own dialog: no page names a folder. */
  'preferences.chooseDownloads': call({}).atMost(1).answering<DownloadsChoice>(),
  'preferences.useStandardDownloads': call({}).answering<DownloadsChoice>(),
} as const;
