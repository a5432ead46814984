import { z } from 'zod';
import type { SubmissionRecord } from '../records.ts';
import { submissionIdInput } from '../submission-id.ts';
import type { Failure } from './failure.ts';
import { uniqueListOf } from './input.ts';

/** Why a submission waits for a person. Nothing is sent while it does. */
export type PauseReason =
  | { readonly kind: 'by-person' }
  /** The same bytes were submitted with this account before, or are in the queue already. */
  | {
      readonly kind: 'duplicate';
      readonly of: {
        readonly localId: number;
        readonly name: string;
        readonly submissionId: string | null;
        readonly at: string;
      };
    }
  /** Sending it would go beyond what the person wants to be asked about. */
  | { readonly kind: 'beyond-spending-limit' }
  /** The data came from a copy, and the service's records could not tell what was submitted since that was made. */
  | { readonly kind: 'since-copy' };

/** Why the service's records cannot tell what became of an attempt, so that a person is asked. */
export type CannotTell =
  /** This account has no way to read them (an API key alone, and a service that shows it nothing). */
  | 'no-records'
  /** They exist, but are refused to this account, cannot be understood or have been out of reach for long. */
  | 'records-unreadable'
  | 'list-incomplete'
  /** A record that may be this one carries a hash of a kind that nobody here can compute. */
  | 'hash-unknown'
  /** A record that may be this one has had no hash for so long that none is awaited any more. */
  | 'hash-missing'
  /** Several records or files of the same bytes, or of the same size and time. */
  | 'indistinguishable'
  /** The only record with these bytes is from before the attempt. */
  | 'same-bytes-before'
  /** No receipt shows yet how this service lists what this account submits. */
  | 'listing-unproven';

/** How far Dropslip is with finding out what became of an attempt whose answer was lost. */
export type Check =
  /** It reads the service's records. By `until` (UTC instant) they have told, or it is known that they can't. */
  | { readonly kind: 'checking'; readonly until: string }
  /** It needs the person, unless the records tell after all: it goes on looking, ever more rarely. */
  | { readonly kind: 'cannot-tell'; readonly why: CannotTell };

/**
 * The hash in a record that is none of what was submitted. `known-file`: that of another file of this account. `unknown`:
 * of bytes that nobody here has, which may be this file's, encrypted by the service; that is no reason to worry unless the
 * service named the account's other files at the time (`unlikeOthers`).
 */
export type OtherContent = {
  readonly dataHash: string;
  readonly of: 'known-file' | 'unknown';
  readonly unlikeOthers?: true;
};

/** What a file waits for besides its turn: the service’s records are to be read; or it was tried again only just now. */
export type Awaits = 'records' | 'next-try';

/** The state of one dropped file. Only `src/main/submissions` changes it; everybody else reads it. */
export type SubmissionState =
  /** `awaits`: what has to be there before it is sent, whose turn ever it is. */
  | { readonly kind: 'waiting'; readonly awaits?: Awaits }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly attempt: number }
  | { readonly kind: 'retrying'; readonly until: string; readonly reason: Failure }
  | { readonly kind: 'paused'; readonly why: PauseReason }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'rejected'; readonly reason: Failure }
  | { readonly kind: 'unsettled'; readonly since: string; readonly reason: Failure; readonly check: Check }
  | { readonly kind: 'submitted'; readonly submissionId: string; readonly at: string }
  /** `other`: what the record names in place of this file's content; absent where it names it, or nothing. */
  | { readonly kind: 'confirmed'; readonly submissionId: string; readonly at: string; readonly other?: OtherContent }
  | { readonly kind: 'failed'; readonly submissionId: string; readonly reason: Failure };

export type SubmissionStateKind = SubmissionState['kind'];

/** Whether the service's records are being read to learn what became of it: nobody is asked meanwhile. */
export function isBeingChecked(state: SubmissionState): boolean {
  return state.kind === 'unsettled' && state.check.kind === 'checking';
}

/** One row of the submit screen. */
export type Submission = {
  readonly id: number;
  readonly accountId: string;
  /** File name alone, as the person knows it. */
  readonly name: string;
  /** Where it lay inside a dropped folder (`photos/2026`), or null when it was dropped by itself. */
  readonly folder: string | null;
  /** Bytes, or null when the file could not be read. */
  readonly size: number | null;
  /** UTC instant. */
  readonly addedAt: string;
  readonly state: SubmissionState;
  /** What the service charged, once its record says so. */
  readonly cost: Cost | null;
  /** What a person wanted while it could not be had at once: to stop the file unless the service has taken it. */
  readonly wish: 'cancel' | 'pause' | null;
};

/** A cost as text of any length; `decimals` is null while nobody has said how many the token has. */
export type Cost = {
  readonly amount: string;
  readonly token: string | null;
  readonly decimals: number | null;
};

/** Bytes that the socket has taken of one submission that is being sent, or read of one being prepared. */
export type SubmissionProgress = { readonly id: number; readonly done: number; readonly total: number };

/** Everything at once: the strip above the list. Bytes are numbers: file sizes stay below 2^53. */
export type QueueSummary = {
  readonly files: number;
  readonly filesDone: number;
  /** Of those that are done, the ones that go no further without the person. */
  readonly filesNeedingYou: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Bytes a second over the last seconds, or null while nothing moves. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** What the whole queue waits for, in words ("The service asks for a pause until 14:05"); null when it moves. */
  readonly waitingFor: string | null;
  /** Of the submissions not yet sent, from this account's own history; null while there is none. */
  readonly estimate: CostEstimate | null;
};

/** What the rest of the queue will probably cost. Amounts are whole base units as decimal text. */
export type CostEstimate = {
  readonly cost: Cost;
  /** The balance of the token that pays, null while it is not known. */
  readonly balance: string | null;
  readonly covered: boolean | null;
};

/** How the queue works for an account; kept. */
export type QueueSettings = {
  /** How many files at a time: chosen by itself, or set. */
  readonly atOnce: 'automatic' | number;
  /** "Ask me beyond": whole base units per batch as decimal text, null for no line. */
  readonly spendingLimit: string | null;
};

/** One try at sending a submission, as the journal has it. */
export type Attempt = {
  readonly number: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: 'under-way' | 'accepted' | 'refused' | 'not-sent' | 'unknown' | 'interrupted';
  readonly detail: string | null;
};

/** What stands behind a row: opened under "Details". */
export type SubmissionDetails = {
  readonly submission: Submission;
  readonly path: string;
  /** Keccak-256 of the bytes, lower-case hex with `0x`; null before the file was read. */
  readonly keccak256: string | null;
  /** BLAKE2b-256 and SHA-256 of the same bytes, written likewise. */
  readonly blake2b256: string | null;
  readonly sha256: string | null;
  readonly attempts: readonly Attempt[];
  readonly record: SubmissionRecord | null;
  readonly settlement: string | null;
};

const localIds = uniqueListOf(z.number().int().positive(), 200_000);

export const submissionsCallInputs = {
  'submissions.cancel': z.strictObject({ ids: localIds }),
  'submissions.pause': z.strictObject({ ids: localIds }),
  /** Goes on with those that wait for `why`, and with no other: a person saw them wait for that. */
  'submissions.resume': z.strictObject({
    ids: localIds,
    why: z.enum(['by-person', 'duplicate', 'beyond-spending-limit', 'since-copy']),
  }),
  'submissions.retry': z.strictObject({ ids: localIds }),
  'submissions.remove': z.strictObject({ ids: localIds }),
  /** Sends these next. */
  'submissions.moveToFront': z.strictObject({ ids: localIds }),
  'submissions.clearFinished': z.strictObject({}),
  'submissions.details': z.strictObject({ id: z.number().int().positive() }),
  /** A person's word on an unsettled submission. */
  'submissions.settleByHand': z.strictObject({
    id: z.number().int().positive(),
    verdict: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('went-through'), submissionId: submissionIdInput }),
      z.strictObject({ kind: z.literal('did-not') }),
    ]),
  }),
  'submissions.settings': z.strictObject({
    atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
    spendingLimit: z
      .string()
      .regex(/^\d{1,78}$/)
      .nullable(),
  }),
} as const;

export const submissionsFileCallInputs = {
  'submissions.add': z.strictObject({ paths: uniqueListOf(z.string().max(32_768), 200_000) }),
} as const;

export type SubmissionsCallAnswers = {
  'submissions.cancel': null;
  'submissions.pause': null;
  'submissions.resume': null;
  'submissions.retry': null;
  'submissions.remove': null;
  'submissions.moveToFront': null;
  'submissions.clearFinished': null;
  'submissions.details': SubmissionDetails;
  'submissions.settleByHand': null;
  'submissions.settings': null;
};

export type SubmissionsFileCallAnswers = {
  'submissions.add': AddAnswer;
};

/** How many rows were made, and what could not become a row ("This folder is empty"), as sentences. */
export type AddAnswer = { readonly added: number; readonly notes: readonly string[] };
