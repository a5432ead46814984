import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { call, event, listOf, submissionIdInput } from './call.ts';
import { sentInput } from './receipts.ts';

/** The source of the bytes: the service, or, at least in part, the network behind it. */
export const retrievalSources = ['service', 'network'] as const;
export type RetrievalSource = (typeof retrievalSources)[number];

/** The proof of the bytes, the strongest first: Dropslip read the file here, a receipt, the hash in the service's record, or nothing. */
export const retrievalProofs = ['file', 'receipt', 'record', 'nothing'] as const;
export type RetrievalProof = (typeof retrievalProofs)[number];

/**
 * Why nothing proves the bytes: there is nothing to compare them with, or only the hash in the service's record, which is of
 * other bytes. The service may have changed them, or keep them encrypted.
 */
export const unprovenReasons = ['nothing-known', 'other-hash'] as const;
export type UnprovenReason = (typeof unprovenReasons)[number];

/** Bytes; `total` is null until it is known. `parts`: null for what is in one piece. */
export type RetrievalProgress = {
  readonly done: number;
  readonly total: number | null;
  readonly parts: { readonly done: number; readonly total: number } | null;
};

/** Why it waits. `turn`: others are before it. `until`: the UTC instant of the next try; null while not known. */
export type RetrievalWait = {
  readonly why: 'turn' | 'pause' | 'not-final' | 'unreachable' | 'starting';
  readonly until: string | null;
};

export type RetrievalState =
  | ({ readonly kind: 'waiting'; readonly progress: RetrievalProgress | null } & RetrievalWait)
  | ({ readonly kind: 'fetching'; readonly source: RetrievalSource } & RetrievalProgress)
  /** All of it is there, and is compared with its digests or decrypted. Bytes. */
  | {
      readonly kind: 'checking';
      readonly step: 'digests' | 'decrypting';
      readonly done: number;
      readonly total: number | null;
    }
  /** Encrypted. `mayKeep`: it can be saved as the age file that it is. `wasWrong`: the last answer did not open it. */
  | { readonly kind: 'needs-key'; readonly mayKeep: boolean; readonly wasWrong: boolean }
  /** All of it is there and could not be proven: the user decides if it is saved. */
  | { readonly kind: 'needs-yes'; readonly size: number; readonly why: UnprovenReason }
  | {
      readonly kind: 'saved';
      readonly fileName: string;
      /** Files in it; null for one file. */
      readonly files: number | null;
      readonly size: number;
      readonly proof: RetrievalProof;
      readonly source: RetrievalSource;
      readonly wasEncrypted: boolean;
      /** Names that were changed because not every system takes them. */
      readonly renamed: number;
      /** UTC instant. */
      readonly at: string;
    }
  | { readonly kind: 'failed'; readonly reason: Failure }
  | { readonly kind: 'cancelled' };

export type Retrieval = {
  readonly id: number;
  readonly accountId: string;
  readonly submissionId: string;
  /** Under which it will be saved, as far as that is known. */
  readonly name: string | null;
  /** UTC instant. */
  readonly addedAt: string;
  readonly state: RetrievalState;
};

/** Nothing more happens to it by itself. */
export function isOver({ kind }: RetrievalState): boolean {
  return kind === 'saved' || kind === 'failed' || kind === 'cancelled';
}

/** Bytes of it come, or are looked at. */
export function isFetching({ kind }: RetrievalState): boolean {
  return kind === 'fetching' || kind === 'checking';
}

/** So many are under way, or wait, at once. */
export const MOST_RETRIEVALS = 1_000;

const id = z.number().int().positive();
const accountId = z.string().min(1).max(64);
const digest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();

/** Characters of a hash, or of a number, that says where something is. */
export const MOST_IN_PLACE = 80;
const text = z.string().max(MOST_IN_PLACE).nullable();

/** The place of a submission on the network, as a receipt has it. */
const placeInput = z.strictObject({
  submissionId: submissionIdInput,
  blockHash: text,
  extrinsicIndex: text,
  txHash: text,
  dataHash: text,
});
export type RetrievalPlace = Readonly<z.output<typeof placeInput>>;

/** A receipt names itself and as many parts as one has room for. */
const MOST_PLACES = 10_001;

const from = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submission'), localId: id }),
  /** A record, the answer to a look-up, or an id that was typed in. */
  z.strictObject({ kind: z.literal('id'), accountId, submissionId: submissionIdInput }),
  /** Kept on this computer, in whichever account. */
  z.strictObject({ kind: z.literal('kept'), submissionId: submissionIdInput }),
  z.strictObject({
    kind: z.literal('receipt'),
    submissionId: submissionIdInput,
    /** The address that the receipt names; null for the practice service. */
    address: z.string().max(2_000).nullable(),
    name: z.string().min(1).max(1_000),
    size: z.number().int().min(0).nullable(),
    digests: z.strictObject({ keccak256: digest, blake2b256: digest, sha256: digest }),
    sent: sentInput,
    places: listOf(placeInput, MOST_PLACES, 0),
  }),
]);

const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().min(1).max(10_000) }),
  /** One secret key of age, or the text of a file of several. */
  z.strictObject({ kind: z.literal('identity'), identity: z.string().trim().min(1).max(10_000) }),
  /** The age file, as it is. */
  z.strictObject({ kind: z.literal('as-it-is') }),
  /** Although it could not be checked. */
  z.strictObject({ kind: z.literal('unchecked') }),
]);

export const retrievalCalls = {
  /** All that are not dismissed, newest first. */
  'retrieval.list': call({}).answering<readonly Retrieval[]>(),
  /** The one that is under way for the same submission is answered where there is one. */
  'retrieval.start': call({ from }).atMost(2).answering<Retrieval>(),
  'retrieval.answer': call({ id, answer }),
  'retrieval.cancel': call({ id }),
  /** Goes on with one that failed or was cancelled; what is proven is not fetched again. */
  'retrieval.retry': call({ id }),
  /** Takes one that is over off the list. What was saved stays where it is. */
  'retrieval.dismiss': call({ id }),
  /** Shows what was saved in the system's own file manager. */
  'retrieval.show': call({ id }),
} as const;

export const retrievalEvents = {
  'retrieval.changed': event<{ readonly retrieval: Retrieval }>(),
  'retrieval.dismissed': event<{ readonly id: number }>(),
} as const;
