/** The network's formats: its hashes, headers, the root of a block's transactions, and the transactions themselves. */
import { setImmediate } from 'node:timers/promises';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';
import { Bytes, compact, Struct, Vector } from 'scale-ts';
import { z } from 'zod';
import { normaliseHex } from '../../shared/text.ts';

/** The hashes of the network: BLAKE2b-256 of what it holds, Keccak-256 in its older records. Lower-case hex with `0x`. */
export class Hashing {
  readonly #blake2b: IHasher;
  readonly #keccak: IHasher;

  /** Compiled once, at the first check. */
  static async load(): Promise<Hashing> {
    return new Hashing(await createBLAKE2b(256), await createKeccak(256));
  }

  private constructor(blake2b: IHasher, keccak: IHasher) {
    this.#blake2b = blake2b;
    this.#keccak = keccak;
  }

  blake2b256(bytes: Uint8Array): string {
    return `0x${this.#blake2b.init().update(bytes).digest('hex')}`;
  }

  /** The 32 bytes themselves. */
  blake2b256Bytes(bytes: Uint8Array): Uint8Array {
    return this.#blake2b.init().update(bytes).digest('binary');
  }

  keccak256(bytes: Uint8Array): string {
    return `0x${this.#keccak.init().update(bytes).digest('hex')}`;
  }
}

const hexInput = z.string().transform((text, context) => {
  const hex = text === '0x' ? text : normaliseHex(text);
  if (hex !== null) return hex;
  context.addIssue('Not hexadecimal.');
  return z.NEVER;
});

/** 32 bytes, lower-case hex with `0x`. */
export const hashInput = hexInput.refine((hex) => hex.length === 66);

/** `0x…` as nodes give it, decimal text or a number as some tools do. */
const blockNumber = z.union([z.string(), z.number()]).transform((given, context) => {
  const number =
    typeof given === 'string' && !/^(0x[0-9a-f]{1,13}|\d{1,15})$/i.test(given) ? Number.NaN : Number(given);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  context.addIssue('Not a block number.');
  return z.NEVER;
});

/** A block's header as a node gives it. `extension`: what the network's own headers have besides. */
export const headerInput = z.object({
  parentHash: hashInput,
  number: blockNumber,
  stateRoot: hashInput,
  extrinsicsRoot: hashInput,
  digest: z.object({ logs: z.array(hexInput) }),
  extension: z.unknown().optional(),
});

export type Header = z.output<typeof headerInput>;

/** `other`: the header has another hash. `unknown`: it is of a kind that can't be coded here, so nothing is told by it. */
export type HeaderProof = 'proven' | 'other' | 'unknown';

/** Compares a header with the hash of its block, which is BLAKE2b-256 of the header in SCALE. */
export function proveHeader(header: Header, blockHash: string, hashing: Hashing): HeaderProof {
  const extension = encodedExtension(header.extension);
  if (extension === null) return 'unknown';
  return hashing.blake2b256(encodedHeader(header, extension)) === blockHash ? 'proven' : 'other';
}

/** The hash of the block that a header belongs to. Throws if the header's extension is of an unknown kind. */
export function headerHash(header: Header, hashing: Hashing): string {
  const extension = encodedExtension(header.extension);
  if (extension === null) throw new Error('The header has an unknown extension.');
  return hashing.blake2b256(encodedHeader(header, extension));
}

function encodedHeader(header: Header, extension: Uint8Array): Uint8Array {
  return Buffer.concat([encodedCore(header), extension]);
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

const hash = Bytes(32);
const core = Struct({ parentHash: hash, number: compact, stateRoot: hash, extrinsicsRoot: hash });

function encodedCore({ parentHash, number, stateRoot, extrinsicsRoot, digest }: Header): Uint8Array {
  const encoded = core.enc({
    parentHash: bytesOf(parentHash),
    number,
    stateRoot: bytesOf(stateRoot),
    extrinsicsRoot: bytesOf(extrinsicsRoot),
  });
  // Each log is there as it is coded.
  return Buffer.concat([encoded, compact.enc(digest.logs.length), ...digest.logs.map(bytesOf)]);
}

const bytesInput = z.union([
  hexInput.transform((hex): Uint8Array => bytesOf(hex)),
  z.array(z.int().min(0).max(255)).transform((list) => Uint8Array.from(list)),
]);
const u16Input = z.int().min(0).max(0xffff);
const u32Input = z.int().min(0).max(0xffff_ffff);
const thirdInput = z.strictObject({
  appLookup: z.object({ size: u32Input, index: z.array(z.object({ appId: u32Input, start: u32Input })) }),
  commitment: z.object({
    rows: u16Input,
    cols: u16Input,
    commitment: bytesInput,
    dataRoot: hashInput.transform((hex): Uint8Array => bytesOf(hex)),
  }),
});
const third = Struct({
  appLookup: Struct({ size: compact, index: Vector(Struct({ appId: compact, start: compact })) }),
  commitment: Struct({ rows: compact, cols: compact, commitment: Bytes(), dataRoot: hash }),
});
/** The kind of extension that published blocks have, behind its number in SCALE. */
const extensionInput = z
  .strictObject({ V3: thirdInput })
  .transform(({ V3 }) => Buffer.concat([Uint8Array.of(2), third.enc(V3)]));

/** Null if it is of another kind. */
function encodedExtension(extension: unknown): Uint8Array | null {
  if (extension === undefined) return new Uint8Array(0);
  return extensionInput.safeParse(extension).data ?? null;
}

/** Bytes that are hashed before others in this process have their turn. */
const HASHED_AT_ONCE = 1024 * 1024;
const HASH_BYTES = 32;
const LEAST_COUNTED = 256;

type Entry = { readonly nibbles: readonly number[]; readonly value: Uint8Array };

/**
 * The `extrinsicsRoot` of a header: the root of the trie of a block's transactions, by their places (SCALE compact), in the
 * layout without extension nodes and with the values in the nodes (`StateVersion::V0`, as the network's runtime calls it).
 * With it, a header that is proven proves each transaction of its block. The 32 bytes.
 */
export async function extrinsicsRoot(extrinsics: readonly Uint8Array[], hashing: Hashing): Promise<Uint8Array> {
  const entries = extrinsics
    .map((value, place): Entry => ({ nibbles: nibblesOf(compact.enc(place)), value }))
    .sort((one, other) => compareNibbles(one.nibbles, other.nibbles));
  if (entries.length === 0) return hashing.blake2b256Bytes(Uint8Array.of(0));
  return hashing.blake2b256Bytes(await new Trie(entries, hashing).encode(0, entries.length, 0));
}

class Trie {
  readonly #entries: readonly Entry[];
  readonly #hashing: Hashing;
  #hashedBytes = 0;

  constructor(entries: readonly Entry[], hashing: Hashing) {
    this.#entries = entries;
    this.#hashing = hashing;
  }

  /** The node above the entries from `from` on, before `until`, whose first `depth` nibbles are on the way to it. */
  async encode(from: number, until: number, depth: number): Promise<Uint8Array> {
    const [first, last] = [this.#entries[from], this.#entries[until - 1]];
    if (first === undefined || last === undefined) throw new Error('A node of a trie has at least one entry.');
    if (from === until - 1) {
      return Buffer.concat([
        ...partialKey(LEAF, first.nibbles.slice(depth)),
        compact.enc(first.value.byteLength),
        first.value,
      ]);
    }
    const shared = sharedNibbles(first.nibbles, last.nibbles);
    // Entries are in order: one that ends here is the first.
    const ownsValue = first.nibbles.length === shared;
    const children = await this.#children(ownsValue ? from + 1 : from, until, shared);
    const bitmap = children.reduce((bits, { nibble }) => bits | (1 << nibble), 0);
    return Buffer.concat([
      ...partialKey(ownsValue ? BRANCH_WITH_VALUE : BRANCH, first.nibbles.slice(depth, shared)),
      Uint8Array.of(bitmap & 0xff, bitmap >> 8),
      ...(ownsValue ? [compact.enc(first.value.byteLength), first.value] : []),
      ...children.flatMap(({ reference }) => [compact.enc(reference.byteLength), reference]),
    ]);
  }

  async #children(from: number, until: number, depth: number) {
    const children: { readonly nibble: number; readonly reference: Uint8Array }[] = [];
    for (let begin = from; begin < until; ) {
      const nibble = this.#entries[begin]?.nibbles[depth] ?? 0;
      let end = begin + 1;
      while (end < until && this.#entries[end]?.nibbles[depth] === nibble) end += 1;
      children.push({ nibble, reference: await this.#reference(await this.encode(begin, end, depth + 1)) });
      begin = end;
    }
    return children;
  }

  /** A node as the one above it has it: itself where it is short, else its hash. */
  async #reference(node: Uint8Array): Promise<Uint8Array> {
    // Small ones take their time too, hashed or not.
    this.#hashedBytes += Math.max(node.byteLength, LEAST_COUNTED);
    if (this.#hashedBytes > HASHED_AT_ONCE) {
      this.#hashedBytes = 0;
      await setImmediate();
    }
    if (node.byteLength < HASH_BYTES) return node;
    return this.#hashing.blake2b256Bytes(node);
  }
}

const LEAF = 0b0100_0000;
const BRANCH = 0b1000_0000;
const BRANCH_WITH_VALUE = 0b1100_0000;
const MOST_NIBBLES = 62;

/** The kind of a node and what of its keys it stands for. No place of a transaction is longer than a few bytes. */
function partialKey(kind: number, nibbles: readonly number[]): Uint8Array[] {
  if (nibbles.length > MOST_NIBBLES) throw new Error('No place in a block is this long.');
  const even = nibbles.length % 2 === 0 ? nibbles : [0, ...nibbles];
  const bytes = Uint8Array.from(
    { length: even.length / 2 },
    (_, at) => ((even[2 * at] ?? 0) << 4) | (even[2 * at + 1] ?? 0),
  );
  return [Uint8Array.of(kind | nibbles.length), bytes];
}

function nibblesOf(key: Uint8Array): readonly number[] {
  return [...key].flatMap((byte) => [byte >> 4, byte & 0xf]);
}

function compareNibbles(one: readonly number[], other: readonly number[]): number {
  const shared = sharedNibbles(one, other);
  return (one[shared] ?? -1) - (other[shared] ?? -1);
}

function sharedNibbles(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/**
 * Reads a SCALE compact number; null where there is none, or one that is written longer than it need be: there is one way to
 * write each. `bytes`: how many it takes up.
 */
export function readCompact(from: Uint8Array, at: number): { readonly value: number; readonly bytes: number } | null {
  const first = from[at];
  if (first === undefined) return null;
  const mode = first & 0b11;
  const bytes = mode === 3 ? 5 + (first >> 2) : 1 << mode;
  // More than this is no length of anything here, and no time either.
  if (bytes > 9 || at + bytes > from.byteLength) return null;
  // Memory of its own: the codec reads from the beginning of what a piece of a buffer is a piece of.
  const value = compact.dec(Uint8Array.from(from.subarray(at, at + bytes)));
  if (value > Number.MAX_SAFE_INTEGER || compact.enc(value).byteLength !== bytes) return null;
  return { value: Number(value), bytes };
}

/** True if a transaction begins with its own length, as all in a block do. */
export function isWhole(transaction: Uint8Array): boolean {
  const length = readCompact(transaction, 0);
  return length !== null && length.bytes + length.value === transaction.byteLength;
}

/** Bytes before the argument: signer, signature, lifetime, nonce, tip, app and call. */
const MOST_BEFORE_DATA = 512;

/** Pallet and call of `submit_data` on the network; newer runtimes have the app's id, a compact number, before the data. */
const SUBMIT_DATA = Buffer.of(29, 1);
const LONGEST_APP_ID = 5;

/**
 * The tails of a transaction that are exactly one byte string behind its length, without that length: the submitted bytes are
 * one of them. By chance there may be others (a single zero at the end is an empty one), so whoever asks holds them against
 * a hash; the most likely one comes first.
 */
export function submittedTails(transaction: Uint8Array): readonly Uint8Array[] {
  const tails: { readonly bytes: Uint8Array; readonly isCall: boolean }[] = [];
  const begin = readCompact(transaction, 0)?.bytes ?? 0;
  const until = Math.min(transaction.byteLength, begin + MOST_BEFORE_DATA);
  for (let at = begin; at < until; at += 1) {
    const length = readCompact(transaction, at);
    if (length === null || at + length.bytes + length.value !== transaction.byteLength) continue;
    const before = Buffer.from(transaction.subarray(Math.max(begin, at - SUBMIT_DATA.byteLength - LONGEST_APP_ID), at));
    const isCall = before.includes(SUBMIT_DATA);
    tails.push({ bytes: transaction.subarray(at + length.bytes), isCall });
  }
  return tails.toSorted((one, other) => Number(other.isCall) - Number(one.isCall)).map(({ bytes }) => bytes);
}

/** Instants (epoch milliseconds) between which the time of a block lies. */
const [FIRST_TIME, LAST_TIME] = [Date.UTC(2016), Date.UTC(2200)];
/** An unsigned transaction: the version alone, without a signature. */
const UNSIGNED = new Set([4, 5]);

/** When a block was made, by the transaction that its author puts first to say so; a UTC instant, null where none does. */
export function blockTime(transactions: readonly Uint8Array[]): string | null {
  for (const transaction of transactions) {
    const begin = readCompact(transaction, 0)?.bytes ?? 0;
    // Version, pallet, the first of its calls, and nothing but a number.
    if (!UNSIGNED.has(transaction[begin] ?? 0) || transaction[begin + 2] !== 0) continue;
    const time = readCompact(transaction, begin + 3);
    if (time === null || begin + 3 + time.bytes !== transaction.byteLength) continue;
    if (time.value >= FIRST_TIME && time.value < LAST_TIME) return new Date(time.value).toISOString();
  }
  return null;
}
