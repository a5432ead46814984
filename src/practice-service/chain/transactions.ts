import { createHash } from 'node:crypto';
import { Bytes, compact, Enum, Struct, u8 } from 'scale-ts';

/**
 * Transactions in the network's encoding (SCALE): a compact length and a version byte; for signed ones the signer, the
 * signature and the extra (era, nonce, tip, app id); then the call, which is two index bytes and its arguments.
 * Signatures are fake, because nothing here verifies them.
 */
const SIGNED_VERSION_4 = 0x84;
const UNSIGNED_VERSION_4 = 0x04;

/**
 * From this block on, transactions have the form of the network's later runtime, so that a reader meets both: the app
 * id is the first argument of `submit_data` instead of an extra, and unsigned transactions have version 5.
 */
const LATER_RUNTIME_FROM = 20;
const UNSIGNED_VERSION_5 = 0x05;

/** The runtime of a block: 1, or 2 for the later one. */
function runtimeOf(blockNumber: number): 1 | 2 {
  return blockNumber < LATER_RUNTIME_FROM ? 1 : 2;
}

const call = {
  timestampSet: Uint8Array.of(3, 0),
  balancesTransferKeepAlive: Uint8Array.of(6, 3),
  dataAvailabilitySubmitData: Uint8Array.of(29, 1),
} as const;

const ACCOUNT_BYTES = 32;
const SIGNATURE_BYTES = 64;
const multiAddress = Enum({ Id: Bytes(ACCOUNT_BYTES) });
const multiSignature = Enum({ Ed25519: Bytes(SIGNATURE_BYTES), Sr25519: Bytes(SIGNATURE_BYTES) });
const signedMembers = {
  version: u8,
  signer: multiAddress,
  signature: multiSignature,
  era: Bytes(2),
  nonce: compact,
  tip: compact,
};
export const laterSignedPart = Struct(signedMembers);
export const signedPart = Struct({ ...signedMembers, appId: compact });

/** The submission in a transaction: `seq` is its number, `size` is in bytes. */
export type CarriedSubmission = { readonly seq: number; readonly size: number };

const PRACTICE_APP_ID = 246;
const submitter = accountOf('submitter');

/** A `submit_data` transaction up to its data. Exactly the `size` bytes follow. */
export function headOfSubmission(blockNumber: number, { seq, size }: CarriedSubmission): Uint8Array {
  const signed = signedBy(submitter, blockNumber, {
    what: `submission ${seq} in ${blockNumber}`,
    nonce: seq,
    appId: PRACTICE_APP_ID,
  });
  const appId = runtimeOf(blockNumber) === 1 ? new Uint8Array() : compact.enc(PRACTICE_APP_ID);
  const rest = Buffer.concat([signed, call.dataAvailabilitySubmitData, appId, compact.enc(size)]);
  return Buffer.concat([compact.enc(rest.length + size), rest]);
}

/** The first transaction of every block: its time, in epoch milliseconds. */
export function timestampTransaction(blockNumber: number, milliseconds: number): Uint8Array {
  const version = runtimeOf(blockNumber) === 1 ? UNSIGNED_VERSION_4 : UNSIGNED_VERSION_5;
  return withLength([Uint8Array.of(version), call.timestampSet, compact.enc(milliseconds)]);
}

/**
 * A transaction of another sender, between the submissions of a block. It has app id 0, like all transactions without
 * data.
 */
export function transferTransaction(blockNumber: number, extrinsicIndex: number): Uint8Array {
  const what = `transfer ${extrinsicIndex} in ${blockNumber}`;
  const signed = signedBy(accountOf(`payer of ${what}`), blockNumber, { what, nonce: extrinsicIndex, appId: 0 });
  const payee = multiAddress.enc({ tag: 'Id', value: accountOf(`payee of ${what}`) });
  const amount = 10n ** 18n * BigInt(1 + (blockNumber % 9));
  return withLength([signed, call.balancesTransferKeepAlive, payee, compact.enc(amount)]);
}

type Signing = { readonly what: string; readonly nonce: number; readonly appId: number };

function signedBy(signer: Uint8Array, blockNumber: number, { what, nonce, appId }: Signing): Uint8Array {
  const members = {
    version: SIGNED_VERSION_4,
    signer: { tag: 'Id', value: signer },
    signature: { tag: 'Sr25519', value: madeUpSignature(what) },
    era: eraOf(blockNumber),
    nonce,
    tip: 0,
  } as const;
  return runtimeOf(blockNumber) === 1 ? signedPart.enc({ ...members, appId }) : laterSignedPart.enc(members);
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
