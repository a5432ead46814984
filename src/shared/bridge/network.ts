import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { accountIdInput } from './accounts.ts';
import { call, submissionIdInput } from './call.ts';
import { type SentAs, sentKinds } from './receipts.ts';

/** Why nothing can be told, besides a node that does not answer. */
export type UntoldReason =
  /** The record names no block yet. */
  | 'no-block-yet'
  /** The record names a block, and not which of its transactions it is. */
  | 'no-place'
  /** The node has no such block: it may belong to another network, or not have it yet. */
  | 'unknown-block'
  /** The node knows the block, and has its content no more. */
  | 'pruned'
  /** The node's answers do not fit together. */
  | 'node-contradicts-itself'
  /** The record has no hash of the bytes, or one of no kind that is known here, and no digest of the file is known either. */
  | 'nothing-to-compare'
  /** The network has what the service recorded, which is no file as it is: it may be the file, encrypted by the service. */
  | 'may-be-encrypted';

export type NetworkVerdict =
  /** `by`: that the bytes are those that went out, by digests that Dropslip took; or those that the service's record names. */
  | { readonly kind: 'holds'; readonly by: 'file' | 'record' }
  /** `not-yet`: the block may still be left behind. `other-block`: the network has another block at its height. */
  | { readonly kind: 'not-final'; readonly why: 'not-yet' | 'other-block' }
  /** The block has another transaction at that place, or none. */
  | { readonly kind: 'other-transaction' }
  /** The transaction has other bytes, or none. */
  | { readonly kind: 'other-bytes' }
  | { readonly kind: 'cannot-tell'; readonly why: UntoldReason }
  | { readonly kind: 'cannot-tell'; readonly why: 'node-silent'; readonly reason: Failure };

/** A value of the record beside what the network has; null where it is not known. */
type RecordedAndFound = { readonly recorded: string | null; readonly found: string | null };

/** The values that the check saw. Hashes are lower-case hex with `0x`; null if the check ended before. */
export type NetworkFacts = {
  readonly node: string;
  /** The network's own name. */
  readonly chain: string | null;
  readonly blockHash: string | null;
  readonly blockNumber: number | null;
  /** UTC instant that the block itself gives. */
  readonly blockTime: string | null;
  readonly finalizedNumber: number | null;
  readonly extrinsicIndex: number | null;
  readonly txHash: RecordedAndFound;
  /** `found`: BLAKE2b-256 of the bytes that the transaction carries. */
  readonly dataHash: RecordedAndFound;
  /** The bytes of the submission itself, which is what was looked for. */
  readonly sentAs: SentAs;
  /** BLAKE2b-256 of it, where that is known. */
  readonly sentHash: string | null;
  /** Bytes. */
  readonly size: { readonly expected: number | null; readonly found: number | null };
  /**
   * Whether the block's hash proves what was read: its number and roots (`header`), and that these are its transactions
   * (`transactions`). False: that is the node's word.
   */
  readonly proven: { readonly header: boolean; readonly transactions: boolean };
};

export type NetworkAnswer = {
  readonly verdict: NetworkVerdict;
  readonly facts: NetworkFacts;
  /** UTC instant. */
  readonly askedAt: string;
};

export type TriedNode = { readonly chain: string; readonly finalizedNumber: number };

const checkId = z.string().min(1).max(64);
const text = z.string().max(1_000).nullable();
const digest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();

/** The claim of a receipt about the place of its bytes. */
export const networkClaimInput = z.strictObject({
  blockHash: text,
  extrinsicIndex: text,
  txHash: text,
  dataHash: text,
  /** The bytes of the submission itself. Size and digests are of that. */
  sentAs: z.enum(sentKinds),
  size: z.int().nonnegative().nullable(),
  keccak256: digest,
  blake2b256: digest,
});

export const networkCalls = {
  /**
   * Asks the account's node about a record. `accountId`: null for the one that has the submission. Errors: `no-node`,
   * `no-such-record`, `unknown-submission`.
   */
  'network.check': call({ checkId, accountId: accountIdInput.nullable(), submissionId: submissionIdInput })
    .atMost(16)
    .answering<NetworkAnswer>(),
  /** The same of what a receipt says. `address`: of the service that it names; null for the practice service. */
  'network.checkReceipt': call({
    checkId,
    submissionId: submissionIdInput,
    address: z.string().max(2_000).nullable(),
    claim: networkClaimInput,
  })
    .atMost(16)
    .answering<NetworkAnswer>(),
  'network.cancel': call({ checkId }),
  /** Asks a node what it is. A new address is put to the person first, in a window of its own. */
  'network.tryNode': call({ checkId, address: z.string().min(1).max(2_000) })
    .atMost(4)
    .answering<TriedNode>(),
} as const;
