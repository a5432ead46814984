import { isEmpty, isObject, type JsonValue, readJson, scalarText } from './lossless-json.ts';
import { refuses, wordOf } from './statements.ts';

/** So much is read at once: small enough to be done while the next of it is on its way. */
const PART_BYTES = 1024 * 1024;
/**
 * Never more than this at once, whatever a service sends: what JSON makes of a text may be a hundred times as large, and a
 * parser that runs out of memory takes the process with it. Whoever keeps a list keeps no more entries of it than this.
 */
const MOST_AT_ONCE = 4 * 1024 * 1024;
const MOST_ENTRIES = 500_000;
/** A list with entries so odd that parts of it cannot be told apart is read when it is whole. */
const FAILED_CUTS = 4;
/** What stands before the entries is shorter, and what stands behind them has fewer brackets. */
const LONGEST_PREFIX = 4 * 1024;
const MOST_BRACKETS_BEHIND = 8;

const [OPEN, CLOSE, COMMA, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x2c, 0x7b, 0x7d];

export type ListReader<Entry> = {
  /** The next bytes. They are copied, and may be used again. */
  readonly push: (bytes: Uint8Array) => void;
  /** All entries, once there are no more bytes; null when the list is unreadable. */
  readonly end: () => Entry[] | null;
  /** After the end: what stands around the entries says that there are more. */
  readonly isPart: () => boolean;
};

/**
 * Reads a list while its bytes arrive, in parts of some `atOnce` bytes, with the same outcome as when it is read as a
 * whole (`readWhole`, which reads what is too odd for that and short). Memory stays bounded whatever comes.
 *
 * Where a part may end is guessed, and proved by reading it: text up to `},{`, closed by a bracket, is JSON only if that
 * place was between two entries of the list itself, and neither inside of a text nor any deeper. So is the place where
 * the list begins in an object, once its end is there: what is around it must be one with a list there.
 */
export class ListInParts<Entry> implements ListReader<Entry> {
  readonly #readEntry: (entry: JsonValue) => Entry | null;
  readonly #readWhole: (text: string) => Entry[] | null;
  readonly #atOnce: number;
  readonly #entries: Entry[] = [];
  #bytes: Buffer;
  #length = 0;
  #partBytes: number;
  #failedCuts = 0;
  #inParts = false;
  #readable = true;
  #prefix: string | null = null;
  #isPart = false;

  constructor(
    readEntry: (entry: JsonValue) => Entry | null,
    readWhole: (text: string) => Entry[] | null,
    atOnce = PART_BYTES,
  ) {
    this.#readEntry = readEntry;
    this.#readWhole = readWhole;
    this.#atOnce = atOnce;
    this.#partBytes = atOnce;
    this.#bytes = Buffer.allocUnsafe(2 * atOnce);
  }

  push(more: Uint8Array): void {
    if (!this.#readable) return;
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
    if (this.#failedCuts < FAILED_CUTS && length >= this.#partBytes) this.#readPart();
    if (!this.#readable) this.#giveUp();
  }

  end(): Entry[] | null {
    if (!this.#readable) return null;
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#bytes = Buffer.alloc(0);
    if (this.#inParts) return this.#takeRest(text) && this.#readable ? this.#entries : null;
    const whole = `${this.#prefix ?? ''}${text}`;
    const read = this.#readWhole(whole);
    this.#isPart = read !== null && saysMore(whole, read.length);
    return read;
  }

  isPart(): boolean {
    return this.#isPart;
  }

  #giveUp(): void {
    this.#readable = false;
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    this.#entries.length = 0;
  }

  #readPart(): void {
    if (this.#prefix === null) this.#findStart();
    const bytes = this.#bytes;
    const comma = this.#failedCuts < FAILED_CUTS ? lastBetweenEntries(bytes, this.#length) : -1;
    if (comma > 0) {
      bytes[comma] = CLOSE;
      if (this.#takeEntries(bytes.toString('utf8', 0, comma + 1))) {
        bytes[comma] = OPEN;
        this.#dropFirst(comma);
        this.#inParts = true;
        this.#partBytes = this.#atOnce;
        return;
      }
      bytes[comma] = COMMA;
      this.#failedCuts += 1;
    }
    this.#partBytes *= 2;
  }

  /** From here on the first byte is the bracket that the list begins with. */
  #findStart(): void {
    const bytes = this.#bytes;
    const start = bytes.toString('latin1', 0, Math.min(this.#length, LONGEST_PREFIX)).indexOf('[');
    const before = bytes.toString('utf8', 0, Math.max(0, start));
    if (start < 0 || !/^\s*(?:\{|$)/.test(before)) {
      this.#failedCuts = FAILED_CUTS;
      return;
    }
    this.#prefix = before;
    this.#dropFirst(start);
  }

  #dropFirst(count: number): void {
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  /** Whether this text is JSON's array; one of its entries may still make the whole list unreadable. */
  #takeEntries(text: string): boolean {
    const values = readJson(text);
    if (!Array.isArray(values)) return false;
    try {
      for (const value of values) {
        const entry = this.#readEntry(value);
        if (entry === null || this.#entries.length === MOST_ENTRIES) this.#readable = false;
        else this.#entries.push(entry);
        if (!this.#readable) break;
      }
    } catch {
      // Only nesting deep enough to exhaust the stack gets here.
      this.#readable = false;
    }
    return true;
  }

  /** The last part, with whatever stands behind the list. */
  #takeRest(text: string): boolean {
    for (let close = text.length, tries = 0; tries < MOST_BRACKETS_BEHIND; tries += 1) {
      close = text.lastIndexOf(']', close - 1);
      if (close < 0) return false;
      const around = readJson(`${this.#prefix ?? ''}[null]${text.slice(close + 1)}`);
      const list = around === undefined ? null : listEntries(around);
      if (around === undefined || list?.length !== 1 || list[0] !== null) continue;
      if (!this.#takeEntries(text.slice(0, close + 1))) continue;
      this.#isPart = statesMore(around, this.#entries.length);
      return true;
    }
    return false;
  }
}

/** Whether the text of an answer with a list of so many entries says that there are more. */
function saysMore(text: string, entries: number): boolean {
  if (!/^\s*\{/.test(text)) return false;
  const json = readJson(text);
  return json !== undefined && statesMore(json, entries);
}

/** The place of the last comma that stands between an object's end and another's beginning; -1 when there is none. */
function lastBetweenEntries(bytes: Buffer, length: number): number {
  for (let start = length; start > 0; ) {
    start = bytes.lastIndexOf(OPEN_OBJECT, start - 1);
    if (start <= 0) return -1;
    const comma = beforeBlanks(bytes, start);
    if (bytes[comma] === COMMA && bytes[beforeBlanks(bytes, comma)] === CLOSE_OBJECT) return comma;
  }
  return -1;
}

function beforeBlanks(bytes: Buffer, from: number): number {
  let at = from - 1;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at -= 1;
  return at;
}

/**
 * The entries of a list, which comes bare, as `{results}`, as `{data: {results}}` or as `{data: […]}`. What stands in an
 * answer that says of itself that it failed is none: it may be what there was until then.
 */
export function listEntries(json: JsonValue): readonly JsonValue[] | null {
  for (let inner: JsonValue | undefined = json; inner !== undefined; inner = inner.data) {
    if (Array.isArray(inner)) return inner;
    if (!isObject(inner) || refuses(inner)) return null;
    if (Array.isArray(inner.results)) return inner.results;
  }
  return null;
}

const nextNames =
  /^next(?:page|link|url|href|cursor|token|pagetoken|key|marker)?$|^continuation(?:token)?$|^lastevaluatedkey$/;
const moreNames = /^(?:has|is)?(?:more|moreresults|next|nextpage|truncated|partial|incomplete)$/;
const totalNames = /^(?:total|full|overall)(?:count|results|items|records|entries|elements|rows|size)?$|^count$/;
const progressNames = /^(?:state|status)$/;

/** Objects around a list are not nested any deeper. */
const DEEPEST = 5;

/**
 * Whether what stands around a list of so many entries says that there are more. The contract knows no pages, but a
 * gateway or a later version of a service may make some.
 */
function statesMore(json: JsonValue, entries: number, depth = 0): boolean {
  if (!isObject(json) || depth > DEEPEST) return false;
  return Object.entries(json).some(([name, value]) => {
    const plain = wordOf(name);
    if (nextNames.test(plain) && value !== true) return !isEmpty(value);
    const text = value === true ? 'true' : (scalarText(value) ?? '');
    if (moreNames.test(plain) && /^(?:true|yes|1)$/i.test(text)) return true;
    if (progressNames.test(plain) && /^(?:pending|processing|partial|incomplete|in.?progress|running)/i.test(text))
      return true;
    if (totalNames.test(plain) && /^\d+$/.test(text)) return Number(text) > entries;
    return statesMore(value, entries, depth + 1);
  });
}
