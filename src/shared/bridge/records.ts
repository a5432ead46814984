import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import type { RecordPhase, SubmissionRecord } from '../records.ts';
import type { PartOfAll } from '../submissions/parts.ts';
import { isTimeZone } from '../time.ts';
import { call, event, type Immutable, uniqueListOf } from './call.ts';

/** The columns of the history, in display order. */
export const recordColumns = [
  'time',
  'file',
  'state',
  'token',
  'fees',
  'size',
  'id',
  'dataHash',
  'blockHash',
  'txHash',
  'index',
  'address',
  'user',
  'error',
] as const;
export type RecordColumn = (typeof recordColumns)[number];

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const column = z.enum(recordColumns);

/** A selection of records. Null or empty fields do not restrict it. */
const filter = z.strictObject({
  /** Words that must all occur: in names, errors or unknown fields, or at the start of an id, hash or address. */
  text: z.string().max(500),
  /** Calendar days in `timeZone`, both inclusive, `YYYY-MM-DD`. */
  fromDay: day.nullable(),
  toDay: day.nullable(),
  /** Token entries; null stands for records without a token. */
  tokens: uniqueListOf(z.string().max(200).nullable(), 1_000, { least: 0 }),
  phases: uniqueListOf(z.enum(['pending', 'in-block', 'failed']), 3, { least: 0 }),
  /** IANA name of the time zone for days. */
  timeZone: z.string().max(100).refine(isTimeZone),
});
export type RecordFilter = Immutable<z.output<typeof filter>>;

const sort = z.strictObject({ column, descending: z.boolean() });
export type RecordSort = Immutable<z.output<typeof sort>>;

export const recordGroupings = ['none', 'day', 'week', 'month', 'token'] as const;
export type RecordGrouping = (typeof recordGroupings)[number];

const query = {
  filter,
  sort,
  group: z.enum(recordGroupings),
  /** In rows or, if grouped, in groups. */
  offset: z.number().int().min(0),
  count: z.number().int().min(0).max(500),
};
export type RecordQuery = Immutable<z.output<z.ZodObject<typeof query>>>;

export const allRecords = (timeZone: string): RecordFilter => ({
  text: '',
  fromDay: null,
  toDay: null,
  tokens: [],
  phases: [],
  timeZone,
});

/** The file of this app for a record. */
export type RecordFile = {
  readonly name: string;
  readonly folder: string | null;
  /** Set if the record is of a part of that file. */
  readonly part?: PartOfAll;
};

export type RecordRow = {
  readonly id: string;
  readonly time: string | null;
  readonly file: RecordFile | null;
  readonly phase: RecordPhase;
  readonly tokenDetailsId: string | null;
  readonly token: string | null;
  readonly decimals: number | null;
  readonly fees: string | null;
  /** The service's text. */
  readonly amountData: string | null;
  /** Null if the service's text is not a size. `exact` is false if the service rounded it. */
  readonly size: { readonly bytes: number; readonly exact: boolean } | null;
  readonly dataHash: string | null;
  readonly blockHash: string | null;
  readonly txHash: string | null;
  readonly index: string | null;
  readonly address: string | null;
  readonly user: string | null;
  readonly error: string | null;
};

/** The spending of one token in a selection of records. */
export type RecordTotal = {
  /** Null for records without a token. */
  readonly tokenDetailsId: string | null;
  /** Exact sum, decimal text of any scale. */
  readonly fees: string;
  readonly submissions: number;
  readonly token: string | null;
  readonly decimals: number | null;
  /** Records whose fees are unknown or not a number. */
  readonly withoutFees: number;
  readonly bytes: number;
  /** False if the service rounded some sizes. */
  readonly bytesExact: boolean;
};

export type RecordGroup = {
  /** First day of the period (`YYYY-MM-DD`), or the token entry; null for records without one. */
  readonly key: string | null;
  /** Last day of the period; null for a token. */
  readonly lastDay: string | null;
  readonly submissions: number;
  readonly totals: readonly RecordTotal[];
};

export type RecordPage = {
  readonly accountId: string;
  /** Changes with the records. Do not mix pages of two revisions. */
  readonly revision: number;
  readonly kept: number;
  readonly matched: number;
  /** Totals of all matching records, the token with most submissions first. */
  readonly totals: readonly RecordTotal[];
  readonly rows: readonly RecordRow[];
  readonly groups: readonly RecordGroup[];
  readonly groupCount: number;
  /** The tokens of all stored records. */
  readonly tokens: readonly { readonly tokenDetailsId: string | null; readonly token: string | null }[];
  /** When the service's list was last read; null if never. */
  readonly asOf: string | null;
};

/** The periods that a column of a chart may cover, the shortest first. */
export const seriesUnits = ['day', 'week', 'month'] as const;
export type SeriesUnit = (typeof seriesUnits)[number];

export type RecordSeries = {
  readonly unit: SeriesUnit;
  /** The requested unit, if it has too many periods and a longer unit is drawn; else null. */
  readonly tooMany: SeriesUnit | null;
  /** True if no record matches. */
  readonly isEmpty: boolean;
  /** First days of the periods, oldest first, without gaps. */
  readonly periods: readonly string[];
  /** The token with most submissions first. */
  readonly tokens: readonly {
    readonly tokenDetailsId: string | null;
    readonly token: string | null;
    readonly decimals: number | null;
    /** One entry per period: exact sums, decimal text of any scale. */
    readonly fees: readonly string[];
    /** One entry per period. `bytesExact` is false if the service rounded some. */
    readonly bytes: readonly number[];
    readonly bytesExact: boolean;
    readonly submissions: readonly number[];
  }[];
};

export type ShownRecord = {
  readonly record: SubmissionRecord;
  readonly token: string | null;
  readonly decimals: number | null;
  readonly file: RecordFile | null;
};

export type RecordsSync =
  | { readonly kind: 'idle' }
  /** `listed`: number of records read. */
  | { readonly kind: 'running'; readonly listed: number }
  | { readonly kind: 'failed'; readonly reason: Failure };

export const recordCalls = {
  'records.query': call(query).answering<RecordPage>(),
  /** `unit`: null for the one that suits the period. */
  'records.series': call({ filter, unit: z.enum(seriesUnits).nullable() }).answering<RecordSeries>(),
  'records.record': call({ id: z.string().min(1).max(1_000) }).answering<ShownRecord>(),
  /** Reads the service's list again, unless it was read within `unlessWithinMs`. Answers at the end. */
  'records.refresh': call({ unlessWithinMs: z.number().int().min(0) }),
  'records.cancelRefresh': call({}),
  /** Saves a file in the user's downloads. */
  'records.export': call({
    filter,
    sort,
    format: z.enum(['csv', 'json']),
    columns: uniqueListOf(column, recordColumns.length),
  }),
} as const;

export const recordEvents = {
  'records.changed': event<{ readonly accountId: string }>(),
  'records.sync': event<{ readonly accountId: string; readonly state: RecordsSync }>(),
} as const;
