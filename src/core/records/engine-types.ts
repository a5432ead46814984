import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { RecordColumn, RecordFilter, RecordSort } from '../../shared/bridge/records.ts';
import type { CsvFormat } from '../../shared/csv.ts';
import type { KeptLimits } from './account-records.ts';
import type { OwnFileQueries } from './own-files.ts';

export type EngineData = {
  readonly databasePath: string;
  readonly most: KeptLimits;
  readonly ownFiles: OwnFileQueries;
};

export type ExportOrder = {
  readonly exportId: string;
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly format: 'csv' | 'json';
  readonly columns: readonly RecordColumn[];
  /** As the person's spreadsheet expects it. */
  readonly csv: CsvFormat;
  /** The file to write. */
  readonly path: string;
  readonly tokens: readonly KnownToken[];
};

/** Up to where an account's records are known: for the next reading of the service's list. */
export type KeptState = {
  /** The limit of the last reading, and when that was; null when there was none. */
  readonly limit: number | null;
  readonly asOf: string | null;
  readonly kept: number;
};

/** What a list of the service came to. `listed`: null when it is unreadable. `isPart`: it says of itself that there are more. */
export type TakenList = { readonly listed: number | null; readonly isPart: boolean };

/** `records`: how many were written; null when it was cancelled. */
export type Exported = { readonly records: number | null };

export type EngineReport =
  | { readonly kind: 'changed'; readonly accountId: string }
  | { readonly kind: 'export-progress'; readonly exportId: string; readonly done: number; readonly total: number }
  /** What came cannot be stored for now; it is tried again. */
  | { readonly kind: 'not-stored'; readonly detail: string };
