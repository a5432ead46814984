import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { LONGEST_REMEMBERED, type LookupKeys, MOST_LINES } from '../lookup-keys.ts';
import type { RecordPhase, SubmissionRecord } from '../records.ts';
import type { Cost } from '../submissions/cost.ts';
import type { PartOfAll } from '../submissions/parts.ts';
import { call, event, fileCall, listOf, submissionIdInput, uniqueListOf } from './call.ts';
import type { FileDigests } from './receipts.ts';
import type { Submission } from './submissions.ts';

/** By which of its keys a submission was found. */
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

/** Why a submission was found: the value of the key, and the part of it that matched (UTF-16 offsets). */
export type MatchReason = {
  readonly key: MatchKey;
  readonly value: string;
  readonly from: number;
  readonly until: number;
};

/** A submission, or a file not yet submitted, that is kept on this computer. */
export type Match = {
  readonly accountId: string;
  readonly submissionId: string | null;
  /** The file of this app that it belongs to; null for what another program submitted. */
  readonly submission: Submission | null;
  /** Where it is a part of that file. */
  readonly part?: PartOfAll;
  /** As last read from the service; null when it never was. */
  readonly phase: RecordPhase | null;
  /** When it was submitted, else added; UTC instant. */
  readonly at: string | null;
  readonly why: MatchReason;
};

export type SearchAnswer = {
  /** The most telling first, then what was added or submitted last; at most `MATCHES_SHOWN`. */
  readonly matches: readonly Match[];
  /** There are more than are listed. */
  readonly more: boolean;
  /** Nothing fits, and these names are written almost like this. */
  readonly areSimilar: boolean;
};

export const MATCHES_SHOWN = 50;

/** A submission as this computer has it. */
export type KeptSubmission = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly submission: Submission | null;
  /** Where it is a part of that file. */
  readonly part?: PartOfAll;
  readonly record: SubmissionRecord | null;
  readonly cost: Cost | null;
  readonly watched: boolean;
};

export type FileAnswer = SearchAnswer & { readonly name: string; readonly size: number; readonly digests: FileDigests };

export type RecentLookup = {
  readonly id: number;
  /** The text that goes into the box again. */
  readonly text: string;
  /** The result in a few words. */
  readonly outcome: string;
  /** UTC instant. */
  readonly at: string;
};

/** The question of a line of a list, under a key of the window's own. */
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
  /** A file that is kept here and has no submission id: it was not submitted, or not yet. */
  | { readonly kind: 'no-receipt'; readonly submission: Submission }
  /** It is no id, and nothing on this computer fits. */
  | { readonly kind: 'not-kept' }
  /** Fits several of the submissions that are kept here; `more` than these. */
  | { readonly kind: 'several'; readonly count: number; readonly more: boolean }
  | { readonly kind: 'trouble'; readonly reason: Failure };

export type ListProgress = {
  readonly listId: string;
  readonly answers: readonly { readonly key: string; readonly answer: PastedAnswer }[];
  readonly done: number;
  readonly total: number;
  /** The service asks for a pause until this UTC instant; null while nothing is waited for. */
  readonly waitingUntil: string | null;
  readonly ended: 'whole' | 'cancelled' | null;
};

/** A watched submission whose record was read anew. `isFinal`: it does not change any more, and is watched no longer. */
export type WatchNews = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly name: string | null;
  readonly record: SubmissionRecord;
  readonly cost: Cost | null;
  readonly isFinal: boolean;
};

/**
 * A submission that is watched no longer although it is not final. `unknown`: the service does not know it.
 * `not-offered`: it answers no look-ups with this account's credentials.
 */
export type WatchEnd = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly name: string | null;
  readonly why: 'unknown' | 'not-offered';
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
  /** Searches what is kept on this computer, of all accounts. Asks nobody. */
  'lookup.search': call(keys).answering<SearchAnswer>(),
  /** Says that searches are about to come, so that the first need not wait. */
  'lookup.prepare': call({}),
  /** The submission of the account if it has the id, else of another that has it. */
  'lookup.kept': call({ accountId, submissionId }).answering<KeptSubmission>(),
  /** Asks the service. Waits where it asks for a pause, until cancelled. */
  'lookup.ask': call({ accountId, submissionId })
    .atMost(16)
    .answering<{ readonly record: SubmissionRecord; readonly cost: Cost | null }>(),
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
  /** Reads a pending submission's record again and again until it is final. Survives a restart. */
  'lookup.watch': call({ accountId, submissionId }),
  'lookup.unwatch': call({ accountId, submissionId }),
  'lookup.recent': call({}).answering<readonly RecentLookup[]>(),
  'lookup.remember': call({
    accountId,
    text: z.string().trim().min(1).max(LONGEST_REMEMBERED),
    outcome: z.string().max(200),
  }),
  'lookup.clearRecent': call({}),
  /** Reads one file and looks for its digests. Told of with `lookup.file-progress`. */
  'lookup.file': fileCall('read', z.strictObject({ lookupId: key, paths: listOf(z.string().max(32_768), 1) }))
    .atMost(8)
    .answering<FileAnswer>(),
} as const;

export const lookupEvents = {
  'lookup.file-progress': event<{ readonly lookupId: string; readonly done: number; readonly total: number }>(),
  'lookup.list': event<{ readonly progress: ListProgress }>(),
  'lookup.watch': event<{ readonly news: WatchNews }>(),
  'lookup.watch-ended': event<{ readonly end: WatchEnd }>(),
  /** A look-up of one id waits until then (UTC instant) because the service asks for a pause. */
  'lookup.waiting': event<{ readonly submissionId: string; readonly until: string }>(),
} as const;
