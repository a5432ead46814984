import { z } from 'zod';
import { uniqueListOf } from '../list-of.ts';
import {
  type HistoryRefresh,
  type SpendingPage,
  type SpendingRecords,
  type SpendingSeries,
  spendingColumns,
  spendingGroupings,
} from '../spending.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const amount = z.string().regex(/^\d{1,100}(?:\.\d{1,100})?$/);
const timeZone = z
  .string()
  .max(100)
  .refine((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return true;
    } catch {
      return false;
    }
  });

const filter = z.strictObject({
  text: z.string().max(500),
  fromDay: day.nullable(),
  toDay: day.nullable(),
  tokens: uniqueListOf(z.string().max(200).nullable(), 1_000, { least: 0 }),
  phases: uniqueListOf(z.enum(['pending', 'in-block', 'failed']), 3, { least: 0 }),
  feesFrom: amount.nullable(),
  feesTo: amount.nullable(),
  timeZone,
});
const column = z.enum(spendingColumns);
const sort = z.strictObject({ column, descending: z.boolean() });

export const spendingCallInputs = {
  'spending.query': z.strictObject({
    filter,
    sort,
    group: z.enum(spendingGroupings),
    offset: z.number().int().min(0),
    count: z.number().int().min(0).max(500),
  }),
  'spending.series': z.strictObject({ filter }),
  'spending.record': z.strictObject({ id: z.string().min(1).max(1_000) }),
  /** Reads the service's list anew, unless that was done within so many milliseconds. Answers when it is over. */
  'spending.refresh': z.strictObject({ unlessWithinMs: z.number().int().min(0) }),
  'spending.cancelRefresh': z.strictObject({}),
  /** The file is saved by downloading `path` of the app's own address, once. Tells of itself by `export-progress`. */
  'spending.export': z.strictObject({
    exportId: z.string().min(1).max(64),
    filter,
    sort,
    format: z.enum(['csv', 'json']),
    columns: uniqueListOf(column, spendingColumns.length),
  }),
  'spending.cancelExport': z.strictObject({ exportId: z.string().min(1).max(64) }),
} as const;

export type SpendingCallAnswers = {
  'spending.query': SpendingPage;
  'spending.series': SpendingSeries;
  'spending.record': SpendingRecords;
  'spending.refresh': null;
  'spending.cancelRefresh': null;
  'spending.export': { readonly path: string; readonly fileName: string; readonly records: number };
  'spending.cancelExport': null;
};

export type SpendingEvent =
  /** The records of an account are others than before. */
  | { readonly kind: 'records-changed'; readonly accountId: string }
  | { readonly kind: 'history-refresh'; readonly accountId: string; readonly state: HistoryRefresh }
  | {
      readonly kind: 'export-progress';
      readonly exportId: string;
      readonly done: number;
      readonly total: number;
    };
