import { isDeepStrictEqual } from 'node:util';
import type { SubmissionRecord } from '../../shared/records.ts';
import {
  contentOf,
  type IndexedRecord,
  indexRecord,
  type NamedFile,
  sameRecord,
  searchableRecord,
  writtenLength,
} from './indexed-record.ts';
import { SearchRows } from './search-rows.ts';

/** How much is kept of what one account's service lists. `bytes`: of the records' JSON. */
export type KeptLimits = { readonly records: number; readonly bytes: number };

/**
 * 400,000 records, and 256 MiB of them as they are written. An ordinary record comes to some 560 bytes, so that 400,000 of
 * them fit in both.
 */
export const mostKept: KeptLimits = { records: 400_000, bytes: 256 * 1024 * 1024 };

/** An account's own receipts are kept beyond that, where their records are no longer than this (bytes). */
const LONGEST_OWN = 64 * 1024;

/** By so much what is kept may grow beyond that: what was pending is to become final. */
const GROWTH = 1.25;

const isFull = (kept: KeptLimits, most: KeptLimits): boolean =>
  kept.records >= most.records || kept.bytes >= most.bytes;

/** Whether a record that a service lists may be kept. `known`: how long it was before; null where it is new. */
function mayKeep(
  kept: KeptLimits,
  most: KeptLimits,
  { length, known, isOwn }: { readonly length: number; readonly known: number | null; readonly isOwn: boolean },
): boolean {
  if (known === null ? !isFull(kept, most) : kept.bytes < most.bytes * GROWTH || length <= known) return true;
  return isOwn && length <= LONGEST_OWN;
}

/** The file whose receipt has this id; null when it is none of this app's. */
export type FileOf = (id: string) => NamedFile | null;

/** `number`: 0, or more where the service has several records with this id. */
export type NumberedRecord = { readonly record: SubmissionRecord; readonly number: number };

/** `touched`: the ids of which something changed. `leftOut`: those that there was no room for. */
export type Merged = { readonly touched: readonly string[]; readonly leftOut: ReadonlySet<string> };

/** Of all accounts there ever were in this thread, so that no two have one: an account may be closed and read again. */
let revisions = 0;

/**
 * An account's records in memory, merged by id. A list that comes later replaces what it lists and leaves the rest, so
 * that they reach further back than any list of the service. Of what is new no more is taken in than `most`, but for this
 * app's own.
 */
export class AccountRecords {
  readonly #most: KeptLimits;
  readonly #fileOf: FileOf;
  readonly #firsts = new Map<string, IndexedRecord>();
  /** The further records of ids that the service has several records for. */
  readonly #others = new Map<string, IndexedRecord[]>();
  /** What they say, of ids that were asked about: a service may list tens of thousands of records with one id. */
  readonly #contents = new Map<string, ReadonlySet<string>>();
  readonly #kept = { records: 0, bytes: 0 };
  #revision = 0;
  #entries: readonly IndexedRecord[] | null = null;
  readonly #searchRows = new SearchRows();
  #searchedRevision = 0;

  constructor(fileOf: FileOf, most: KeptLimits = mostKept) {
    this.#fileOf = fileOf;
    this.#most = most;
    this.#changed();
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.entries().length;
  }

  /** No more of what a service lists is taken in. */
  get isFull(): boolean {
    return isFull(this.#kept, this.#most);
  }

  /** All records, in no order. */
  entries(): readonly IndexedRecord[] {
    this.#entries ??= [...this.#firsts.values(), ...[...this.#others.values()].flat()];
    return this.#entries;
  }

  /** As Lookup searches them, of each id the first. */
  searchRows(accountId: string): SearchRows {
    if (this.#searchedRevision !== this.#revision) {
      const rows = Array.from(this.#firsts.values(), (entry) => {
        entry.searchable ??= searchableRecord(accountId, entry.record);
        return entry.searchable;
      });
      this.#searchRows.takeOver(rows);
      this.#searchedRevision = this.#revision;
    }
    return this.#searchRows;
  }

  /** The records with this id: the first, or of several those from a number on. */
  withId(id: string, from = 0, count = Number.POSITIVE_INFINITY): readonly IndexedRecord[] {
    const first = this.#firsts.get(id);
    if (first === undefined) return [];
    const others = (this.#others.get(id) ?? []).slice(Math.max(0, from - 1), from - 1 + count);
    return from === 0 ? [first, ...others] : others;
  }

  /** How many records the service has with this id besides the first. */
  otherCount(id: string): number {
    return this.#others.get(id)?.length ?? 0;
  }

  isDoubled(id: string): boolean {
    return this.#others.has(id);
  }

  /** Takes in a part of what was kept before. */
  takeStored(stored: readonly NumberedRecord[]): void {
    for (const one of stored) this.#takeStored(one);
  }

  /** All that was kept is taken in. `usage`: how much that is: what a person asked for is stored whatever room there is. */
  endStored(usage: KeptLimits): void {
    this.#kept.records = Math.max(this.#kept.records, usage.records);
    this.#kept.bytes = Math.max(this.#kept.bytes, usage.bytes);
    this.#changed();
  }

  /** Takes in one whole list of the service: an id that stands in it once has one record. */
  mergeList(list: readonly SubmissionRecord[]): Merged {
    const listed = new Map<string, SubmissionRecord>();
    const several = new Map<string, SubmissionRecord[]>();
    const touched: string[] = [];
    const leftOut = new Set<string>();
    for (const record of list) {
      const { id } = record;
      const before = listed.get(id);
      if (before === undefined) {
        listed.set(id, record);
        const taken = this.#take(record);
        if (taken === 'new') touched.push(id);
        else if (taken === 'no-room') leftOut.add(id);
      } else if (!sameRecord(before, record)) {
        const some = several.get(id);
        if (some === undefined) several.set(id, [before, record]);
        else some.push(record);
      }
    }
    const ofOthers: string[] = [];
    for (const [id, some] of several) if (this.#takeOthers(id, some)) ofOthers.push(id);
    for (const id of [...this.#others.keys()]) {
      if (listed.has(id) && !several.has(id) && this.#takeOthers(id, [])) ofOthers.push(id);
    }
    if (touched.length + ofOthers.length > 0) this.#changed();
    // Only those with several records may be in it twice.
    return { touched: ofOthers.length === 0 ? touched : [...new Set([...touched, ...ofOthers])], leftOut };
  }

  /** Takes in records that were asked for one by one. Answers whether one of them says something new. */
  mergeSome(records: readonly SubmissionRecord[]): boolean {
    let isChanged = false;
    for (const record of records) if (!this.isAmongOthers(record) && this.#take(record) === 'new') isChanged = true;
    if (isChanged) this.#changed();
    return isChanged;
  }

  /** Whether it is a further one of several with one id, as the last list had them. */
  isAmongOthers(record: SubmissionRecord): boolean {
    const entries = this.#others.get(record.id);
    if (entries === undefined) return false;
    let contents = this.#contents.get(record.id);
    if (contents === undefined) {
      contents = new Set(entries.map((other) => contentOf(other.record)));
      this.#contents.set(record.id, contents);
    }
    return contents.has(contentOf(record));
  }

  /** Files of this app have changed: one may have become known after its record, or how many parts it is one of. */
  nameAnew(ids: Iterable<string>): void {
    let isChanged = false;
    for (const id of ids) {
      const entry = this.#firsts.get(id);
      const file = entry === undefined ? null : this.#fileOf(id);
      if (entry === undefined || file === null || isDeepStrictEqual(entry.file, file)) continue;
      this.#firsts.set(id, indexRecord(entry.record, file, 0));
      isChanged = true;
    }
    if (isChanged) this.#changed();
  }

  #takeStored({ record, number }: NumberedRecord): void {
    const file = this.#fileOf(record.id);
    const length = writtenLength(record);
    if (!mayKeep(this.#kept, this.#most, { length, known: null, isOwn: file !== null && number === 0 })) return;
    this.#kept.records += 1;
    this.#kept.bytes += length;
    const entry = indexRecord(record, file, number);
    const others = this.#others.get(record.id);
    if (number === 0) this.#firsts.set(record.id, entry);
    else if (others === undefined) this.#others.set(record.id, [entry]);
    else others.push(entry);
  }

  #take(record: SubmissionRecord): 'new' | 'known' | 'no-room' {
    const known = this.#firsts.get(record.id);
    // What is in a block stays: an answer that was longer on its way tells of an earlier time.
    if (record.phase === 'pending' && known?.record.phase === 'in-block') return 'known';
    if (known !== undefined && sameRecord(known.record, record)) return 'known';
    const file = known?.file ?? this.#fileOf(record.id);
    const knownLength = known === undefined ? null : writtenLength(known.record);
    const length = writtenLength(record);
    if (!mayKeep(this.#kept, this.#most, { length, known: knownLength, isOwn: file !== null })) return 'no-room';
    this.#kept.records += known === undefined ? 1 : 0;
    this.#kept.bytes += length - (knownLength ?? 0);
    this.#firsts.set(record.id, indexRecord(record, file, 0));
    return 'new';
  }

  /** Takes in the second and further records with one id of one list. */
  #takeOthers(id: string, listed: readonly SubmissionRecord[]): boolean {
    const before = this.#others.get(id) ?? [];
    const first = this.#firsts.get(id)?.record;
    const others = new Map(listed.map((record) => [contentOf(record), record]));
    if (first !== undefined) others.delete(contentOf(first));
    const next = this.#asManyAsFit([...others.values()], before);
    if (before.length === next.length && before.every(({ record }, at) => isSame(record, next[at]))) return false;
    const file = this.#fileOf(id);
    if (next.length === 0) this.#others.delete(id);
    else {
      this.#others.set(
        id,
        next.map((record, at) => indexRecord(record, file, at + 1)),
      );
    }
    this.#contents.delete(id);
    return true;
  }

  /** As many of these as there is room for, in place of the `before`. */
  #asManyAsFit(records: readonly SubmissionRecord[], before: readonly IndexedRecord[]): readonly SubmissionRecord[] {
    for (const { record } of before) this.#kept.bytes -= writtenLength(record);
    this.#kept.records -= before.length;
    const taken: SubmissionRecord[] = [];
    for (const record of records) {
      if (this.isFull) break;
      this.#kept.records += 1;
      this.#kept.bytes += writtenLength(record);
      taken.push(record);
    }
    return taken;
  }

  #changed(): void {
    revisions += 1;
    this.#revision = revisions;
    this.#entries = null;
  }
}

const isSame = (a: SubmissionRecord, b: SubmissionRecord | undefined): boolean => b !== undefined && sameRecord(a, b);
