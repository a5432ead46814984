import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { RecordColumn, RecordFilter, RecordSort } from '../../shared/bridge/records.ts';
import type { CsvFormat } from '../../shared/csv.ts';
import type { OwnFileQueries } from './own-files.ts';

export type EngineData = {
  readonly databasePath: string;
  readonly ownFiles: OwnFileQueries;
  /** For tests: the most records of an account. */
  readonly most?: number | undefined;
};

export type ExportOrder = {
  readonly exportId: string;
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly format: 'csv' | 'json';
  readonly columns: readonly RecordColumn[];
  readonly csv: CsvFormat;
  /** The file to write. */
  readonly path: string;
  readonly tokens: readonly KnownToken[];
};

/**
 * `listed`: the number of entries; null if the list is unreadable. `isPart`: the list itself says that there are more.
 */
export type TakenList = { readonly listed: number | null; readonly isPart: boolean };

/** `records`: the number that was written; null if the export was cancelled. */
export type Exported = { readonly records: number | null };

export type EngineReport =
  | { readonly kind: 'changed'; readonly accountId: string }
  | { readonly kind: 'export-progress'; readonly exportId: string; readonly done: number; readonly total: number }
  /** Records cannot be stored at the moment. The write is retried. */
  | { readonly kind: 'not-stored'; readonly detail: string };
