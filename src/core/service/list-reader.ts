import { isEmpty, isObject, type JsonValue, readJson, scalarText, wholeNumberText } from './lossless-json.ts';
import { isNoError, refuses } from './statements.ts';

/** Bytes that are parsed at a time: small enough to parse while the next ones arrive. */
const PART_BYTES = 1024 * 1024;
/**
 * The longest single entry, or text around the list. Parsed JSON may be a hundred times as large as its text, and a
 * parser without memory crashes the process.
 */
const MOST_AT_ONCE = 4 * 1024 * 1024;
const MOST_ENTRIES = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export type ListReader<Entry> = {
  /** Takes the next bytes and copies them. */
  readonly push: (bytes: Uint8Array) => void;
  /** Call after the last bytes. Returns all entries; null if the list is unreadable. */
  readonly end: () => Entry[] | null;
  /** Call after `end`. True if there may be more than so many entries, by the text around the list. */
  readonly isPart: (entries: number) => boolean;
  /** Call after `end`. The number of entries on all pages, as the text around the list states it; else null. */
  readonly total: () => number | null;
};

/**
 * Reads a list while its bytes arrive, in parts of about `atOnce` bytes, so that memory stays bounded. A part ends at a
 * comma between two entries. The list is the first array in the answer, and the text around it must be that of a list
 * (`listEntries`).
 */
export class ListInParts<Entry> implements ListReader<Entry> {
  readonly #readEntry: (entry: JsonValue) => Entry | null;
  readonly #atOnce: number;
  readonly #entries: Entry[] = [];
  #bytes: Buffer;
  #length = 0;
  /** The number of these bytes that were scanned. */
  #seen = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #place: 'before' | 'within' | 'behind' = 'before';
  #before = '';
  #listDepth = 0;
  /** The position of the last comma between two entries of this part; -1 if there is none. */
  #comma = -1;
  #isCut = false;
  #isReadable = true;
  #around: JsonValue = null;

  constructor(readEntry: (entry: JsonValue) => Entry | null, atOnce = PART_BYTES) {
    this.#readEntry = readEntry;
    this.#atOnce = atOnce;
    this.#bytes = Buffer.allocUnsafe(2 * atOnce);
  }

  push(more: Uint8Array): void {
    if (!this.#isReadable) return;
    const length = this.#length + more.byteLength;
    if (length > MOST_AT_ONCE) {
      this.#giveUp();
      return;
    }
    if (length > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafe(2 * length);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.#length);
    this.#length = length;
    this.#look();
    if (this.#place === 'within' && this.#length >= this.#atOnce && this.#comma > 0) {
      this.#take(this.#bytes.toString('utf8', 0, this.#comma));
      this.#isCut = true;
      this.#drop(this.#comma + 1);
      this.#seen = this.#length;
      this.#comma = -1;
    }
    if (!this.#isReadable) this.#giveUp();
  }

  end(): Entry[] | null {
    if (!this.#isReadable || this.#place !== 'behind') return null;
    const around = readJson(`${this.#before}[]${this.#bytes.toString('utf8', 0, this.#length)}`);
    if (around === undefined || listEntries(around)?.length !== 0) return null;
    this.#around = around;
    return this.#entries;
  }

  isPart(entries: number): boolean {
    return mayHaveMore(this.#around, entries);
  }

  total(): number | null {
    const total = isObject(this.#around) ? Number(wholeNumberText(this.#around.total)) : Number.NaN;
    return Number.isSafeInteger(total) && total >= 0 ? total : null;
  }

  /** Tracks the nesting in the new bytes. Local variables make this loop several times as fast. */
  #look(): void {
    const bytes = this.#bytes;
    let [at, depth, isInText, isEscaped] = [this.#seen, this.#depth, this.#isInText, this.#isEscaped];
    for (; at < this.#length; at += 1) {
      const byte = bytes[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
      } else if (byte === QUOTE) isInText = true;
      else if (byte === OPEN || byte === OPEN_OBJECT) {
        depth += 1;
        if (byte === OPEN && this.#place === 'before') {
          this.#begin(at, depth);
          at = -1;
        }
      } else if (byte === CLOSE || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (this.#place === 'within' && depth < this.#listDepth) {
          this.#finish(at);
          at = -1;
        }
      } else if (byte === COMMA && depth === this.#listDepth && this.#place === 'within') this.#comma = at;
    }
    [this.#seen, this.#depth, this.#isInText, this.#isEscaped] = [at, depth, isInText, isEscaped];
  }

  #begin(at: number, depth: number): void {
    this.#before = this.#bytes.toString('utf8', 0, at);
    this.#place = 'within';
    this.#listDepth = depth;
    this.#drop(at + 1);
  }

  #finish(at: number): void {
    const rest = this.#bytes.toString('utf8', 0, at);
    // A list that ends with a comma is invalid JSON.
    if (/[^ \t\r\n]/.test(rest) || this.#isCut) this.#take(rest);
    this.#place = 'behind';
    this.#drop(at + 1);
  }

  #take(text: string): void {
    const values = readJson(`[${text}]`);
    if (!Array.isArray(values) || values.length === 0) {
      this.#isReadable = false;
      return;
    }
    try {
      for (const value of values) {
        const entry = this.#readEntry(value);
        if (entry === null || this.#entries.length === MOST_ENTRIES) this.#isReadable = false;
        else this.#entries.push(entry);
        if (!this.#isReadable) return;
      }
    } catch {
      // Only very deep nesting, which exhausts the stack, throws here.
      this.#isReadable = false;
    }
  }

  #drop(count: number): void {
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  #giveUp(): void {
    this.#isReadable = false;
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    this.#entries.length = 0;
  }
}

/**
 * Returns the entries of a list: bare, `{results}`, `{data: {results}}` or `{data: […]}`. Null if the answer reports a
 * failure, because it may contain only the entries before the failure.
 */
export function listEntries(json: JsonValue): readonly JsonValue[] | null {
  if (Array.isArray(json)) return json;
  if (!isObject(json) || refuses(json)) return null;
  const { data, results } = json;
  if (Array.isArray(results)) return results;
  if (Array.isArray(data)) return data;
  return isObject(data) && !refuses(data) && Array.isArray(data.results) ? data.results : null;
}

/** Members around a list that say nothing about further entries. */
const harmless: ReadonlySet<string> = new Set(['results', 'data', 'success', 'message', 'limit', 'offset']);

/**
 * False if the object around a list is known to be that of a whole list of so many entries. A member with an unknown
 * name may link to the next page or state that the list is unfinished, so such a list proves no absence.
 */
function mayHaveMore(json: JsonValue, entries: number): boolean {
  // A loop, because a hostile answer may be nested deeper than the stack.
  for (let around: JsonValue | undefined = json; isObject(around); around = around.data) {
    const isSuspicious = Object.entries(around).some(([name, value]) => {
      if (harmless.has(name) || isEmpty(value) || (name === 'error' && isNoError(value))) return false;
      const text = scalarText(value)?.trim() ?? '';
      if (name === 'total' || name === 'count') return !/^\d+$/.test(text) || Number(text) > entries;
      return !((name === 'state' || name === 'status') && /^(?:success|succeeded|ok|200)$/i.test(text));
    });
    if (isSuspicious) return true;
  }
  return false;
}
