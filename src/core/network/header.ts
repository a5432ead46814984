import { Bytes, compact, Struct, Tuple, u8, u16, u64, Vector } from 'scale-ts';
import { z } from 'zod';
import { normaliseHex } from '../../shared/hex.ts';
import type { Hashing } from './hashing.ts';

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

/** Whether a header is that of a block: the block's hash is BLAKE2b-256 of its header in SCALE. */
export function proveHeader(header: Header, blockHash: string, hashing: Hashing): HeaderProof {
  const extension = encodedExtension(header.extension);
  if (extension === null) return 'unknown';
  if (hashing.blake2b256(Buffer.concat([encodedCore(header), extension.bytes])) === blockHash) return 'proven';
  return extension.isCertain ? 'other' : 'unknown';
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
const hashBytes = hashInput.transform((hex): Uint8Array => bytesOf(hex));
const lookupInput = z.object({
  size: u32Input,
  index: z.array(z.object({ appId: u32Input, start: u32Input })),
});
const commitmentInput = z.object({ rows: u16Input, cols: u16Input, commitment: bytesInput, dataRoot: hashBytes });

const lookup = Struct({ size: compact, index: Vector(Struct({ appId: compact, start: compact })) });
const commitment = Struct({ rows: compact, cols: compact, commitment: Bytes(), dataRoot: hash });
const third = Struct({ appLookup: lookup, commitment });
const fourth = Struct({ appLookup: lookup, rowsPerTx: Vector(u16), commitment });
const blobs = Struct({
  blobs: Vector(Struct({ sizeBytes: u64, commitment: hash })),
  dataRoot: hash,
  paramsVersion: u8,
});

const thirdInput = z.strictObject({ appLookup: lookupInput, commitment: commitmentInput }).transform(third.enc);
const fourthInput = z
  .strictObject({ appLookup: lookupInput.extend({ rowsPerTx: z.array(u16Input) }), commitment: commitmentInput })
  .transform(({ appLookup, commitment }) => fourth.enc({ appLookup, rowsPerTx: appLookup.rowsPerTx, commitment }));
const blobsInput = z
  .strictObject({
    blobs: z.array(z.strictObject({ sizeBytes: z.int().min(0).transform(BigInt), commitment: hashBytes })),
    dataRoot: hashBytes,
    paramsVersion: z.union([z.int().min(0).max(255), z.literal('V0').transform(() => 0)]),
  })
  .transform(blobs.enc);

const tag = Tuple(u8, u8);
const behind = (first: Uint8Array) => (rest: Uint8Array) => Buffer.concat([first, rest]);

/** The kinds of extension that the network's published sources name, each with its number in SCALE. */
const certainExtension = z.strictObject({ V3: thirdInput }).transform(({ V3 }) => behind(Uint8Array.of(2))(V3));
const newerExtension = z.union([
  z.strictObject({ V4: fourthInput }).transform(({ V4 }) => behind(Uint8Array.of(3))(V4)),
  z.strictObject({ Kzg: z.strictObject({ V4: fourthInput }) }).transform(({ Kzg }) => behind(tag.enc([0, 0]))(Kzg.V4)),
  z.strictObject({ Fri: z.strictObject({ V1: blobsInput }) }).transform(({ Fri }) => behind(tag.enc([1, 0]))(Fri.V1)),
]);

type Extension = {
  readonly bytes: Uint8Array;
  /** Held against published blocks, so that another hash is another header. Of the others it may as well be a slip here. */
  readonly isCertain: boolean;
};

/** Null: of a kind that is not known here. */
function encodedExtension(extension: unknown): Extension | null {
  if (extension === undefined) return { bytes: new Uint8Array(0), isCertain: true };
  const certain = certainExtension.safeParse(extension);
  if (certain.success) return { bytes: certain.data, isCertain: true };
  const newer = newerExtension.safeParse(extension);
  return newer.success ? { bytes: newer.data, isCertain: false } : null;
}
