import type { SubmissionRecord } from '../../../shared/records.ts';
import { type Entry, entryOf, type OwnFile, sameRecord } from './entry.ts';

export type Book = ReturnType<typeof createBook>;

/** The file whose receipt has this id; null when it is none of this app's. */
export type FileOf = (id: string) => OwnFile | null;

/**
 * An account's records in memory, merged by id. A list that comes later replaces what it lists and leaves the rest, so
 * that the history reaches further back than any list of the service.
 */
export function createBook() {
  const firsts = new Map<string, Entry>();
  /** The further records of ids that the service has several records for. */
  const twins = new Map<string, Entry[]>();
  let revision = 0;
  let all: readonly Entry[] | null = null;

  let reading = 0;

  /** Takes a record in; null when it says nothing new. */
  function take(record: SubmissionRecord, kept: Entry | undefined, fileOf: FileOf): Entry | null {
    let file = kept?.file ?? null;
    if (kept !== undefined && sameRecord(kept.record, record)) {
      // A receipt may become known after its record.
      if (file !== null) return null;
      file = fileOf(record.id);
      if (file === null) return null;
    } else if (kept !== undefined && record.phase === 'pending' && kept.record.phase !== 'pending') {
      // What is final stays: an answer that was longer on its way tells of an earlier time.
      return null;
    }
    const entry = entryOf(record, file ?? fileOf(record.id), 0);
    firsts.set(record.id, entry);
    return entry;
  }

  /** Takes in the second and further records with one id of one list. */
  function takeTwins(id: string, records: readonly SubmissionRecord[], fileOf: FileOf): boolean {
    const before = twins.get(id) ?? [];
    const first = firsts.get(id)?.record;
    const others: SubmissionRecord[] = [];
    for (const record of records) {
      const known = (first !== undefined && sameRecord(first, record)) || others.some((one) => sameRecord(one, record));
      if (!known) others.push(record);
    }
    if (before.length === others.length && before.every(({ record }, at) => isSame(record, others[at]))) return false;
    if (others.length === 0) twins.delete(id);
    else
      twins.set(
        id,
        others.map((record, at) => entryOf(record, fileOf(id), at + 1)),
      );
    return true;
  }

  function changed(): void {
    revision += 1;
    all = null;
  }

  return {
    get revision(): number {
      return revision;
    },

    get size(): number {
      return this.entries().length;
    },

    /** All records, in no order. */
    entries(): readonly Entry[] {
      if (all === null) {
        all = twins.size === 0 ? [...firsts.values()] : [...firsts.values(), ...[...twins.values()].flat()];
        let place = 0;
        for (const entry of all) {
          entry.place = place;
          place += 1;
        }
      }
      return all;
    },

    /** The record with this id, or several. */
    withId(id: string): readonly Entry[] {
      const first = firsts.get(id);
      return first === undefined ? [] : [first, ...(twins.get(id) ?? [])];
    },

    isDoubled: (id: string): boolean => twins.has(id),

    /**
     * Takes in what the service answered. `whole`: it is one whole list, so an id that stands in it once has one record.
     * Answers the ids of which something changed.
     */
    merge(records: readonly SubmissionRecord[], fileOf: FileOf, whole: boolean): readonly string[] {
      const touched: string[] = [];
      const several = new Map<string, SubmissionRecord[]>();
      reading += 1;
      for (const record of records) {
        const { id } = record;
        const kept = firsts.get(id);
        if (kept !== undefined && kept.reading === reading) {
          if (!sameRecord(kept.listed, record)) several.set(id, [...(several.get(id) ?? [kept.listed]), record]);
          continue;
        }
        const known = !whole && twins.get(id)?.some((twin) => sameRecord(twin.record, record)) === true;
        const taken = known ? null : take(record, kept, fileOf);
        if (taken !== null) touched.push(id);
        const entry = taken ?? kept;
        if (entry === undefined) continue;
        entry.reading = reading;
        entry.listed = record;
      }
      for (const [id, listed] of several) {
        if (takeTwins(id, listed, fileOf)) touched.push(id);
      }
      if (whole) {
        for (const id of [...twins.keys()]) {
          if (firsts.get(id)?.reading === reading && !several.has(id) && takeTwins(id, [], fileOf)) touched.push(id);
        }
      }
      if (touched.length > 0) changed();
      // Only ids with several records may be in it twice.
      return several.size === 0 ? touched : [...new Set(touched)];
    },

    /** Fills an empty book with what was kept. */
    fill(kept: Iterable<{ readonly record: SubmissionRecord; readonly twin: number }>, fileOf: FileOf): void {
      for (const { record, twin } of kept) {
        const entry = entryOf(record, fileOf(record.id), twin);
        if (twin === 0) firsts.set(record.id, entry);
        else twins.set(record.id, [...(twins.get(record.id) ?? []), entry]);
      }
      changed();
    },
  };
}

const isSame = (a: SubmissionRecord, b: SubmissionRecord | undefined): boolean => b !== undefined && sameRecord(a, b);
