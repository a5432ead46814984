import { z } from 'zod';
import { uniqueListOf } from '../list-of.ts';
import { submissionIdInput } from '../submission-id.ts';
import type { ItemDetails } from '../submissions.ts';

const itemIds = uniqueListOf(z.number().int().positive(), 200_000);

export const outboxCallInputs = {
  'outbox.cancel': z.strictObject({ ids: itemIds }),
  'outbox.pause': z.strictObject({ ids: itemIds }),
  /** Goes on with those that wait for `why`, and with no other: a person saw them wait for that. */
  'outbox.resume': z.strictObject({
    ids: itemIds,
    why: z.enum(['by-person', 'duplicate', 'beyond-stop-line', 'since-copy']),
  }),
  'outbox.retry': z.strictObject({ ids: itemIds }),
  'outbox.remove': z.strictObject({ ids: itemIds }),
  /** Sends these next. */
  'outbox.moveToFront': z.strictObject({ ids: itemIds }),
  'outbox.clearFinished': z.strictObject({}),
  'outbox.details': z.strictObject({ id: z.number().int().positive() }),
  /** A person's word on an unsettled item. */
  'outbox.settleByHand': z.strictObject({
    id: z.number().int().positive(),
    verdict: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('went-through'), submissionId: submissionIdInput }),
      z.strictObject({ kind: z.literal('did-not') }),
    ]),
  }),
  'outbox.settings': z.strictObject({
    atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
    stopLine: z
      .string()
      .regex(/^\d{1,78}$/)
      .nullable(),
  }),
} as const;

export const outboxFileCallInputs = {
  'outbox.add': z.strictObject({ paths: uniqueListOf(z.string().max(32_768), 200_000) }),
} as const;

export type OutboxCallAnswers = {
  'outbox.cancel': null;
  'outbox.pause': null;
  'outbox.resume': null;
  'outbox.retry': null;
  'outbox.remove': null;
  'outbox.moveToFront': null;
  'outbox.clearFinished': null;
  'outbox.details': ItemDetails;
  'outbox.settleByHand': null;
  'outbox.settings': null;
};

export type OutboxFileCallAnswers = {
  'outbox.add': AddAnswer;
};

/** How many rows were made, and what could not become a row ("This folder is empty"), as sentences. */
export type AddAnswer = { readonly added: number; readonly notes: readonly string[] };
