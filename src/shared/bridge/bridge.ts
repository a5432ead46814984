import type { z } from 'zod';
import { type Account, type AccountCallAnswers, accountCallInputs, type CheckLine } from './accounts.ts';
import { type AppCallAnswers, appCallInputs } from './app.ts';
import { type BalanceCallAnswers, balanceCallInputs } from './balances.ts';
import { type DepositCallAnswers, depositCallInputs } from './deposits.ts';
import { type DiagnosticsCallAnswers, diagnosticsCallInputs } from './diagnostics.ts';
import type { Result } from './failure.ts';
import type { FileChoice } from './files.ts';
import {
  type LookupCallAnswers,
  type LookupEvent,
  type LookupFileCallAnswers,
  lookupCallInputs,
  lookupFileCallInputs,
} from './lookup.ts';
import {
  type ReceiptCallAnswers,
  type ReceiptFileCallAnswers,
  receiptCallInputs,
  receiptFileCallInputs,
} from './receipts.ts';
import { type RecordsCallAnswers, type RecordsEvent, recordsCallInputs } from './records.ts';
import {
  type QueueSettings,
  type QueueSummary,
  type Submission,
  type SubmissionProgress,
  type SubmissionsCallAnswers,
  type SubmissionsFileCallAnswers,
  submissionsCallInputs,
  submissionsFileCallInputs,
} from './submissions.ts';

/** Names of the IPC channels; apart from `api.ts` so that the preload does not carry the schema library. */
export const channels = {
  call: 'dropslip:call',
  fileCall: 'dropslip:file-call',
  /** The preload tells of the files of a gesture before any call can be about them. */
  filesGiven: 'dropslip:files-given',
  event: 'dropslip:event',
} as const;

/**
 * The whole bridge between window and main, put together from `calls/`: one file per feature. Main parses the input of
 * every call with the schema that stands there; preload and window are typed from it. Two families: `callInputs` may be
 * sent by the page with any content; `fileCallInputs` carry paths, which main fills in itself: those of files that the
 * preload saw a person drop, paste or choose.
 */
export const callInputs = {
  ...appCallInputs,
  ...submissionsCallInputs,
  ...accountCallInputs,
  ...balanceCallInputs,
  ...depositCallInputs,
  ...receiptCallInputs,
  ...lookupCallInputs,
  ...diagnosticsCallInputs,
  ...recordsCallInputs,
} as const;

/** All of them have `paths`, which main fills in whatever the page sends. */
export const fileCallInputs = {
  ...submissionsFileCallInputs,
  ...receiptFileCallInputs,
  ...lookupFileCallInputs,
} as const;

export type CallInputs = { [Name in keyof typeof callInputs]: z.infer<(typeof callInputs)[Name]> };
export type FileCallInputs = { [Name in keyof typeof fileCallInputs]: z.infer<(typeof fileCallInputs)[Name]> };

/** What each call answers when it succeeds. */
export type CallAnswers = AppCallAnswers &
  SubmissionsCallAnswers &
  AccountCallAnswers &
  ReceiptCallAnswers &
  LookupCallAnswers &
  DiagnosticsCallAnswers &
  BalanceCallAnswers &
  DepositCallAnswers &
  RecordsCallAnswers;

export type FileCallAnswers = SubmissionsFileCallAnswers & ReceiptFileCallAnswers & LookupFileCallAnswers;

/** All that the window needs to draw itself from nothing. */
export type Snapshot = {
  readonly version: string;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly submissions: readonly Submission[];
  readonly progress: readonly SubmissionProgress[];
  readonly summary: QueueSummary;
  readonly queueSettings: QueueSettings;
};

/** What main tells the window by itself. Batched: a thousand changes are one event. */
export type WindowEvent =
  | { readonly kind: 'submissions-changed'; readonly submissions: readonly Submission[] }
  | { readonly kind: 'submissions-removed'; readonly ids: readonly number[] }
  | {
      readonly kind: 'progress';
      readonly progress: readonly SubmissionProgress[];
      readonly summary: QueueSummary;
    }
  | { readonly kind: 'accounts-changed'; readonly accounts: readonly Account[]; readonly activeAccountId: string }
  /** Another account is active, or an account was removed: everything is to be drawn anew. */
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** The window is to be closed while `files` are on their way: the person is to be asked. */
  | { readonly kind: 'close-asked'; readonly files: number }
  | { readonly kind: 'check-line'; readonly checkId: string; readonly line: CheckLine }
  /** How much of the file that is being verified has been read, in bytes. */
  | { readonly kind: 'verify-progress'; readonly checkId: string; readonly done: number }
  /** Balances or what the person said of tokens; deposits. Whoever shows them asks again. */
  | { readonly kind: 'balances-changed'; readonly accountId: string }
  | { readonly kind: 'deposits-changed'; readonly accountId: string }
  | RecordsEvent
  | LookupEvent
  /** A notice on the desktop leads here: the queue is to be shown. */
  | { readonly kind: 'open-queue' }
  /** A file is in the person's downloads; `app.showSaved` takes the id. */
  | { readonly kind: 'file-saved'; readonly savedId: string; readonly fileName: string }
  | { readonly kind: 'menu-chosen'; readonly command: MenuCommand }
  | { readonly kind: 'notice'; readonly tone: 'info' | 'warning'; readonly text: string };

/** What a person chose in the application's menu. */
export type MenuCommand = 'find' | 'diagnostics';

export type CallName = keyof CallInputs;
export type FileCallName = keyof FileCallInputs;

/** Main adds the paths. */
type WithoutPaths<Input> = Input extends unknown ? Omit<Input, 'paths'> : never;

/** What the preload puts on `window.dropslip`. */
export type WindowApi = {
  readonly call: <Name extends CallName>(name: Name, input: CallInputs[Name]) => Promise<Result<CallAnswers[Name]>>;
  /** Shows the system's dialog, while a click or key of the person's is fresh. None when the person gives none. */
  readonly chooseFiles: (what: FileChoice) => Promise<readonly File[]>;
  /** Takes the files of a drop, a paste or `chooseFiles`; to be sent they are taken once, and at once. */
  readonly callWithFiles: <Name extends FileCallName>(
    name: Name,
    files: readonly File[],
    input: WithoutPaths<FileCallInputs[Name]>,
  ) => Promise<Result<FileCallAnswers[Name]>>;
  /** Returns the function that stops listening. */
  readonly onEvent: (listener: (event: WindowEvent) => void) => () => void;
};
