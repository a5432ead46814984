import { z } from 'zod';
import type { Account } from './accounts.ts';
import type { Result } from './failure.ts';
import type { TokenName } from './records.ts';
import type { Item, ItemDetails, ItemProgress, QueueSummary } from './submissions.ts';

/**
 * The whole bridge between window and main, declared once. Main parses the input of every call with the schema that
 * stands here; preload and window are typed from it. Two families: `calls` may be made by the page with any input;
 * `fileCalls` carry paths and can only be made by the preload, out of real `File` objects.
 */

const itemIds = z.array(z.number().int().positive()).min(1).max(200_000);
const submitBy = z.discriminatedUnion('variant', [
  z.strictObject({ variant: z.literal('api-key') }),
  z.strictObject({ variant: z.literal('access-token'), token: z.string().min(1).max(200) }),
]);

export const callInputs = {
  'app.snapshot': z.strictObject({}),
  'app.copyText': z.strictObject({ text: z.string().max(1_000_000) }),
  'outbox.cancel': z.strictObject({ ids: itemIds }),
  'outbox.retry': z.strictObject({ ids: itemIds }),
  'outbox.remove': z.strictObject({ ids: itemIds }),
  'outbox.clearFinished': z.strictObject({}),
  'outbox.details': z.strictObject({ id: z.number().int().positive() }),
  'accounts.submitBy': z.strictObject({ accountId: z.string().min(1).max(64), submitBy }),
  'accounts.tokenNames': z.strictObject({ accountId: z.string().min(1).max(64) }),
} as const;

export const fileCallInputs = {
  'outbox.add': z.strictObject({ paths: z.array(z.string().max(32_768)).min(1).max(200_000) }),
} as const;

export type CallInputs = { [Name in keyof typeof callInputs]: z.infer<(typeof callInputs)[Name]> };
export type FileCallInputs = { [Name in keyof typeof fileCallInputs]: z.infer<(typeof fileCallInputs)[Name]> };

/** What each call answers when it succeeds. */
export type CallAnswers = {
  'app.snapshot': Snapshot;
  'app.copyText': null;
  'outbox.cancel': null;
  'outbox.retry': null;
  'outbox.remove': null;
  'outbox.clearFinished': null;
  'outbox.details': ItemDetails;
  'accounts.submitBy': null;
  'accounts.tokenNames': readonly TokenName[];
};

export type FileCallAnswers = {
  'outbox.add': AddAnswer;
};

/** How many rows were made, and what could not become a row ("This folder is empty"), as sentences. */
export type AddAnswer = { readonly added: number; readonly notes: readonly string[] };

/** All that the window needs to draw itself from nothing. */
export type Snapshot = {
  readonly version: string;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly items: readonly Item[];
  readonly progress: readonly ItemProgress[];
  readonly summary: QueueSummary;
};

/** What main tells the window by itself. Batched: a thousand changes are one event. */
export type WindowEvent =
  | { readonly kind: 'items-changed'; readonly items: readonly Item[] }
  | { readonly kind: 'items-removed'; readonly ids: readonly number[] }
  | { readonly kind: 'progress'; readonly progress: readonly ItemProgress[]; readonly summary: QueueSummary }
  | { readonly kind: 'accounts-changed'; readonly accounts: readonly Account[]; readonly activeAccountId: string }
  | { readonly kind: 'notice'; readonly tone: 'info' | 'warning'; readonly text: string };

export type CallName = keyof CallInputs;
export type FileCallName = keyof FileCallInputs;

/** What the preload puts on `window.dropslip`. */
export type WindowApi = {
  readonly call: <Name extends CallName>(name: Name, input: CallInputs[Name]) => Promise<Result<CallAnswers[Name]>>;
  /** Takes real files from a drop, a paste or a file input; the preload turns them into paths. */
  readonly addFiles: (files: readonly File[]) => Promise<Result<AddAnswer>>;
  /** Returns the function that stops listening. */
  readonly onEvent: (listener: (event: WindowEvent) => void) => () => void;
};
