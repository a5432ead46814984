import { createHash } from 'node:crypto';
import { Bytes, compact, Enum, Struct, u8 } from 'scale-ts';

/**
 * Transactions in the network's encoding (SCALE): a compact length and a version byte; for signed ones the signer, the
 * signature and the extra (era, nonce, tip); then the call, which is two index bytes and its arguments. The app id is the
 * first argument of `submit_data`. Signatures are fake, because nothing here verifies them.
 */
const SIGNED_VERSION_4 = 0x84;
const UNSIGNED_VERSION_5 = 0x05;

const call = {
  timestampSet: Uint8Array.of(3, 0),
  balancesTransferKeepAlive: Uint8Array.of(6, 3),
  dataAvailabilitySubmitData: Uint8Array.of(29, 1),
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

/** The submission in a transaction: `seq` is its number, `size` is in bytes. */
export type CarriedSubmission = { readonly seq: number; readonly size: number };

const PRACTICE_APP_ID = 246;
const submitter = accountOf('submitter');

/** A `submit_data` transaction up to its data. Exactly the `size` bytes follow. */
export function headOfSubmission(blockNumber: number, { seq, size }: CarriedSubmission): Uint8Array {
  const signed = signedBy(submitter, blockNumber, `submission ${seq} in ${blockNumber}`, seq);
  const rest = Buffer.concat([
    signed,
    call.dataAvailabilitySubmitData,
    compact.enc(PRACTICE_APP_ID),
    compact.enc(size),
  ]);
  return Buffer.concat([compact.enc(rest.length + size), rest]);
}

/** The first transaction of every block: its time, in epoch milliseconds. */
export function timestampTransaction(milliseconds: number): Uint8Array {
  return withLength([Uint8Array.of(UNSIGNED_VERSION_5), call.timestampSet, compact.enc(milliseconds)]);
}

/** A transaction of another sender, between the submissions of a block. */
export function transferTransaction(blockNumber: number, extrinsicIndex: number): Uint8Array {
  const what = `transfer ${extrinsicIndex} in ${blockNumber}`;
  const signed = signedBy(accountOf(`payer of ${what}`), blockNumber, what, extrinsicIndex);
  const payee = multiAddress.enc({ tag: 'Id', value: accountOf(`payee of ${what}`) });
  const amount = 10n ** 18n * BigInt(1 + (blockNumber % 9));
  return withLength([signed, call.balancesTransferKeepAlive, payee, compact.enc(amount)]);
}

function signedBy(signer: Uint8Array, blockNumber: number, what: string, nonce: number): Uint8Array {
  return signedPart.enc({
    version: SIGNED_VERSION_4,
    signer: { tag: 'Id', value: signer },
    signature: { tag: 'Sr25519', value: madeUpSignature(what) },
    era: eraOf(blockNumber),
    nonce,
    tip: 0,
  });
}

function withLength(parts: readonly Uint8Array[]): Uint8Array {
  const rest = Buffer.concat(parts);
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

function accountOf(name: string): Uint8Array {
  return createHash('sha256').update(`practice account: ${name}`).digest();
}

function madeUpSignature(of: string): Uint8Array {
  return createHash('sha512').update(`practice signature: ${of}`).digest();
}
