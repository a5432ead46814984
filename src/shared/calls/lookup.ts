import { z } from 'zod';
import { listOf, uniqueListOf } from '../list-of.ts';
import {
  type FileAnswer,
  type KeptSubmission,
  LONGEST_REMEMBERED,
  type RecentLookup,
  type SearchAnswer,
} from '../lookup.ts';
import type { SubmissionRecord } from '../records.ts';
import { submissionIdInput } from '../submission-id.ts';
import type { Cost } from '../submissions.ts';

const accountId = z.string().min(1).max(64);
const submissionId = submissionIdInput;
const key = z.string().min(1).max(64);
const hex = z.string().regex(/^[0-9a-f]{4,64}$/);
const id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

export const lookupCallInputs = {
  /** Searches what is kept on this computer, of all accounts. Asks nobody. */
  'lookup.search': z.strictObject({
    id: id.nullable(),
    hex: hex.nullable(),
    days: z.strictObject({ from: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
    name: z.string().min(1).max(500).nullable(),
  }),
  /** Says that searches are about to come, so that the first need not wait. */
  'lookup.prepare': z.strictObject({}),
  'lookup.kept': z.strictObject({ accountId, submissionId }),
  /** Asks the service. Waits where it asks for a pause, until cancelled. */
  'lookup.ask': z.strictObject({ accountId, submissionId }),
  'lookup.cancelAsk': z.strictObject({ submissionId }),
  'lookup.cancelFile': z.strictObject({ lookupId: key }),
  'lookup.startList': z.strictObject({
    listId: key,
    accountId,
    questions: uniqueListOf(
      z.discriminatedUnion('kind', [
        z.strictObject({ key, kind: z.literal('id'), id }),
        z.strictObject({ key, kind: z.literal('hex'), hex }),
      ]),
      200_000,
      { least: 0, keyOf: (question) => (question.kind === 'id' ? question.id : question.hex) },
    ),
  }),
  'lookup.cancelList': z.strictObject({ listId: key }),
  /** Reads a pending submission's record again and again until it is final. Survives a restart. */
  'lookup.watch': z.strictObject({ accountId, submissionId }),
  'lookup.unwatch': z.strictObject({ accountId, submissionId }),
  'lookup.recent': z.strictObject({}),
  'lookup.remember': z.strictObject({
    accountId,
    text: z.string().trim().min(1).max(LONGEST_REMEMBERED),
    outcome: z.string().max(200),
  }),
  'lookup.clearRecent': z.strictObject({}),
} as const;

export const lookupFileCallInputs = {
  /** Reads one file and looks for its digests. Told of with `lookup-file-progress`. */
  'lookup.file': z.strictObject({ lookupId: key, paths: listOf(z.string().max(32_768), 1) }),
} as const;

export type LookupCallAnswers = {
  'lookup.search': SearchAnswer;
  'lookup.prepare': null;
  'lookup.kept': KeptSubmission;
  'lookup.ask': { readonly record: SubmissionRecord; readonly cost: Cost | null };
  'lookup.cancelAsk': null;
  'lookup.cancelFile': null;
  'lookup.startList': null;
  'lookup.cancelList': null;
  'lookup.watch': null;
  'lookup.unwatch': null;
  'lookup.recent': readonly RecentLookup[];
  'lookup.remember': null;
  'lookup.clearRecent': null;
};

export type LookupFileCallAnswers = { 'lookup.file': FileAnswer };
