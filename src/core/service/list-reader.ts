import { isObject, type JsonValue, readJson, scalarText } from './lossless-json.ts';
import { refuses } from './statements.ts';

/** Bytes that are parsed at a time: small enough to be done while the next ones are on their way. */
const PART_BYTES = 1024 * 1024;
/**
 * A single entry, or the text around the list, is no longer than this: parsed JSON may be a hundred times as large as its
 * text, and a parser that runs out of memory takes the process with it.
 */
const MOST_AT_ONCE = 4 * 1024 * 1024;
const MOST_ENTRIES = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export type ListReader<Entry> = {
  /** Takes the next bytes. They are copied. */
  readonly push: (bytes: Uint8Array) => void;
  /** Returns all entries, once there are no more bytes; null if the list is unreadable. */
  readonly end: () => Entry[] | null;
  /** After the end: true if the text around the list says that there are more entries. */
  readonly isPart: () => boolean;
};

/**
 * Reads a list while its bytes arrive, in parts of about `atOnce` bytes, so that memory stays bounded whatever comes. A part
 * ends at a comma between two entries. The list is the first one in the answer, and the text around it must be that of a
 * list (`listEntries`).
 */
export class ListInParts<Entry> implements ListReader<Entry> {
  readonly #readEntry: (entry: JsonValue) => Entry | null;
  readonly #atOnce: number;
  readonly #entries: Entry[] = [];
  /** The bytes of the current part. */
  #bytes: Buffer;
  #length = 0;
  /** Bytes of them that were looked at. */
  #seen = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #place: 'before' | 'within' | 'behind' = 'before';
  #before = '';
  #listDepth = 0;
  /** The last comma between two entries of this part; -1 if there is none. */
  #comma = -1;
  #isCut = false;
  #isReadable = true;
  #isPart = false;

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
    const list = around === undefined ? null : listEntries(around);
    if (around === undefined || list?.length !== 0) return null;
    this.#isPart = statesMore(around, this.#entries.length);
    return this.#entries;
  }

  isPart(): boolean {
    return this.#isPart;
  }

  /** Follows the nesting of the new bytes. Local variables make this loop several times as fast. */
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
    // A list that ends with a comma is no JSON.
    if (rest.trim() !== '' || this.#isCut) this.#take(rest);
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
      // Only nesting deep enough to exhaust the stack gets here.
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
 * The entries of a list, which comes bare, as `{results}`, as `{data: {results}}` or as `{data: […]}`. An answer that says of
 * itself that it failed holds none: there may be only those up to the failure.
 */
export function listEntries(json: JsonValue): readonly JsonValue[] | null {
  for (let inner: JsonValue | undefined = json; inner !== undefined; inner = inner.data) {
    if (Array.isArray(inner)) return inner;
    if (!isObject(inner) || refuses(inner)) return null;
    if (Array.isArray(inner.results)) return inner.results;
  }
  return null;
}

/** True if the object around a list of so many entries states a larger `total`. */
function statesMore(json: JsonValue, entries: number): boolean {
  if (!isObject(json)) return false;
  const total = scalarText(json.total) ?? '';
  return (/^\d+$/.test(total) && Number(total) > entries) || statesMore(json.data ?? null, entries);
}
