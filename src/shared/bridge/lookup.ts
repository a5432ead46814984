import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { LONGEST_REMEMBERED, type LookupKeys, MOST_LINES } from '../lookup-keys.ts';
import type { RecordPhase, SubmissionRecord } from '../records.ts';
import type { Cost } from '../submissions/cost.ts';
import type { PartOfAll } from '../submissions/parts.ts';
import type { SettlementNote } from '../submissions/settlement-note.ts';
import { call, event, fileCall, submissionIdInput, uniqueListOf } from './call.ts';
import type { FileDigests } from './receipts.ts';
import type { Attempt, Submission } from './submissions.ts';

/** The key that matched a submission. */
export type MatchKey =
  | 'submission-id'
  | 'block-hash'
  | 'data-hash'
  | 'transaction-hash'
  | 'keccak256'
  | 'blake2b256'
  | 'sha256'
  | 'date'
  | 'name';

/** The key that matched, and its value. */
export type MatchReason = { readonly key: MatchKey; readonly value: string };

/** A submission on this computer, or a file that is not submitted yet. */
export type Match = {
  readonly accountId: string;
  readonly submissionId: string | null;
  /** The file of this app; null for submissions of other programs. */
  readonly submission: Submission | null;
  /** Set if it is a part of that file. */
  readonly part?: PartOfAll;
  /** The phase last read from the service; null if it was never read. */
  readonly phase: RecordPhase | null;
  /** Time of submission, or else of adding; UTC instant. */
  readonly at: string | null;
  readonly why: MatchReason;
};

export type SearchAnswer = {
  /** Best matches first, then the newest; at most `MATCHES_SHOWN`. */
  readonly matches: readonly Match[];
  /** There are more matches than listed. */
  readonly more: boolean;
  /** No exact match exists. The listed names are similar. */
  readonly areSimilar: boolean;
};

export const MATCHES_SHOWN = 50;

/** A submission as stored on this computer. */
export type KeptSubmission = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly submission: Submission | null;
  /** Set if it is a part of that file. */
  readonly part?: PartOfAll;
  /** The attempts and the settlement of the file, or of its part. */
  readonly attempts: readonly Attempt[];
  readonly settlement: SettlementNote | null;
  readonly record: SubmissionRecord | null;
  readonly cost: Cost | null;
};

export type FileAnswer = SearchAnswer & { readonly name: string; readonly size: number; readonly digests: FileDigests };

export type RecentLookup = {
  readonly id: number;
  /** The text that is entered again. */
  readonly text: string;
  /** UTC instant. */
  readonly at: string;
};

/** One line of a list. The window chooses the key. */
export type PastedQuestion = { readonly key: string; readonly keys: LookupKeys };

export type PastedAnswer =
  | {
      readonly kind: 'found';
      readonly accountId: string;
      readonly record: SubmissionRecord;
      readonly cost: Cost | null;
      readonly name: string | null;
    }
  /** The service does not know the id. */
  | { readonly kind: 'unknown' }
  /** A file on this computer without a submission id: it is not submitted, or not yet. */
  | { readonly kind: 'no-receipt'; readonly submission: Submission }
  /** The line is not an id, and nothing on this computer matches. */
  | { readonly kind: 'not-kept' }
  /** Several submissions on this computer match; `more`: there are more than `count`. */
  | { readonly kind: 'several'; readonly count: number; readonly more: boolean }
  | { readonly kind: 'trouble'; readonly reason: Failure };

export type ListProgress = {
  readonly listId: string;
  readonly answers: readonly { readonly key: string; readonly answer: PastedAnswer }[];
  readonly done: number;
  readonly total: number;
  /** The service asks for a pause until this UTC instant; null if there is none. */
  readonly waitingUntil: string | null;
  readonly ended: 'whole' | 'cancelled' | null;
};

const accountId = z.string().min(1).max(64);
const submissionId = submissionIdInput;
const key = z.string().min(1).max(64);
const hex = z.string().regex(/^[0-9a-f]{4,64}$/);
const id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const days = z.strictObject({ from: z.iso.datetime(), until: z.iso.datetime() });
const name = z.string().min(1).max(500);
const keys = {
  id: id.nullable(),
  hex: hex.nullable(),
  days: days.nullable(),
  name: name.nullable(),
} as const;

export const lookupCalls = {
  /** Searches the submissions of all accounts on this computer. Sends no request. */
  'lookup.search': call(keys).answering<SearchAnswer>(),
  /** Prepares the index, so that the first search is fast. */
  'lookup.prepare': call({}),
  /** The submission of the account, or else of another account that has the id. */
  'lookup.kept': call({ accountId, submissionId }).answering<KeptSubmission>(),
  /** Asks the service. Waits during its pauses, until cancelled. */
  'lookup.ask': call({ accountId, submissionId }).answering<{
    readonly record: SubmissionRecord;
    readonly cost: Cost | null;
  }>(),
  'lookup.cancelAsk': call({ submissionId }),
  'lookup.cancelFile': call({ lookupId: key }),
  'lookup.startList': call({
    listId: key,
    accountId,
    questions: uniqueListOf(z.strictObject({ key, keys: z.strictObject(keys) }), MOST_LINES, {
      least: 0,
      keyOf: (question) => question.key,
    }),
  }),
  'lookup.cancelList': call({ listId: key }),
  'lookup.recent': call({}).answering<readonly RecentLookup[]>(),
  'lookup.remember': call({
    accountId,
    text: z.string().trim().min(1).max(LONGEST_REMEMBERED),
  }),
  'lookup.clearRecent': call({}),
  /** Reads one file and searches for its digests. Emits `lookup.file-progress`. */
  'lookup.file': fileCall(
    z.strictObject({ lookupId: key, paths: z.array(z.string().max(32_768)).length(1) }),
  ).answering<FileAnswer>(),
} as const;

export const lookupEvents = {
  'lookup.file-progress': event<{ readonly lookupId: string; readonly done: number; readonly total: number }>(),
  'lookup.list': event<{ readonly progress: ListProgress }>(),
} as const;
