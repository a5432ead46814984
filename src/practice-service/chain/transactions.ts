import { createHash } from 'node:crypto';
import { Bytes, compact, Enum, Struct, u8, u64 } from 'scale-ts';

/**
 * Transactions in the network's encoding (SCALE): a compact length and a version byte; for signed ones the signer, the
 * signature and the extra (era, nonce, tip); then the call, which is two index bytes and its arguments. The app id is
 * the first argument of `submit_data` and `submit_blob_metadata`. Signatures are fake, because nothing here verifies them.
 */
const SIGNED_VERSION_4 = 0x84;
const UNSIGNED_VERSION_5 = 0x05;

const call = {
  timestampSet: Uint8Array.of(3, 0),
  dataAvailabilitySubmitData: Uint8Array.of(29, 1),
  dataAvailabilitySubmitBlobMetadata: Uint8Array.of(29, 5),
} as const;

const ACCOUNT_BYTES = 32;
const SIGNATURE_BYTES = 64;
const multiAddress = Enum({ Id: Bytes(ACCOUNT_BYTES) });
const multiSignature = Enum({ Ed25519: Bytes(SIGNATURE_BYTES), Sr25519: Bytes(SIGNATURE_BYTES) });
export const signedPart = Struct({
  version: u8,
  signer: multiAddress,
  signature: multiSignature,
  era: Bytes(2),
  nonce: compact,
  tip: compact,
});

/** The submission in a transaction: `seq` is its number, `size` that of its data in bytes. */
export type CarriedSubmission = { readonly seq: number; readonly size: number; readonly networkAppId: number };

const submitter = createHash('sha256').update('practice account: submitter').digest();

/** A `submit_data` transaction up to its data. Exactly the `size` bytes follow. */
export function headOfSubmission(blockNumber: number, { seq, size, networkAppId }: CarriedSubmission): Uint8Array {
  const rest = Buffer.concat([
    signedPartOf(seq, blockNumber),
    call.dataAvailabilitySubmitData,
    compact.enc(networkAppId),
    compact.enc(size),
  ]);
  return Buffer.concat([compact.enc(rest.length + size), rest]);
}

const COMMITMENT_BYTES = 48;

/** A `submit_blob_metadata` transaction. `blobHash` is hex without a prefix. Its data is outside the transaction. */
export function blobTransaction(
  blockNumber: number,
  { seq, size, networkAppId }: CarriedSubmission,
  blobHash: string,
): Uint8Array {
  const commitment = createHash('sha512').update(`commitment of ${blobHash}`).digest().subarray(0, COMMITMENT_BYTES);
  const rest = Buffer.concat([
    signedPartOf(seq, blockNumber),
    call.dataAvailabilitySubmitBlobMetadata,
    compact.enc(networkAppId),
    Buffer.from(blobHash, 'hex'),
    u64.enc(BigInt(size)),
    Bytes().enc(commitment),
  ]);
  return Buffer.concat([compact.enc(rest.length), rest]);
}

function signedPartOf(seq: number, blockNumber: number): Uint8Array {
  return signedPart.enc({
    version: SIGNED_VERSION_4,
    signer: { tag: 'Id', value: submitter },
    signature: { tag: 'Sr25519', value: createHash('sha512').update(`submission ${seq} in ${blockNumber}`).digest() },
    era: eraOf(blockNumber),
    nonce: seq,
    tip: 0,
  });
}

/** The first transaction of every block: its time, in epoch milliseconds. */
export function timestampTransaction(milliseconds: number): Uint8Array {
  const rest = Buffer.concat([Uint8Array.of(UNSIGNED_VERSION_5), call.timestampSet, compact.enc(milliseconds)]);
  return Buffer.concat([compact.enc(rest.length), rest]);
}

/**
 * A mortal era of 64 blocks from its own block on: the low bits have the period's power of two minus one, the high
 * bits the position in the period.
 */
function eraOf(blockNumber: number): Uint8Array {
  const PERIOD = 64;
  const era = (Math.log2(PERIOD) - 1) | ((blockNumber % PERIOD) << 4);
  return Uint8Array.of(era & 0xff, era >> 8);
}
