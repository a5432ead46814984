import type { SubmissionRecord } from '../../shared/records.ts';
import { contentOf, type Entry, entryOf, type OwnFile, sameRecord, writtenLength } from './entry.ts';
import { isFull, type Kept, LONGEST_OWN, mayGrow, mostKept } from './record-room.ts';

export type Book = ReturnType<typeof createBook>;

/** The file whose receipt has this id; null when it is none of this app's. */
export type FileOf = (id: string) => OwnFile | null;

/** Of all books there ever were in this thread, so that no two have one: a book may be closed and read again. */
let revisions = 0;

/**
 * An account's records in memory, merged by id. A list that comes later replaces what it lists and leaves the rest, so
 * that the history reaches further back than any list of the service. Of what is new no more is taken in than `most`, but
 * for this app's own.
 */
export function createBook(most: Kept = mostKept) {
  const firsts = new Map<string, Entry>();
  /** The further records of ids that the service has several records for. */
  const twins = new Map<string, Entry[]>();
  /** What they say, of ids that were asked about: a service may list tens of thousands of records with one id. */
  const twinContents = new Map<string, ReadonlySet<string>>();
  const kept = { records: 0, bytes: 0 };
  let revision = 0;
  let all: readonly Entry[] | null = null;

  let reading = 0;

  function hasRoom(length: number, known: number | null, file: OwnFile | null): boolean {
    if (known === null ? !isFull(kept, most) : mayGrow(kept, most) || length <= known) return true;
    return file !== null && length <= LONGEST_OWN;
  }

  /** Takes a record in; null when it says nothing new, or there is no room for it. */
  function take(record: SubmissionRecord, known: Entry | undefined, fileOf: FileOf): Entry | null {
    let file = known?.file ?? null;
    if (known !== undefined && sameRecord(known.record, record)) {
      // A receipt may become known after its record.
      if (file !== null) return null;
      file = fileOf(record.id);
      if (file === null) return null;
    } else if (known !== undefined && record.phase === 'pending' && known.record.phase !== 'pending') {
      // What is final stays: an answer that was longer on its way tells of an earlier time.
      return null;
    }
    file ??= fileOf(record.id);
    const knownLength = known === undefined ? null : writtenLength(known.record);
    const length = writtenLength(record);
    if (!hasRoom(length, knownLength, file)) return null;
    kept.records += known === undefined ? 1 : 0;
    kept.bytes += length - (knownLength ?? 0);
    const entry = entryOf(record, file, 0);
    firsts.set(record.id, entry);
    return entry;
  }

  /** As many of these as there is room for, in place of the `before`. */
  function withRoom(records: readonly SubmissionRecord[], before: readonly Entry[]): readonly SubmissionRecord[] {
    for (const { record } of before) kept.bytes -= writtenLength(record);
    kept.records -= before.length;
    const taken: SubmissionRecord[] = [];
    for (const record of records) {
      if (isFull(kept, most)) break;
      kept.records += 1;
      kept.bytes += writtenLength(record);
      taken.push(record);
    }
    return taken;
  }

  /** Takes in the second and further records with one id of one list. */
  function takeTwins(id: string, records: readonly SubmissionRecord[], fileOf: FileOf): boolean {
    const before = twins.get(id) ?? [];
    const first = firsts.get(id)?.record;
    const others = new Map(records.map((record) => [contentOf(record), record]));
    if (first !== undefined) others.delete(contentOf(first));
    const next = withRoom([...others.values()], before);
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
    revisions += 1;
    revision = revisions;
    all = null;
  }

  return {
    get revision(): number {
      return revision;
    },

    get size(): number {
      return this.entries().length;
    },

    /** No more of what a service lists is taken in. */
    get isFull(): boolean {
      return isFull(kept, most);
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
        const known = firsts.get(id);
        if (known !== undefined && known.reading === reading) {
          if (sameRecord(known.listed, record)) continue;
          const listed = several.get(id);
          if (listed === undefined) several.set(id, [known.listed, record]);
          else listed.push(record);
          continue;
        }
        const taken = !whole && isTwin(id, record) ? null : take(record, known, fileOf);
        if (taken !== null) touched.push(id);
        const entry = taken ?? known;
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
    fill(stored: Iterable<{ readonly record: SubmissionRecord; readonly twin: number }>, fileOf: FileOf): void {
      for (const { record, twin } of stored) {
        const file = fileOf(record.id);
        const length = writtenLength(record);
        if (!hasRoom(length, null, twin === 0 ? file : null)) continue;
        kept.records += 1;
        kept.bytes += length;
        const entry = entryOf(record, file, twin);
        const others = twins.get(record.id);
        if (twin === 0) firsts.set(record.id, entry);
        else if (others === undefined) twins.set(record.id, [entry]);
        else others.push(entry);
      }
      changed();
    },
  };
}

const isSame = (a: SubmissionRecord, b: SubmissionRecord | undefined): boolean => b !== undefined && sameRecord(a, b);
