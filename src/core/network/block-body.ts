import { type BodyReceiver, GatheredBytes } from '../service/index.ts';

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** `{result: {block: {extrinsics: […]}}}`: so many objects are open where the transactions begin. */
const LIST_DEPTH = 3;
const LIST_NAME = 'extrinsics';
/** Bytes of JSON besides the transactions: header, logs, justifications. */
const MOST_OTHER_BYTES = 4 * 1024 * 1024;
/** Hex of one transaction: twice its bytes, of which the network takes a little above 1 MiB. */
const LONGEST_TRANSACTION_HEX = 32 * 1024 * 1024;

/** The smallest that can be signed take more than a hundred bytes: a block has a few thousand at most. */
const MOST_TRANSACTIONS = 100_000;

/**
 * Takes the answer to `chain_getBlock` as it comes: the transactions as bytes, one by one, and all else as JSON with an empty
 * list in their place. A block is tens of MiB of hex, of which no more than one transaction is ever held as text.
 */
export class BlockBody implements BodyReceiver {
  #json = new GatheredBytes();
  #element = new GatheredBytes();
  #transactions: Uint8Array[] = [];
  #state: 'json' | 'string' | 'list' | 'element' = 'json';
  #escaped = false;
  #depth = 0;
  #text = '';
  #name = '';

  begin(): void {
    this.#json = new GatheredBytes();
    this.#element = new GatheredBytes();
    this.#transactions = [];
    this.#state = 'json';
    this.#escaped = false;
    this.#depth = 0;
    this.#text = '';
    this.#name = '';
  }

  /** Throws where the answer is none of a block. */
  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.byteLength; ) {
      if (this.#state === 'element') at = this.#takeElement(piece, at);
      else {
        this.#takeByte(piece[at] ?? 0);
        at += 1;
      }
    }
  }

  get transactions(): readonly Uint8Array[] {
    return this.#transactions;
  }

  /** The answer without its transactions; empty where none came. */
  get json(): string {
    return this.#json.whole().toString('utf8');
  }

  #takeByte(byte: number): void {
    if (this.#state === 'list') {
      this.#takeBetween(byte);
      return;
    }
    this.#json.push(Uint8Array.of(byte));
    if (this.#json.length > MOST_OTHER_BYTES) throw new Error('The block’s header is too long.');
    if (this.#state === 'string') this.#takeInString(byte);
    else this.#takeOutside(byte);
  }

  #takeInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#state = 'json';
    else if (this.#text.length <= LIST_NAME.length) this.#text += String.fromCharCode(byte);
  }

  #takeOutside(byte: number): void {
    if (byte === QUOTE) {
      this.#state = 'string';
      this.#text = '';
    } else if (byte === COLON) this.#name = this.#text;
    else if (byte === OBJECT) this.#depth += 1;
    else if (byte === OBJECT_END || byte === LIST_END) this.#depth -= 1;
    else if (byte === LIST && this.#name === LIST_NAME && this.#depth === LIST_DEPTH) {
      if (this.#transactions.length > 0) throw new Error('The block has two lists of transactions.');
      this.#state = 'list';
    } else if (byte === LIST) this.#depth += 1;
  }

  #takeBetween(byte: number): void {
    if (byte === QUOTE) this.#state = 'element';
    else if (byte === LIST_END) {
      this.#json.push(Uint8Array.of(byte));
      this.#state = 'json';
      this.#name = '';
    } else if (byte !== COMMA && !BLANKS.has(byte)) throw new Error('A transaction of the block is not text.');
  }

  #takeElement(piece: Uint8Array, from: number): number {
    if (this.#transactions.length === MOST_TRANSACTIONS) throw new Error('The block has too many transactions.');
    const end = piece.indexOf(QUOTE, from);
    this.#element.push(piece.subarray(from, end < 0 ? piece.byteLength : end));
    if (this.#element.length > LONGEST_TRANSACTION_HEX) throw new Error('A transaction is too long.');
    if (end < 0) return piece.byteLength;
    const hex = this.#element.whole().toString('latin1');
    const bytes = Buffer.from(hex.slice(2), 'hex');
    // What is no hex ends the reading.
    if (!hex.startsWith('0x') || 2 + 2 * bytes.byteLength !== hex.length)
      throw new Error('A transaction is not hexadecimal.');
    this.#transactions.push(bytes);
    this.#element = new GatheredBytes();
    this.#state = 'list';
    return end + 1;
  }
}
