import { z } from 'zod';
import { type Account, accountColours } from './accounts.ts';
import type { CheckLine, ConnectionReport } from './connection-check.ts';
import type { Result } from './failure.ts';
import type { TokenName } from './records.ts';
import type { Item, ItemDetails, ItemProgress, QueueSettings, QueueSummary } from './submissions.ts';

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
const accountId = z.string().min(1).max(64);
const address = z.string().min(1).max(2_000);
const path = z.string().min(1).max(300).startsWith('/');
const secret = z.string().min(1).max(65_536);
const settings = z.strictObject({
  name: z.string().trim().min(1).max(100),
  colour: z.enum(accountColours),
  address,
  submitAddress: address.nullable(),
  submitBy,
  requestFundsPath: path.nullable(),
  tokenMapPath: path.nullable(),
});
const checkId = z.string().min(1).max(64);

export const callInputs = {
  'app.snapshot': z.strictObject({}),
  'app.copyText': z.strictObject({ text: z.string().max(1_000_000) }),
  /** The window's word on `close-asked`: it shows the question, and then what the person said. */
  'app.close': z.strictObject({ answer: z.enum(['shown', 'close', 'keep-open']) }),

  'outbox.cancel': z.strictObject({ ids: itemIds }),
  'outbox.pause': z.strictObject({ ids: itemIds }),
  'outbox.resume': z.strictObject({ ids: itemIds }),
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
      z.strictObject({ kind: z.literal('went-through'), submissionId: z.string().trim().min(1).max(200) }),
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

  'accounts.activate': z.strictObject({ accountId }),
  /**
   * Looks at a service, line by line (`check-line` events). Secrets that are null are those already kept with
   * `accountId`. A new address is put to the person first, in a window of its own.
   */
  'accounts.check': z.strictObject({
    checkId,
    accountId: accountId.nullable(),
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }),
  'accounts.cancelCheck': z.strictObject({ checkId }),
  /** `checkId`: the check whose report and findings are to be kept with the account. */
  'accounts.add': z.strictObject({
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
    checkId: checkId.nullable(),
  }),
  /** A change of origin forgets the credentials: they belong to the address that they were given for. */
  'accounts.edit': z.strictObject({ accountId, settings }),
  'accounts.replaceCredential': z.strictObject({ accountId, kind: z.enum(['api-key', 'access-token']), secret }),
  'accounts.forgetCredential': z.strictObject({ accountId, kind: z.enum(['api-key', 'access-token']) }),
  'accounts.remove': z.strictObject({ accountId }),
  'accounts.submitBy': z.strictObject({ accountId, submitBy }),
  'accounts.tokenNames': z.strictObject({ accountId }),
  /** The report of the account's last check; null when there was none. */
  'accounts.report': z.strictObject({ accountId }),
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
  'app.close': null;
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
  'accounts.activate': null;
  'accounts.check': ConnectionReport;
  'accounts.cancelCheck': null;
  'accounts.add': { readonly accountId: string };
  'accounts.edit': null;
  'accounts.replaceCredential': null;
  'accounts.forgetCredential': null;
  'accounts.remove': null;
  'accounts.report': ConnectionReport | null;
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
  readonly queueSettings: QueueSettings;
};

/** What main tells the window by itself. Batched: a thousand changes are one event. */
export type WindowEvent =
  | { readonly kind: 'items-changed'; readonly items: readonly Item[] }
  | { readonly kind: 'items-removed'; readonly ids: readonly number[] }
  | {
      readonly kind: 'progress';
      readonly progress: readonly ItemProgress[];
      readonly summary: QueueSummary;
    }
  | { readonly kind: 'accounts-changed'; readonly accounts: readonly Account[]; readonly activeAccountId: string }
  /** Another account is active, or an account was removed: everything is to be drawn anew. */
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** The window is to be closed while `files` are on their way: the person is to be asked. */
  | { readonly kind: 'close-asked'; readonly files: number }
  | { readonly kind: 'check-line'; readonly checkId: string; readonly line: CheckLine }
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
