import type { StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { contentKinds, type Submission } from '../../../shared/bridge/submissions.ts';
import { keptFailure } from '../../../shared/failures/kept-failure.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { Part } from '../../../shared/submissions/parts.ts';
import { type SettlementNote, settlementNote } from '../../../shared/submissions/settlement-note.ts';
import {
  type Check,
  cannotTellCodes,
  type PauseReason,
  type SubmissionState,
  type SubmissionStateKind,
} from '../../../shared/submissions/submission-state.ts';
import { allRows } from '../../storage/index.ts';
import type { Load } from './load.ts';
import { type RowEncryption, rowEncryption } from './row-encryption.ts';

/**
 * The parts of a file whose cost is not known yet. `awaited`: a record will give it; `withoutCost`: nothing will. Parts whose cost
 * is known are in none of them.
 */
export type PartLoads = {
  readonly awaited: Load;
  readonly underWay: Load;
  readonly toCome: Load;
  readonly withoutCost: Load;
};

/** A submission as the journal stores it. The window gets only a part of it. */
export type StoredSubmission = Submission & {
  /** The path without links when the file was added. */
  readonly path: string;
  /** The dropped path, if it differs. */
  readonly droppedPath: string | null;
  /** Modification time when the file was added, nanoseconds as decimal text; null if it could not be read. */
  readonly mtimeNs: string | null;
  /** Identifies the file and its last change. Known only in the run that has read it. */
  readonly seenAs: { readonly inode: bigint; readonly ctimeNs: bigint } | null;
  /** Made only if a record needs it. */
  readonly keccak256: string | null;
  readonly blake2b256: string | null;
  readonly sha256: string | null;
  readonly attempts: number;
  /** How an uncertain submission was settled, or why it is not settled. */
  readonly settlement: SettlementNote | null;
  /** Files that are added while others are not done belong to the same batch. */
  readonly batch: number;
  /** Lower turns are sent first, and equal ones in the order in which they were added. */
  readonly turn: number;
  /** The user wants it submitted although the same bytes were submitted before. */
  readonly submitAnyway: boolean;
  /** The user wants it submitted although it exceeds the spending limit. */
  readonly beyondLimit: boolean;
  /** The number of its submissions that the user has approved, or that need no approval; null before. */
  readonly agreedSubmissions: number | null;
  /** Null for a row of the list. */
  readonly partOf: PartOf | null;
  /** The size of its parts in bytes; null if it is sent whole. */
  readonly partSize: number | null;
  /** Its readers and its encrypted copy; null if anybody can read it. */
  readonly encryption: RowEncryption | null;
  /** The app id that is sent with it; null for that of the account. */
  readonly appId: string | null;
  /** The parts by what is known of their cost; null if it is sent whole. */
  readonly loads: PartLoads | null;
};

/** `level`: 0 for slices of the row's stream, 1 for those of its manifest, and so on. `offset`: in the stream of its level, null if replaced. */
type PartOf = { readonly row: number; readonly level: number; readonly offset: number | null };

/** The part of a submission that crosses the bridge. */
export function toWindow(submission: StoredSubmission): Submission {
  const { id, accountId, name, folder, size, addedAt, state, cost, wish, content, files, parts, desk } = submission;
  const own = { id, accountId, name, folder, size, addedAt, state, cost, wish, content, files, parts };
  const shown = desk === undefined ? own : { ...own, desk };
  const readers = submission.encryption?.readers;
  if (readers === undefined) return shown;
  const { kind } = readers;
  return { ...shown, readers: kind === 'passphrase' ? { kind } : { kind, count: readers.recipients.length } };
}

/** A part of a row as the window gets it. `number`: counted from 1. */
export function toPart(part: StoredSubmission, number: number): Part {
  const { id, size, state, attempts, cost, partOf } = part;
  const submissionId = 'submissionId' in state ? state.submissionId : null;
  return {
    id,
    number,
    kind: partOf?.level === 0 ? 'slice' : 'manifest',
    offset: partOf?.offset ?? 0,
    size: size ?? 0,
    state,
    submissionId,
    attempts,
    cost,
    wasThere: submissionId !== null && attempts === 0,
  };
}

/** Kinds of states as a list in SQL. */
export function inSql(kinds: readonly SubmissionStateKind[]): string {
  return kinds.map((kind) => `'${kind}'`).join(', ');
}

const submissionId = z.string();
const instant = z.string();

const pauseReason: z.ZodType<PauseReason> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('by-user') }),
  z.object({ kind: z.literal('unapproved') }),
  z.object({
    kind: z.literal('duplicate'),
    of: z.object({
      localId: z.number(),
      name: z.string(),
      submissionId: z.string().nullable(),
      at: instant,
      desk: z.string().exactOptional(),
    }),
  }),
  z.object({ kind: z.literal('beyond-spending-limit') }),
  z.object({ kind: z.literal('since-copy') }),
]);

const checkShape: z.ZodType<Check> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checking'), until: instant }),
  z.object({
    kind: z.literal('cannot-tell'),
    why: z.enum(cannotTellCodes),
  }),
]);

const stateShape: z.ZodType<SubmissionState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('preparing') }),
  z.object({ kind: z.literal('sending'), attempt: z.number() }),
  z.object({ kind: z.literal('retrying'), until: instant, reason: keptFailure }),
  z.object({ kind: z.literal('paused'), why: pauseReason }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('rejected'), reason: keptFailure }),
  z.object({
    kind: z.literal('unsettled'),
    since: instant,
    reason: keptFailure,
    check: checkShape,
  }),
  z.object({ kind: z.literal('submitted'), submissionId, at: instant }),
  z.object({
    kind: z.literal('confirmed'),
    submissionId,
    at: instant,
    other: z
      .object({
        dataHash: z.string(),
        of: z.enum(['known-file', 'unknown']),
        part: z.object({ number: z.number(), kind: z.enum(['slice', 'manifest']) }).exactOptional(),
      })
      .exactOptional(),
  }),
  z.object({ kind: z.literal('delayed'), submissionId, at: instant, reason: keptFailure }),
  z.object({ kind: z.literal('in-parts') }),
  z.object({ kind: z.literal('incomplete'), reason: keptFailure }),
]);

export const costShape: z.ZodType<Cost> = z.object({
  amount: z.string(),
  token: z.string().nullable(),
  decimals: z.number().nullable(),
});

export const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'This is not JSON.' });
        return z.NEVER;
      }
    })
    .pipe(shape);

const flag = z
  .number()
  .transform((value) => value === 1)
  .catch(false);

/** A row that is damaged in part keeps the rest. Facts of the file or of its place in the queue are not needed. */
const rowShape = z.object({
  id: z.number(),
  accountId: z.string(),
  path: z.string(),
  droppedPath: z.string().nullable(),
  name: z.string(),
  folder: z.string().nullable(),
  size: z.number().nullable().catch(null),
  mtimeNs: z.string().nullable().catch(null),
  addedAt: z.string(),
  keccak256: z.string().nullable(),
  blake2b256: z.string().nullable(),
  sha256: z.string().nullable(),
  state: json(stateShape).nullable().catch(null),
  submissionId: z.string().nullable(),
  cost: json(costShape).nullable().catch(null),
  settlement: json(settlementNote).nullable().catch(null),
  attempts: z.number(),
  batch: z.number().catch(0),
  turn: z.number().catch(0),
  submitAnyway: flag,
  beyondLimit: flag,
  agreedSubmissions: z.number().nullable().catch(null),
  wish: z.enum(['cancel', 'pause']).nullable().catch(null),
  row: z.number().nullable(),
  level: z.number().nullable(),
  offset: z.number().nullable(),
  partSize: z.number().nullable().catch(null),
  content: z.enum(contentKinds).catch('file'),
  files: z.number().nullable().catch(null),
  encryption: json(rowEncryption).nullable(),
  appId: z.string().nullable(),
  desk: z.string().nullable(),
});

/** In SQL: the columns that `fromRows` reads of each row of `submissions`. */
export const storedColumns = `id, account_id AS accountId, path, dropped_path AS droppedPath, name, folder, size,
  mtime_ns AS mtimeNs, added_at AS addedAt, keccak256, blake2b256, sha256, state, submission_id AS submissionId, cost,
  settlement, (SELECT count(*) FROM attempts WHERE local_id = submissions.id) AS attempts, batch, turn,
  submit_anyway AS submitAnyway, beyond_limit AS beyondLimit, agreed_submissions AS agreedSubmissions, wish,
  part_of AS row, level, offset, part_size AS partSize, content, files, encryption,
  app_id AS appId, desk`;

/**
 * Reads all rows that `select` (of `storedColumns`) gives. If a row's state cannot be read, the submission is refused, or
 * uncertain if it was ever tried. A row without a readable id stays on the disk.
 */
export function fromRows(select: StatementSync, ...values: readonly (number | string | null)[]): StoredSubmission[] {
  return allRows(select, ...values).flatMap((stored) => {
    const read = rowShape.safeParse(stored);
    if (!read.success) return [];
    const { row, level, offset, submissionId, state, desk, ...rest } = read.data;
    const wasTried = rest.attempts > 0 || submissionId !== null;
    return {
      ...rest,
      state: state ?? stateOfDamaged(wasTried, rest.addedAt),
      seenAs: null,
      partOf: row === null ? null : { row, level: level ?? 0, offset },
      parts: null,
      loads: null,
      ...(desk === null ? {} : { desk }),
    };
  });
}

function stateOfDamaged(wasTried: boolean, since: string): SubmissionState {
  if (!wasTried) return { kind: 'rejected', reason: { code: 'row-unreadable' } };
  const reason = { code: 'row-unreadable-tried' } as const;
  return { kind: 'unsettled', since, reason, check: { kind: 'checking', until: since } };
}
