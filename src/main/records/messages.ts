import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { Failure } from '../../shared/bridge/failure.ts';
import type {
  RecordColumn,
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordSeries,
  RecordSort,
  RecordsWithId,
  TokenSpending,
} from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Kept } from './record-room.ts';

/** What the history's thread is given when it starts. */
export type HistoryThreadData = { readonly databasePath: string; readonly most: Kept };

export type ExportOrder = {
  readonly exportId: string;
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly format: 'csv' | 'json';
  readonly columns: readonly RecordColumn[];
  /** The file to write. */
  readonly path: string;
};

/** How far an account's history reaches: for the next reading of the service's list. */
export type Extent = {
  /** The limit of the last reading, and when that was; null when there was none. */
  readonly limit: number | null;
  readonly asOf: string | null;
  readonly kept: number;
};

/** What a list of the service came to. */
export type TakenList =
  | { readonly kind: 'taken'; readonly listed: number; readonly kept: number }
  | { readonly kind: 'unreadable' };

type Known = { readonly tokens: readonly KnownToken[] };

/** Every question to the history, with its answer. All are about one account. */
export type HistoryQuestions = {
  page: { readonly ask: RecordQuery & Known; readonly answer: RecordPage };
  series: { readonly ask: { readonly filter: RecordFilter } & Known; readonly answer: RecordSeries };
  record: { readonly ask: { readonly id: string } & Known; readonly answer: RecordsWithId };
  spentSince: { readonly ask: { readonly sinceMs: number }; readonly answer: readonly TokenSpending[] };
  extent: { readonly ask: object; readonly answer: Extent };
  /** One whole answer of get_all_expenditure, whose bytes were sent before. `limit`: as asked for. */
  list: {
    readonly ask: { readonly listId: string; readonly limit: number; readonly at: string };
    readonly answer: TakenList;
  };
  /** Records that were read elsewhere, and are stored there. */
  told: { readonly ask: { readonly records: readonly SubmissionRecord[] }; readonly answer: null };
  export: { readonly ask: ExportOrder & Known; readonly answer: { readonly records: number } | 'cancelled' };
  /** How far the account's service lists is no longer known: it is another service. */
  moved: { readonly ask: object; readonly answer: null };
  forget: { readonly ask: object; readonly answer: null };
  /** Answers once all that is waiting to be stored is stored. */
  stored: { readonly ask: object; readonly answer: null };
};

export type HistoryKind = keyof HistoryQuestions;

export type HistoryAsk<Kind extends HistoryKind> = HistoryQuestions[Kind]['ask'];
export type HistoryAnswer<Kind extends HistoryKind> = HistoryQuestions[Kind]['answer'];

export type HistoryRequest<Kind extends HistoryKind = HistoryKind> = {
  [One in Kind]: {
    readonly id: number;
    readonly kind: One;
    readonly accountId: string;
    readonly ask: HistoryAsk<One>;
  };
}[Kind];

/** What is told without a question. */
export type HistoryNotice =
  | { readonly kind: 'cancel-export'; readonly exportId: string }
  /** What came of this list before is void. */
  | { readonly kind: 'list-begins'; readonly listId: string }
  | { readonly kind: 'list-bytes'; readonly listId: string; readonly bytes: Uint8Array }
  | { readonly kind: 'list-dropped'; readonly listId: string };

export type HistoryMessage = HistoryRequest | HistoryNotice;

export type HistoryReport =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: HistoryAnswer<HistoryKind> }
  | { readonly kind: 'failed'; readonly id: number; readonly error: Failure }
  | { readonly kind: 'changed'; readonly accountId: string }
  | { readonly kind: 'export-progress'; readonly exportId: string; readonly done: number; readonly total: number }
  /** What came cannot be stored for now; it is tried again. */
  | { readonly kind: 'not-stored'; readonly detail: string };
