import { isDeepStrictEqual } from 'node:util';
import type { SubmissionRecord } from '../../shared/records.ts';
import {
  filterTextOf,
  type IndexedRecord,
  indexRecord,
  type NamedFile,
  sameRecord,
  searchableRecord,
} from './indexed-record.ts';
import { SearchRows } from './search-rows.ts';

/** An account keeps no more records than this, except those of this app's own files. */
const MOST_RECORDS = 400_000;

/** The file whose receipt has this id; null if this app has none. */
export type FileOf = (id: string) => NamedFile | null;

/** `touched`: the ids whose record is new or has changed. `isWhole`: there was room for every record. */
export type Merged = { readonly touched: readonly string[]; readonly isWhole: boolean };

/** Counts over all accounts, so that an account that is read again never repeats a revision. */
let revisions = 0;

/** Records that are prepared for the filter at once. */
const PREPARED_AT_ONCE = 2_000;

/**
 * An account's records in memory, one for each id. A later list replaces the records that it lists and leaves the rest, so that the
 * records reach further back than any list of the service.
 */
export class AccountRecords {
  readonly #fileOf: FileOf;
  readonly #most: number;
  readonly #byId = new Map<string, IndexedRecord>();
  #revision = 0;
  #entries: readonly IndexedRecord[] | null = null;
  #prepared = 0;
  readonly #searchRows = new SearchRows();
  #searchedRevision = 0;

  constructor(fileOf: FileOf, most = MOST_RECORDS) {
    this.#fileOf = fileOf;
    this.#most = most;
    this.#changed();
  }

  /** Changes with the records. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** All records, in no order. */
  entries(): readonly IndexedRecord[] {
    this.#entries ??= [...this.#byId.values()];
    return this.#entries;
  }

  get(id: string): IndexedRecord | null {
    return this.#byId.get(id) ?? null;
  }

  /** All records as Lookup searches them. */
  searchRows(accountId: string): SearchRows {
    if (this.#searchedRevision !== this.#revision) {
      const rows = this.entries().map((entry) => {
        entry.searchable ??= searchableRecord(accountId, entry.record);
        return entry.searchable;
      });
      this.#searchRows.takeOver(rows);
      this.#searchedRevision = this.#revision;
    }
    return this.#searchRows;
  }

  /** Makes some of the filter's texts before they are needed. False if all are made. */
  prepareSome(): boolean {
    const some = this.entries().slice(this.#prepared, this.#prepared + PREPARED_AT_ONCE);
    for (const entry of some) filterTextOf(entry);
    this.#prepared += some.length;
    return some.length > 0;
  }

  /** Adds records that are on disk. */
  addStored(records: readonly SubmissionRecord[]): void {
    for (const record of records) this.#byId.set(record.id, indexRecord(record, this.#fileOf(record.id)));
    this.#changed();
  }

  merge(records: readonly SubmissionRecord[]): Merged {
    const touched = new Set<string>();
    let isWhole = true;
    for (const record of records) {
      const known = this.#byId.get(record.id);
      // A record in a block stays in it: an answer that was longer on its way describes an earlier time.
      if (record.phase === 'pending' && known?.record.phase === 'in-block') continue;
      if (known !== undefined && sameRecord(known.record, record)) continue;
      const file = known?.file ?? this.#fileOf(record.id);
      if (known === undefined && file === null && this.#byId.size >= this.#most) {
        isWhole = false;
        continue;
      }
      this.#byId.set(record.id, indexRecord(record, file));
      touched.add(record.id);
    }
    if (touched.size > 0) this.#changed();
    return { touched: [...touched], isWhole };
  }

  /** Call when files of this app have changed: a file may become known after its record, or its number of parts. */
  filesChanged(ids: Iterable<string>): void {
    let isChanged = false;
    for (const id of ids) {
      const entry = this.#byId.get(id);
      const file = entry === undefined ? null : this.#fileOf(id);
      if (entry === undefined || file === null || isDeepStrictEqual(entry.file, file)) continue;
      this.#byId.set(id, indexRecord(entry.record, file));
      isChanged = true;
    }
    if (isChanged) this.#changed();
  }

  #changed(): void {
    revisions += 1;
    this.#revision = revisions;
    this.#entries = null;
    this.#prepared = 0;
  }
}
