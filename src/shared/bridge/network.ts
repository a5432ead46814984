import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { accountIdInput } from './accounts.ts';
import { call, submissionIdInput } from './call.ts';
import { type SentAs, sentKinds } from './receipts.ts';

/** Why a check has no result, besides a node that does not answer. */
export type UntoldReason =
  /** The record has no block yet. */
  | 'no-block-yet'
  /** The record has a block, but no index of the transaction. */
  | 'no-place'
  /** The node has no such block: it belongs to another network, or is not there yet. */
  | 'unknown-block'
  /** The node knows the block but no longer has its content. */
  | 'pruned'
  /** The node's answers contradict each other. */
  | 'node-contradicts-itself'
  /** The record has no hash of the bytes, or one of an unknown kind, and no digest of the file is known. */
  | 'nothing-to-compare'
  /** The network has the recorded bytes, which are not those of the file. The service may have encrypted it. */
  | 'may-be-encrypted';

export type NetworkVerdict =
  /** `by`: the bytes match digests that Dropslip took from the file (`file`), or only the service's record (`record`). */
  | { readonly kind: 'holds'; readonly by: 'file' | 'record' }
  /** The transaction has the hash and the size of a blob, which the network keeps outside of it. `by`: as above. */
  | { readonly kind: 'blob'; readonly by: 'file' | 'record' }
  /**
   * `not-yet`: the block is not finalized and may still be dropped. `other-block`: the network has another block at
   * its height.
   */
  | { readonly kind: 'not-final'; readonly why: 'not-yet' | 'other-block' }
  /** The block has another transaction at that index, or none. */
  | { readonly kind: 'other-transaction' }
  /** The transaction carries other bytes, or none. */
  | { readonly kind: 'other-bytes' }
  | { readonly kind: 'cannot-tell'; readonly why: UntoldReason }
  | { readonly kind: 'cannot-tell'; readonly why: 'node-silent'; readonly reason: Failure };

/** A value of the record, and the one on the network; null if it is not known. */
type RecordedAndFound = { readonly recorded: string | null; readonly found: string | null };

/** The values that the check read. Hashes are lower-case hex with `0x`; null if the check ended earlier. */
export type NetworkFacts = {
  readonly node: string;
  readonly chain: string | null;
  readonly blockHash: string | null;
  readonly blockNumber: number | null;
  /** UTC instant from the block itself. */
  readonly blockTime: string | null;
  readonly finalizedNumber: number | null;
  readonly extrinsicIndex: number | null;
  readonly txHash: RecordedAndFound;
  /** `found`: BLAKE2b-256 of the bytes that the transaction carries, or the hash of the blob that it names. */
  readonly dataHash: RecordedAndFound;
  /** The content that the check looked for. */
  readonly sentAs: SentAs;
  /** BLAKE2b-256 of that content, if known. */
  readonly sentHash: string | null;
  /** Bytes. */
  readonly size: { readonly expected: number | null; readonly found: number | null };
  /**
   * True if the block's hash proves the values: its number and roots (`header`), and its list of transactions
   * (`transactions`). False if they rely on the node's word.
   */
  readonly proven: { readonly header: boolean; readonly transactions: boolean };
};

export type NetworkAnswer = {
  readonly verdict: NetworkVerdict;
  readonly facts: NetworkFacts;
  /** UTC instant. */
  readonly askedAt: string;
};

const checkId = z.string().min(1).max(64);
const text = z.string().max(1_000).nullable();
const digest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();

/** The place of the bytes according to a receipt. */
export const networkClaimInput = z.strictObject({
  blockHash: text,
  extrinsicIndex: text,
  txHash: text,
  dataHash: text,
  /** The content of the submission. `size` and digests are of that content. */
  sentAs: z.enum(sentKinds),
  size: z.int().nonnegative().nullable(),
  keccak256: digest,
  blake2b256: digest,
});

export const networkCalls = {
  /** Asks the account's node about a record. Errors: `no-node`, `no-such-record`. */
  'network.check': call({
    checkId,
    accountId: accountIdInput,
    submissionId: submissionIdInput,
  }).answering<NetworkAnswer>(),
  /** The same for a receipt. `address`: the service in the receipt; null for the practice service. */
  'network.checkReceipt': call({
    checkId,
    submissionId: submissionIdInput,
    address: z.string().max(2_000).nullable(),
    claim: networkClaimInput,
  }).answering<NetworkAnswer>(),
  /** The last check of a record since the start of the app, if it found the record on the network. */
  'network.held': call({
    accountId: accountIdInput,
    submissionId: submissionIdInput,
  }).answering<NetworkAnswer | null>(),
  'network.cancel': call({ checkId }),
} as const;
