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
  /** File name without folders. */
  readonly name: string;
  /** Path inside a dropped folder (`photos/2026`), or null if the file was dropped without one. */
  readonly folder: string | null;
  /** Bytes, or null if the file could not be read. */
  readonly size: number | null;
  /** UTC instant. */
  readonly addedAt: string;
  readonly state: SubmissionState;
  /** The service's charge, once its record states it. */
  readonly cost: Cost | null;
  /** A request of the user that cannot be done at once: to stop the file unless the service has already accepted it. */
  readonly wish: 'cancel' | 'pause' | null;
  readonly content: (typeof contentKinds)[number];
  /** Number of files in a folder; null for a file. */
  readonly files: number | null;
  /** Null if the content is sent whole. */
  readonly parts: PartsProgress | null;
  /** Set if another desk submitted it: the desk's name, or empty if only an imported receipt shows it. */
  readonly desk?: string;
  /** The readers of encrypted content; absent if it is public. */
  readonly readers?: RowReaders;
};

/** `count`: number of public keys. */
export type RowReaders = { readonly kind: 'passphrase' } | { readonly kind: 'recipients'; readonly count: number };

export const contentKinds = ['file', 'folder'] as const;

/** Bytes of a submission that were written to the socket while it is sent, or read while it is prepared. */
export type SubmissionProgress = { readonly id: number; readonly done: number; readonly total: number };

export type QueueSummary = {
  readonly counts: BatchCounts;
  readonly bytes: BatchBytes;
  /** Bytes per second, recently; null if nothing is in progress. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Why the whole queue waits; null if it does not. */
  readonly waitingFor: WaitingFor | null;
  /** Cost of the submissions that are not sent yet, from this account's history; null without one. */
  readonly estimate: CostEstimate | null;
  /** Cost of the batch, one entry per token. It remains after the batch is done. */
  readonly costs: readonly BatchCost[];
  /** Files that were charged, or may be, but whose cost no record states. `costs` excludes them. */
  readonly filesWithoutCost: number;
};

/** Bytes of a batch. They are numbers: file sizes stay below 2^53. */
type BatchBytes = {
  /** Bytes of all files except cancelled or refused ones. */
  readonly all: number;
  /** Bytes of `all` that left this computer: with a receipt, possibly accepted, or being sent. */
  readonly gone: number;
  /** Bytes of the files with a receipt. */
  readonly submitted: number;
  /** Bytes of all files, by status. */
  readonly byStatus: BatchCounts;
};

/** The cost of a batch in one token. Amounts are plain decimal text of base units. */
export type BatchCost = Pick<Cost, 'token' | 'decimals'> & {
  /** The exact cost in the service's records. Files that were removed from the list are excluded. */
  readonly known: string;
  /** The estimate for all files without a record: sent, being sent, or to be sent. */
  readonly estimated: string;
  /** The meaning is that of `EstimatedCost`, for `estimated`. */
  readonly accuracy?: 'exact' | 'at-most';
};

/** Files that wait for the user's approval of their cost. */
export type HeldCost = {
  /** Rows of the list; a folder in one row counts once. */
  readonly rows: number;
  /** Files, with those in folders counted one by one. */
  readonly files: number;
  /** Number of submissions, including parts and manifests. */
  readonly submissions: number;
  readonly bytes: number;
  /** The probable cost; null if it is unknown. */
  readonly estimate: CostEstimate | null;
};

/** All files that wait for the user's approval of their cost. */
export type HeldCosts = {
  /**
   * These need the user's approval. `adding`: more are being added. `ahead`: files of the account
   * that are in progress or submitted, and whose cost no record states yet.
   */
  readonly unapproved:
    | (HeldCost & { readonly adding: boolean; readonly ahead: number; readonly isBeyondLimit: boolean })
    | null;
  readonly beyondLimit: HeldCost | null;
  /**
   * The spending limit, and the cost of the batch so far including everything that is sent automatically, both in the
   * limit's token. `isOtherToken`: another token pays now, so the limit cannot be applied and each file needs an
   * approval.
   */
  readonly limit: { readonly limit: Cost; readonly spent: Cost; readonly isOtherToken: boolean } | null;
  /** The unit of costs and limit; null if the paying token is unknown. */
  readonly unit: Pick<Cost, 'token' | 'decimals'> | null;
};

/** The probable cost of the rest of the queue. Amounts are whole base units as decimal text. */
export type CostEstimate = EstimatedCost & {
  /** The balance of the paying token, null if it is unknown. */
  readonly balance: string | null;
  readonly covered: boolean | null;
};

export type Attempt = {
  readonly number: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: 'under-way' | 'accepted' | 'refused' | 'not-sent' | 'unknown' | 'interrupted';
  /** The failures in order. An attempt that was refused under one form of the path may fail again under another. */
  readonly failures: readonly Failure[];
  /** Further text: the receipt's id, the disk's error, or the full note of an earlier version. */
  readonly detail: string | null;
};

export type SubmissionRow = { readonly submission: Submission; readonly path: string };

export type SubmissionDetails = {
  readonly submission: Submission;
  readonly path: string;
  /** Keccak-256 of the bytes, lower-case hex with `0x`; null before the file was read, and if it was not computed. */
  readonly keccak256: string | null;
  /** BLAKE2b-256 and SHA-256 of the same bytes in the same format; null before the file was read. */
  readonly blake2b256: string | null;
  readonly sha256: string | null;
  readonly attempts: readonly Attempt[];
  readonly record: SubmissionRecord | null;
  readonly settlement: SettlementNote | null;
};

/** `amount`: base units; `token`: null if its name is unknown. */
export const shownCost = z.strictObject({ amount: z.string().max(100), token: z.string().max(2_000).nullable() });
export type ShownCost = Readonly<z.output<typeof shownCost>>;

/** The reasons for waiting that `submissions.resume` can end. Unapproved files need `submissions.approve`. */
const resumeReasons = ['by-user', 'duplicate', 'beyond-spending-limit', 'since-copy'] as const;
export type ResumeReason = (typeof resumeReasons)[number];

const localIds = uniqueListOf(z.number().int().positive(), 200_000);

export const submissionCalls = {
  'submissions.cancel': call({ ids: localIds }),
  'submissions.pause': call({ ids: localIds }),
  /** Resumes only those that wait because of `why`, since that is the reason the user saw. */
  'submissions.resume': call({
    ids: localIds,
    why: z.enum(resumeReasons),
  }),
  'submissions.retry': call({ ids: localIds }),
  /** Removes rows from the list; null if none can be restored. */
  'submissions.remove': call({ ids: localIds }).answering<Removal | null>(),
  /** Cancels rows of a program that nobody approved, or whose bytes were submitted before, and deletes them. */
  'submissions.discard': call({ ids: localIds }),
  'submissions.moveToFront': call({ ids: localIds }),
  /** Removes all submitted rows that need no action from the list. */
  'submissions.clearFinished': call({}).answering<Removal | null>(),
  /** Restores the rows of the last removal. Answers with the number of rows. */
  'submissions.undoRemoval': call({}).answering<{ readonly files: number }>(),
  'submissions.details': call({ id: z.number().int().positive() }).answering<SubmissionDetails>(),
  /** Rows of any account, with the paths that were dropped; null for all. Answers without those that are gone. */
  'submissions.rows': call({ ids: localIds.nullable() }).answering<readonly SubmissionRow[]>(),
  /** The parts of a row in order, from `offset` on; `troubled`: only those that failed or are in doubt. */
  'submissions.parts': call({
    id: z.number().int().positive(),
    which: z.enum(['all', 'troubled']),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  }).answering<readonly Part[]>(),
  /** The user knows the id of an unsettled submission, or of a part of one. */
  'submissions.settleByHand': call({ id: z.number().int().positive(), submissionId: submissionIdInput }),
  /** The user confirms that these unsettled submissions or parts did not arrive. Main asks once about all of them. */
  'submissions.sendAgain': call({ ids: localIds }),
  'submissions.payloadLimit': call({ accountId: accountIdInput }).answering<KnownPayloadLimit>(),
  /** The user sets the payload limit of the service, in bytes; null clears everything known about it. */
  'submissions.setPayloadLimit': call({
    accountId: accountIdInput,
    bytes: z.number().int().min(1_024).max(9_999_999_999_999).nullable(),
  }),
  'submissions.settings': call({
    atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
    spendingLimit: z
      .strictObject({ amount: z.string().regex(/^\d{1,78}$/), token: z.string().max(2_000).nullable() })
      .nullable(),
    askBeyondFiles: z.number().int().min(0).max(1_000_000).nullable(),
  }),
  /**
   * The user's approval of waiting files, with the facts that they saw: the service's address, the paying token and
   * the cost (null if unknown). Main sends nothing if these facts have changed.
   */
  'submissions.approve': call({
    ids: localIds,
    accountId: accountIdInput,
    address: z.string().max(2_000).nullable(),
    submitBy: submitByInput,
    cost: shownCost.nullable(),
  }),
} as const;

/** Rows that were removed together. They can be restored until others are removed or the app ends. */
export type Removal = {
  readonly files: number;
  /** Number of removed rows with receipts, which stay. */
  readonly receipts: number;
  /** The file name, if there is only one. */
  readonly name: string | null;
};

/** The new rows, the items that could not become rows, and the hidden items that were left out. */
export type AddAnswer = {
  readonly ids: readonly number[];
  readonly notes: readonly AddNote[];
  readonly leftOut: LeftOut;
};

export type QueueProgress = {
  readonly progress: readonly SubmissionProgress[];
  readonly summary: QueueSummary;
  readonly held: HeldCosts;
};

/**
 * Batched: a thousand changes are one event. The last event of a batch contains the totals, so that the screen is
 * drawn once.
 */
export const submissionEvents = {
  'submissions.changed': event<{ readonly submissions: readonly Submission[]; readonly queue?: QueueProgress }>(),
  'submissions.removed': event<{ readonly ids: readonly number[]; readonly queue?: QueueProgress }>(),
  'submissions.progress': event<QueueProgress>(),
} as const;

/** A part of a dropped folder that could not become a row. */
export type FolderNote = {
  readonly kind: 'empty-folder' | 'unreadable-folder' | 'endless-folder' | 'rest-of-folder';
  /** The path from the dropped folder, shortened in the middle. */
  readonly folder: string;
};

/** `nowhere`: the item is not on a disk; `own-folder`: it is in the app's own folders, which are excluded. */
export type AddNote = FolderNote | { readonly kind: 'nowhere' | 'own-folder' };

/** The number of hidden items in dropped folders. */
export type LeftOut = { readonly files: number; readonly folders: number };
