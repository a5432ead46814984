import type { z } from 'zod';
import type { networkClaimInput } from '../../shared/bridge/network.ts';
import type { SentAs } from '../../shared/bridge/receipts.ts';
import { normaliseHex } from '../../shared/text.ts';

/** What is said of where some bytes are on the network; hashes as `normaliseHex` gives them, null what is not said. */
export type Claim = {
  readonly blockHash: string | null;
  readonly extrinsicIndex: number | null;
  readonly txHash: string | null;
  /** The service's hash of the bytes, of which it does not say how it is made. */
  readonly dataHash: string | null;
  /** What went out under the submission's id. */
  readonly sentAs: SentAs;
  /** Of what went out, as Dropslip took them. */
  readonly digests: { readonly keccak256: string | null; readonly blake2b256: string | null };
  readonly size: number | null;
};

/** Reads what a record or a receipt says, whose members are whatever a service gave. */
export function claimOf(said: z.output<typeof networkClaimInput>): Claim {
  const { blockHash, extrinsicIndex, size, keccak256, blake2b256 } = said;
  return {
    blockHash: hashIn(blockHash),
    extrinsicIndex: extrinsicIndex !== null && /^\d{1,9}$/.test(extrinsicIndex) ? Number(extrinsicIndex) : null,
    txHash: hashIn(said.txHash),
    dataHash: hashIn(said.dataHash),
    sentAs: said.sentAs,
    digests: { keccak256, blake2b256 },
    size,
  };
}

/**
 * Whether a claim names the place and the hashes that another does, and says nothing of the bytes that the other does not: what
 * the network answers to it can be said of that one too.
 */
export function saysNothingElse(claim: Claim, other: Claim): boolean {
  const { blockHash, extrinsicIndex, txHash, dataHash, size, digests } = claim;
  const isSamePlace =
    blockHash === other.blockHash &&
    extrinsicIndex === other.extrinsicIndex &&
    txHash === other.txHash &&
    dataHash === other.dataHash;
  const isOrUnsaid = <Value>(value: Value | null, known: Value | null) => value === null || value === known;
  const isSilent = size === null && digests.keccak256 === null && digests.blake2b256 === null;
  return (
    isSamePlace &&
    (isSilent || claim.sentAs === other.sentAs) &&
    isOrUnsaid(size, other.size) &&
    isOrUnsaid(digests.keccak256, other.digests.keccak256) &&
    isOrUnsaid(digests.blake2b256, other.digests.blake2b256)
  );
}

const HASH_CHARACTERS = 66;

/** Only zeros stand for a hash that is not there yet. */
function hashIn(text: string | null): string | null {
  const hex = text === null ? null : normaliseHex(text);
  return hex === null || hex.length !== HASH_CHARACTERS || /^0x0+$/.test(hex) ? null : hex;
}
