import { isDeepStrictEqual } from 'node:util';
import type { SubmissionRecord } from '../../shared/records.ts';
import { filterTextOf, type IndexedRecord, indexRecord, type NamedFile, sameRecord } from './indexed-record.ts';
import { codesOfRecords } from './search.ts';

/** The most records kept for an account. Records of this app's own files are kept beyond it. */
const MOST_RECORDS = 400_000;

/** The file whose receipt has this id; null if this app has none. */
export type FileOf = (id: string) => NamedFile | null;

/** `touched`: the ids of new or changed records. `isWhole`: true if every record fitted. */
export type Merged = { readonly touched: readonly string[]; readonly isWhole: boolean };

/** One counter for all accounts, so that an account that is reloaded never repeats a revision. */
let revisions = 0;

/** The number of records prepared for the filter in one step. */
const PREPARED_AT_ONCE = 2_000;

/**
 * An account's records in memory, one for each id. A later list replaces the records that it contains and keeps the
 * others, so the records reach further back than any list of the service.
 */
export class AccountRecords {
  readonly #fileOf: FileOf;
  readonly #most: number;
  readonly #byId = new Map<string, IndexedRecord>();
  #revision = 0;
  #entries: readonly IndexedRecord[] | null = null;
  #prepared = 0;
  /** The codes of `entries`. */
  readonly codes = codesOfRecords();

  constructor(fileOf: FileOf, most = MOST_RECORDS) {
    this.#fileOf = fileOf;
    this.#most = most;
    this.#changed();
  }

  /** Changes whenever the records change. */
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

  /** Prepares some of the filter's texts ahead of time. Returns false once all are prepared. */
  prepareSome(): boolean {
    const some = this.entries().slice(this.#prepared, this.#prepared + PREPARED_AT_ONCE);
    for (const entry of some) filterTextOf(entry);
    this.#prepared += some.length;
    return some.length > 0;
  }

  /** Adds records from disk. */
  addStored(records: readonly SubmissionRecord[]): void {
    for (const record of records) this.#byId.set(record.id, indexRecord(record, this.#fileOf(record.id)));
    this.#changed();
  }

  merge(records: readonly SubmissionRecord[]): Merged {
    const touched = new Set<string>();
    let isWhole = true;
    for (const record of records) {
      const known = this.#byId.get(record.id);
      // A record in a block never becomes pending again: a delayed answer describes an earlier state.
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

  /**
   * Call when these submissions' files have changed: a file or its number of parts may become known after its record.
   */
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
