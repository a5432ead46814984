import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { call, event, fileCall, submissionIdInput } from './call.ts';
import { sentInput } from './receipts.ts';

/** The source of the bytes: the service, or, at least in part, the network behind it. */
export const retrievalSources = ['service', 'network'] as const;
export type RetrievalSource = (typeof retrievalSources)[number];

/** The proof of the bytes, strongest first: Dropslip read the file here, a receipt, or the hash in the service's record. */
export const retrievalProofs = ['file', 'receipt', 'record'] as const;
export type RetrievalProof = (typeof retrievalProofs)[number];

/** Bytes; `total` is null until it is known. `parts`: null for a single piece. */
export type RetrievalProgress = {
  readonly done: number;
  readonly total: number | null;
  readonly parts: { readonly done: number; readonly total: number } | null;
};

/** The reason for waiting. `turn`: others are ahead. `until`: the UTC instant of the next try; null if unknown. */
export type RetrievalWait = {
  readonly why: 'turn' | 'pause' | 'not-final' | 'unreachable' | 'starting';
  readonly until: string | null;
};

export type RetrievalState =
  | ({ readonly kind: 'waiting'; readonly progress: RetrievalProgress | null } & RetrievalWait)
  | ({ readonly kind: 'fetching'; readonly source: RetrievalSource } & RetrievalProgress)
  /** All bytes were received and are being verified or decrypted. Bytes. */
  | {
      readonly kind: 'checking';
      readonly step: 'digests' | 'decrypting';
      readonly done: number;
      readonly total: number | null;
    }
  /** The content is encrypted. `mayKeep`: it can be saved as an age file. `wasWrong`: the last key did not open it. */
  | { readonly kind: 'needs-key'; readonly mayKeep: boolean; readonly wasWrong: boolean }
  | {
      readonly kind: 'saved';
      readonly fileName: string;
      /** Number of files in a folder; null for one file. */
      readonly files: number | null;
      readonly size: number;
      readonly proof: RetrievalProof;
      readonly source: RetrievalSource;
      readonly wasEncrypted: boolean;
      /** Number of names changed for systems that do not allow them. */
      readonly renamed: number;
      /** UTC instant. */
      readonly at: string;
    }
  | { readonly kind: 'failed'; readonly reason: Failure };

export type Retrieval = {
  readonly id: number;
  readonly accountId: string;
  readonly submissionId: string;
  /** The file name to save, if known. */
  readonly name: string | null;
  /** UTC instant. */
  readonly addedAt: string;
  readonly state: RetrievalState;
};

/** True if nothing more happens without the user. */
export function isOver({ kind }: RetrievalState): boolean {
  return kind === 'saved' || kind === 'failed';
}

/** True if bytes are downloaded or verified. */
export function isFetching({ kind }: RetrievalState): boolean {
  return kind === 'fetching' || kind === 'checking';
}

const id = z.number().int().positive();
const accountId = z.string().min(1).max(64);
const digest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();

/** Characters of a hash or number. */
export const MOST_IN_PLACE = 80;
const text = z.string().max(MOST_IN_PLACE).nullable();

/** The place of a submission on the network, according to a receipt. */
const placeInput = z.strictObject({
  submissionId: submissionIdInput,
  blockHash: text,
  extrinsicIndex: text,
  txHash: text,
  dataHash: text,
});
export type RetrievalPlace = Readonly<z.output<typeof placeInput>>;

/** A receipt has its own submission and at most 10,000 parts. */
const MOST_PLACES = 10_001;

const from = z.discriminatedUnion('kind', [
  /** A row of the queue, a record, the answer to a look-up, or a typed id. */
  z.strictObject({ kind: z.literal('id'), accountId, submissionId: submissionIdInput }),
  /** A submission of any account on this computer. */
  z.strictObject({ kind: z.literal('kept'), submissionId: submissionIdInput }),
  z.strictObject({
    kind: z.literal('receipt'),
    submissionId: submissionIdInput,
    /** The address in the receipt; null for the practice service. */
    address: z.string().max(2_000).nullable(),
    name: z.string().min(1).max(1_000),
    size: z.number().int().min(0).nullable(),
    digests: z.strictObject({ keccak256: digest, blake2b256: digest, sha256: digest }),
    sent: sentInput,
    places: z.array(placeInput).max(MOST_PLACES),
  }),
]);

const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().min(1).max(10_000) }),
  /** One age secret key, or the text of an identity file with several. */
  z.strictObject({ kind: z.literal('identity'), identity: z.string().trim().min(1).max(10_000) }),
  /** Save the age file without decryption. */
  z.strictObject({ kind: z.literal('as-it-is') }),
]);

export const retrievalCalls = {
  /** All downloads that are not dismissed, newest first. */
  'retrieval.list': call({}).answering<readonly Retrieval[]>(),
  /** Answers with the download already in progress for the same submission, if there is one. */
  'retrieval.start': call({ from }).answering<Retrieval>(),
  /** The same into a folder that a program names. */
  'retrieval.startInto': fileCall(
    z.strictObject({ from, paths: z.array(z.string().max(32_768)).length(1) }),
  ).answering<Retrieval>(),
  'retrieval.answer': call({ id, answer }),
  /** Continues a failed download. Proven bytes are not downloaded again. */
  'retrieval.retry': call({ id }),
  /** Stops a download and removes it from the list. A saved file stays. */
  'retrieval.dismiss': call({ id }),
  /** Shows the saved file in the system's file manager. */
  'retrieval.show': call({ id }),
} as const;

export const retrievalEvents = {
  'retrieval.changed': event<{ readonly retrieval: Retrieval }>(),
  'retrieval.dismissed': event<{ readonly id: number }>(),
} as const;
