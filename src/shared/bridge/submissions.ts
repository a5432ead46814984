import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import type { SubmissionRecord } from '../records.ts';
import type { BatchCounts, WaitingFor } from '../submissions/batch-status.ts';
import type { Cost, EstimatedCost } from '../submissions/cost.ts';
import type { KnownPayloadLimit, Part, PartsProgress } from '../submissions/parts.ts';
import type { SettlementNote } from '../submissions/settlement-note.ts';
import type { SubmissionState } from '../submissions/submission-state.ts';
import { accountIdInput, submitByInput } from './accounts.ts';
import { call, event, submissionIdInput, uniqueListOf } from './call.ts';

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
  /** Whether it is one file, or a folder that is kept together. */
  readonly content: (typeof contentKinds)[number];
  /** How many files are in the folder; null for a file. */
  readonly files: number | null;
  /** Of what goes in parts, or will; null where it goes whole. */
  readonly parts: PartsProgress | null;
  /** Who can read what goes out; not there where that is anybody. */
  readonly readers?: RowReaders;
};

/** `count`: of public keys. */
export type RowReaders = { readonly kind: 'passphrase' } | { readonly kind: 'recipients'; readonly count: number };

export const contentKinds = ['file', 'folder'] as const;

/** Bytes that the socket has taken of one submission that is being sent, or read of one being prepared. */
export type SubmissionProgress = { readonly id: number; readonly done: number; readonly total: number };

export type QueueSummary = {
  readonly counts: BatchCounts;
  readonly bytes: BatchBytes;
  /** Bytes a second over the last seconds, or null while nothing moves. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** What the whole queue waits for; null when it moves. */
  readonly waitingFor: WaitingFor | null;
  /** Of the submissions not yet sent, from this account's own history; null while there is none. */
  readonly estimate: CostEstimate | null;
  /** What the batch costs, one entry a token. It stays when the batch is done. */
  readonly costs: readonly BatchCost[];
  /** Files that the service charged for, or may have, whose cost is in no record: they are in none of the `costs`. */
  readonly filesWithoutCost: number;
};

/** Bytes of a batch. They are numbers: file sizes stay below 2^53. */
type BatchBytes = {
  /** Of all files but those that were cancelled or refused. */
  readonly all: number;
  /** Of these, what left this computer: what has a receipt, may have been taken, or is being sent. */
  readonly gone: number;
  /** Of the files that hold a receipt. */
  readonly submitted: number;
  /** Of all files, by what has become of them. */
  readonly byStatus: BatchCounts;
};

/** The cost of a batch in one token. Amounts are plain decimal text of base units. */
export type BatchCost = Pick<Cost, 'token' | 'decimals'> & {
  /** By the service's records: exact. Files that were removed from the list are not in it. */
  readonly known: string;
  /** Of all files without a record: sent, being sent, or still to be sent. */
  readonly estimated: string;
  /** As in `EstimatedCost`, for `estimated`. */
  readonly atMost?: true;
};

/** What waits for the person's word because of what it costs. */
export type HeldCost = {
  /** Of the list; a folder that is kept together is one. */
  readonly rows: number;
  /** Those in folders counted one by one. */
  readonly files: number;
  /** What they take: parts and manifests are submissions too. */
  readonly submissions: number;
  readonly bytes: number;
  /** What they will probably cost; null while nobody knows. */
  readonly estimate: CostEstimate | null;
};

/** What waits for the person's word because of what it costs, in figures. */
export type HeldCosts = {
  /**
   * Nothing of them goes before the person has said yes. `adding`: there are more to come. `ahead`: files of the account that
   * are on their way or submitted already, and whose cost no record has told yet.
   */
  readonly unapproved:
    | (HeldCost & { readonly adding: boolean; readonly ahead: number; readonly isBeyondLimit: boolean })
    | null;
  readonly beyondLimit: HeldCost | null;
  /**
   * The spending limit, and what the batch has cost so far or will have once what goes by itself has gone, both in the limit's
   * own token. `isOtherToken`: it says nothing of what is paid now, and nothing goes without a yes.
   */
  readonly limit: { readonly limit: Cost; readonly spent: Cost; readonly isOtherToken: boolean } | null;
  /** What costs and limit are measured in; null while nobody knows which token pays. */
  readonly unit: Pick<Cost, 'token' | 'decimals'> | null;
};

/** What the rest of the queue will probably cost. Amounts are whole base units as decimal text. */
export type CostEstimate = EstimatedCost & {
  /** The balance of the token that pays, null while it is not known. */
  readonly balance: string | null;
  readonly covered: boolean | null;
};

export type Attempt = {
  readonly number: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: 'under-way' | 'accepted' | 'refused' | 'not-sent' | 'unknown' | 'interrupted';
  /** What went wrong, in its order: what was refused under one form of the path may go on to fail under another. */
  readonly failures: readonly Failure[];
  /** What else is to be known: the receipt's id, what the disk said, or all that an earlier version wrote down. */
  readonly detail: string | null;
};

export type SubmissionDetails = {
  readonly submission: Submission;
  readonly path: string;
  /** Keccak-256 of the bytes, lower-case hex with `0x`; null before the file was read, and where it was not made. */
  readonly keccak256: string | null;
  /** BLAKE2b-256 and SHA-256 of the same bytes, written likewise; null before the file was read. */
  readonly blake2b256: string | null;
  readonly sha256: string | null;
  readonly attempts: readonly Attempt[];
  readonly record: SubmissionRecord | null;
  readonly settlement: SettlementNote | null;
};

/** What a file goes on from by `submissions.resume`. What is unapproved is a whole drop, with figures of its own. */
const resumeReasons = ['by-person', 'duplicate', 'beyond-spending-limit', 'since-copy'] as const;
export type ResumeReason = (typeof resumeReasons)[number];

const localIds = uniqueListOf(z.number().int().positive(), 200_000);

export const submissionCalls = {
  'submissions.cancel': call({ ids: localIds }).atMost(8),
  'submissions.pause': call({ ids: localIds }).atMost(8),
  /** Goes on with those that wait for `why`, and with no other: a person saw them wait for that. */
  'submissions.resume': call({
    ids: localIds,
    why: z.enum(resumeReasons),
  }).atMost(8),
  'submissions.retry': call({ ids: localIds }).atMost(8),
  /** Takes these off the list; null where nothing of them can be put back. */
  'submissions.remove': call({ ids: localIds }).atMost(8).answering<Removal | null>(),
  'submissions.moveToFront': call({ ids: localIds }).atMost(8),
  /** Takes all off the list that was submitted and needs nobody. */
  'submissions.clearFinished': call({}).answering<Removal | null>(),
  /** Puts back what one removal took off the list, or with null the latest one of the shown account. Says how many rows. */
  'submissions.undoRemoval': call({ removalId: z.number().int().positive().nullable() }).answering<{
    readonly files: number;
  }>(),
  'submissions.details': call({ id: z.number().int().positive() }).answering<SubmissionDetails>(),
  /** The parts of a row in their order, from `offset` on; `troubled`: of those alone that failed or are in doubt. */
  'submissions.parts': call({
    id: z.number().int().positive(),
    which: z.enum(['all', 'troubled']),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  }).answering<readonly Part[]>(),
  /** The user knows the id of an unsettled submission, or of a part of one. */
  'submissions.settleByHand': call({ id: z.number().int().positive(), submissionId: submissionIdInput }),
  /** The user says that these unsettled submissions, or parts of them, did not arrive. Main asks about all of them once. */
  'submissions.sendAgain': call({ ids: localIds }).atMost(8),
  'submissions.payloadLimit': call({ accountId: accountIdInput }).answering<KnownPayloadLimit>(),
  /** A person says how many bytes the service takes at once; with null nothing is known any more. */
  'submissions.setPayloadLimit': call({
    accountId: accountIdInput,
    bytes: z.number().int().min(1_024).max(9_999_999_999_999).nullable(),
  }).atMost(8),
  'submissions.settings': call({
    atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
    spendingLimit: z
      .strictObject({ amount: z.string().regex(/^\d{1,78}$/), token: z.string().max(2_000).nullable() })
      .nullable(),
    askBeyondFiles: z.number().int().min(0).max(1_000_000).nullable(),
  }),
  /**
   * The person's yes to files that wait for it, with what they saw of it: to which account's service they go, who pays and
   * what they cost (null where nobody knew). Main lets nothing go where that is not so any more.
   */
  'submissions.approve': call({
    ids: localIds,
    accountId: accountIdInput,
    address: z.string().max(2_000).nullable(),
    submitBy: submitByInput,
    /** `amount`: base units; `token`: null where its name is not known. */
    cost: z.strictObject({ amount: z.string().max(100), token: z.string().max(2_000).nullable() }).nullable(),
  }).atMost(8),
} as const;

/** What was taken off the list in one go. It can be put back for a while. */
export type Removal = {
  readonly id: number;
  readonly files: number;
  /** How many of them have receipts, which stay. */
  readonly receipts: number;
  /** The file, where it is only one. */
  readonly name: string | null;
};

/** How many rows were made, what could not become a row, and what was left out because it is hidden. */
export type AddAnswer = {
  readonly added: number;
  readonly notes: readonly AddNote[];
  readonly leftOut: LeftOut;
};

export type QueueProgress = {
  readonly progress: readonly SubmissionProgress[];
  readonly summary: QueueSummary;
  readonly held: HeldCosts;
};

/** Batched: a thousand changes are one event. The last of them brings the totals, or what is drawn would move twice. */
export const submissionEvents = {
  'submissions.changed': event<{ readonly submissions: readonly Submission[]; readonly queue?: QueueProgress }>(),
  'submissions.removed': event<{ readonly ids: readonly number[]; readonly queue?: QueueProgress }>(),
  'submissions.progress': event<QueueProgress>(),
} as const;

/** Something of a dropped folder could not become a row. */
export type FolderNote = {
  readonly kind: 'empty-folder' | 'unreadable-folder' | 'endless-folder' | 'rest-of-folder';
  /** With the folders above it, as far as they were dropped; shortened in the middle. */
  readonly folder: string;
};

/** What could not become a row. `nowhere`: it lies on no disk; `own-folder`: in the app's own folders, which are left out. */
export type AddNote = FolderNote | { readonly kind: 'nowhere' | 'own-folder' };

/** How much was left out of dropped folders because it is hidden. */
export type LeftOut = { readonly files: number; readonly folders: number };
