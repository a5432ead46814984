import { createHash } from 'node:crypto';
import { Bytes, compact, Enum, Struct, u8 } from 'scale-ts';

/**
 * Transactions as the network codes them (SCALE): a compact length, then a version byte; what is signed goes on with the
 * signer, the signature and the extra (era, nonce, tip, app id); last the call: two bytes of index and its arguments.
 * Signatures are made up: nobody checks them here, and nobody could with them.
 */
const SIGNED_VERSION_4 = 0x84;
const UNSIGNED_VERSION_4 = 0x04;

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
  appId: compact,
});

/** Which submission a transaction carries: `seq` counts them, `size` in bytes. */
export type CarriedSubmission = { readonly seq: number; readonly size: number };

const PRACTICE_APP_ID = 246;
const submitter = accountOf('submitter');

/** All of a `submit_data` transaction up to its data: what follows are the `size` bytes, and nothing else. */
export function headOfSubmission(blockNumber: number, { seq, size }: CarriedSubmission): Uint8Array {
  const signed = signedPart.enc({
    version: SIGNED_VERSION_4,
    signer: { tag: 'Id', value: submitter },
    signature: { tag: 'Sr25519', value: madeUpSignature(`submission ${seq} in ${blockNumber}`) },
    era: eraOf(blockNumber),
    nonce: seq,
    tip: 0,
    appId: PRACTICE_APP_ID,
  });
  const rest = Buffer.concat([signed, call.dataAvailabilitySubmitData, compact.enc(size)]);
  return Buffer.concat([compact.enc(rest.length + size), rest]);
}

/** The first of every block: its time, in epoch milliseconds. */
export function timestampTransaction(milliseconds: number): Uint8Array {
  return withLength([Uint8Array.of(UNSIGNED_VERSION_4), call.timestampSet, compact.enc(milliseconds)]);
}

/** Somebody else's business, between the submissions of a block: app id 0, as all that is no data. */
export function transferTransaction(blockNumber: number, extrinsicIndex: number): Uint8Array {
  const what = `transfer ${extrinsicIndex} in ${blockNumber}`;
  const signed = signedPart.enc({
    version: SIGNED_VERSION_4,
    signer: { tag: 'Id', value: accountOf(`payer of ${what}`) },
    signature: { tag: 'Sr25519', value: madeUpSignature(what) },
    era: eraOf(blockNumber),
    nonce: extrinsicIndex,
    tip: 0,
    appId: 0,
  });
  const payee = multiAddress.enc({ tag: 'Id', value: accountOf(`payee of ${what}`) });
  const amount = 10n ** 18n * BigInt(1 + (blockNumber % 9));
  return withLength([signed, call.balancesTransferKeepAlive, payee, compact.enc(amount)]);
}

function withLength(parts: readonly Uint8Array[]): Uint8Array {
  const rest = Buffer.concat(parts);
  return Buffer.concat([compact.enc(rest.length), rest]);
}

/** Mortal, for 64 blocks from its own on: the period's power of two less one below, the place within the period above. */
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
