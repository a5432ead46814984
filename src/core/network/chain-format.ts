/** The network's formats: hashes, headers, the root of a block's transactions, and transactions. */
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';
import { Bytes, compact, Struct, Vector } from 'scale-ts';
import { z } from 'zod';
import { normaliseHex } from '../../shared/text.ts';

/** The hashes of the network: BLAKE2b-256, and Keccak-256 in older records. Lower-case hex with `0x`. */
export class Hashing {
  readonly #blake2b: IHasher;
  readonly #keccak: IHasher;

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

/** `0x…` from nodes; decimal text or a number from some tools. */
const blockNumber = z.union([z.string(), z.number()]).transform((given, context) => {
  const number =
    typeof given === 'string' && !/^(0x[0-9a-f]{1,13}|\d{1,15})$/i.test(given) ? Number.NaN : Number(given);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  context.addIssue('Not a block number.');
  return z.NEVER;
});

/** A block's header in a node's answer. `extension`: an addition of this network. */
export const headerInput = z.object({
  parentHash: hashInput,
  number: blockNumber,
  stateRoot: hashInput,
  extrinsicsRoot: hashInput,
  digest: z.object({ logs: z.array(hexInput) }),
  extension: z.unknown().optional(),
});

export type Header = z.output<typeof headerInput>;

/**
 * `other`: the header has another hash. `unknown`: its extension is of an unknown kind, so that it cannot be verified.
 */
export type HeaderProof = 'proven' | 'other' | 'unknown';

/** Compares a header with its block's hash, which is BLAKE2b-256 of the header in SCALE. */
export function proveHeader(header: Header, blockHash: string, hashing: Hashing): HeaderProof {
  if (encodedExtension(header.extension) === null) return 'unknown';
  return headerHash(header, hashing) === blockHash ? 'proven' : 'other';
}

/** The hash of a header's block. Throws if the header's extension is of an unknown kind. */
export function headerHash(header: Header, hashing: Hashing): string {
  const extension = encodedExtension(header.extension);
  if (extension === null) throw new Error('The header has an unknown extension.');
  return hashing.blake2b256(Buffer.concat([encodedCore(header), extension]));
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
  // Logs are already encoded.
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
/** The only kind of extension in published blocks, after its SCALE index. */
const extensionInput = z
  .strictObject({ V3: thirdInput })
  .transform(({ V3 }) => Buffer.concat([Uint8Array.of(2), third.enc(V3)]));

/** Null for another kind. */
function encodedExtension(extension: unknown): Uint8Array | null {
  if (extension === undefined) return new Uint8Array(0);
  return extensionInput.safeParse(extension).data ?? null;
}

const HASH_BYTES = 32;

type Entry = { readonly nibbles: readonly number[]; readonly value: Uint8Array };

/**
 * The `extrinsicsRoot` of a header: the root of the trie of a block's transactions by index (SCALE compact), in the
 * layout without extension nodes and with inline values (`StateVersion::V0` in the network's runtime). A proven header
 * thereby proves each transaction. Returns 32 bytes.
 */
export function extrinsicsRoot(extrinsics: readonly Uint8Array[], hashing: Hashing): Uint8Array {
  const entries = extrinsics
    .map((value, place): Entry => ({ nibbles: nibblesOf(compact.enc(place)), value }))
    .sort((one, other) => compareNibbles(one.nibbles, other.nibbles));
  return hashing.blake2b256Bytes(entries.length === 0 ? Uint8Array.of(0) : nodeOf(entries, 0, hashing));
}

/** The node above these sorted entries, which share the first `depth` nibbles. */
function nodeOf(entries: readonly Entry[], depth: number, hashing: Hashing): Uint8Array {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A node of a trie has at least one entry.');
  const value = [compact.enc(first.value.byteLength), first.value];
  if (first === last) return Buffer.concat([...partialKey(LEAF, first.nibbles.slice(depth)), ...value]);
  const shared = sharedNibbles(first.nibbles, last.nibbles);
  // Entries are sorted, so only the first can end here.
  const ownsValue = first.nibbles.length === shared;
  const children = Map.groupBy(ownsValue ? entries.slice(1) : entries, ({ nibbles }) => nibbles[shared] ?? 0);
  const bitmap = children.keys().reduce((bits, nibble) => bits | (1 << nibble), 0);
  const references = [...children.values()].map((some) => {
    const node = nodeOf(some, shared + 1, hashing);
    // A short node is its own reference.
    return node.byteLength < HASH_BYTES ? node : hashing.blake2b256Bytes(node);
  });
  return Buffer.concat([
    ...partialKey(ownsValue ? BRANCH_WITH_VALUE : BRANCH, first.nibbles.slice(depth, shared)),
    Uint8Array.of(bitmap & 0xff, bitmap >> 8),
    ...(ownsValue ? value : []),
    ...references.flatMap((reference) => [compact.enc(reference.byteLength), reference]),
  ]);
}

const LEAF = 0b0100_0000;
const BRANCH = 0b1000_0000;
const BRANCH_WITH_VALUE = 0b1100_0000;
const MOST_NIBBLES = 62;

/**
 * The header of a node: its kind, and its part of the key. Keys are transaction indices, which are only a few bytes
 * long.
 */
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
 * Reads a SCALE compact number. Null if there is none, or if it is not in the shortest form. `bytes`: its encoded
 * length.
 */
export function readCompact(from: Uint8Array, at: number): { readonly value: number; readonly bytes: number } | null {
  const first = from[at];
  if (first === undefined) return null;
  const mode = first & 0b11;
  const bytes = mode === 3 ? 5 + (first >> 2) : 1 << mode;
  // Lengths and times are smaller than this.
  if (bytes > 9 || at + bytes > from.byteLength) return null;
  // Copies the bytes, because the codec reads from the start of the underlying buffer.
  const value = compact.dec(Uint8Array.from(from.subarray(at, at + bytes)));
  if (value > Number.MAX_SAFE_INTEGER || compact.enc(value).byteLength !== bytes) return null;
  return { value: Number(value), bytes };
}

/** True if a transaction begins with its own length, as every transaction in a block does. */
export function isWhole(transaction: Uint8Array): boolean {
  const length = readCompact(transaction, 0);
  return length !== null && length.bytes + length.value === transaction.byteLength;
}

/** The most bytes before the argument: signer, signature, era, nonce, tip, app id and call. */
const MOST_BEFORE_DATA = 512;

/**
 * Pallet and call index of `submit_data` on the network. Newer runtimes have the app id, a compact number, before the
 * data.
 */
const SUBMIT_DATA = Buffer.of(29, 1);
const LONGEST_APP_ID = 5;

/**
 * All tails of a transaction that are exactly one byte string after its length, without that length. One of them is
 * the submitted bytes. Others may occur by chance (a final zero is an empty string), so the caller compares them with
 * a hash. The most likely one comes first.
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

const BLOB_SIZE_BYTES = 8;

/**
 * The size of the blob with this hash, if a transaction names one instead of carrying bytes: the hash, then the size as
 * a u64. Null if it does not. The call's index and its other arguments are not published yet, so they are not read.
 */
export function namedBlobSize(transaction: Uint8Array, blobHash: string): number | null {
  const head = Buffer.from(transaction.subarray(0, MOST_BEFORE_DATA));
  const at = head.indexOf(bytesOf(blobHash));
  const end = at + HASH_BYTES + BLOB_SIZE_BYTES;
  if (at === -1 || end > head.byteLength) return null;
  const size = head.readBigUInt64LE(at + HASH_BYTES);
  return size <= Number.MAX_SAFE_INTEGER ? Number(size) : null;
}

/** The earliest and latest plausible time of a block (epoch milliseconds). */
const [FIRST_TIME, LAST_TIME] = [Date.UTC(2016), Date.UTC(2200)];
/** Versions of unsigned transactions. */
const UNSIGNED = new Set([4, 5]);

/** The time of a block, from the timestamp transaction of its author. A UTC instant; null if there is none. */
export function blockTime(transactions: readonly Uint8Array[]): string | null {
  for (const transaction of transactions) {
    const begin = readCompact(transaction, 0)?.bytes ?? 0;
    // It consists of version, pallet, the pallet's first call, and one number.
    if (!UNSIGNED.has(transaction[begin] ?? 0) || transaction[begin + 2] !== 0) continue;
    const time = readCompact(transaction, begin + 3);
    if (time === null || begin + 3 + time.bytes !== transaction.byteLength) continue;
    if (time.value >= FIRST_TIME && time.value < LAST_TIME) return new Date(time.value).toISOString();
  }
  return null;
}
