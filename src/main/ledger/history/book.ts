import type { SubmissionRecord } from '../../../shared/records.ts';
import { contentOf, type Entry, entryOf, type OwnFile, sameRecord } from './entry.ts';

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
  /** What they say, of ids that were asked about: a service may list tens of thousands of records with one id. */
  const twinContents = new Map<string, ReadonlySet<string>>();
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
    const others = new Map(records.map((record) => [contentOf(record), record]));
    if (first !== undefined) others.delete(contentOf(first));
    const next = [...others.values()];
    if (before.length === next.length && before.every(({ record }, at) => isSame(record, next[at]))) return false;
    const file = fileOf(id);
    if (next.length === 0) twins.delete(id);
    else
      twins.set(
        id,
        next.map((record, at) => entryOf(record, file, at + 1)),
      );
    twinContents.delete(id);
    return true;
  }

  function isTwin(id: string, record: SubmissionRecord): boolean {
    const entries = twins.get(id);
    if (entries === undefined) return false;
    let contents = twinContents.get(id);
    if (contents === undefined) {
      contents = new Set(entries.map((twin) => contentOf(twin.record)));
      twinContents.set(id, contents);
    }
    return contents.has(contentOf(record));
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

    /** The records with this id: the first, or of several those from one place on. */
    withId(id: string, from = 0, count = Number.POSITIVE_INFINITY): readonly Entry[] {
      const first = firsts.get(id);
      if (first === undefined) return [];
      const others = (twins.get(id) ?? []).slice(Math.max(0, from - 1), from - 1 + count);
      return from === 0 ? [first, ...others] : others;
    },

    /** How many records the service has with this id besides the first. */
    twinCount: (id: string): number => twins.get(id)?.length ?? 0,

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
          if (sameRecord(kept.listed, record)) continue;
          const listed = several.get(id);
          if (listed === undefined) several.set(id, [kept.listed, record]);
          else listed.push(record);
          continue;
        }
        const taken = !whole && isTwin(id, record) ? null : take(record, kept, fileOf);
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
        else {
          const others = twins.get(record.id);
          if (others === undefined) twins.set(record.id, [entry]);
          else others.push(entry);
        }
      }
      changed();
    },
  };
}

const isSame = (a: SubmissionRecord, b: SubmissionRecord | undefined): boolean => b !== undefined && sameRecord(a, b);
