import type { z } from 'zod';
import type { Account } from './accounts.ts';
import { type AccountCallAnswers, accountCallInputs } from './calls/accounts.ts';
import { type AppCallAnswers, appCallInputs } from './calls/app.ts';
import {
  type OutboxCallAnswers,
  type OutboxFileCallAnswers,
  outboxCallInputs,
  outboxFileCallInputs,
} from './calls/outbox.ts';
import type { CheckLine } from './connection-check.ts';
import type { Result } from './failure.ts';
import type { Item, ItemProgress, QueueSettings, QueueSummary } from './submissions.ts';

/**
 * The whole bridge between window and main, put together from `calls/`: one file per feature. Main parses the input of
 * every call with the schema that stands there; preload and window are typed from it. Two families: `callInputs` may be
 * sent by the page with any content; `fileCallInputs` carry paths and can only be made by the preload, out of real
 * `File` objects.
 */
export const callInputs = {
  ...appCallInputs,
  ...outboxCallInputs,
  ...accountCallInputs,
} as const;

/** All of them have `paths`, which the preload fills in whatever the page sends. */
export const fileCallInputs = {
  ...outboxFileCallInputs,
} as const;

export type CallInputs = { [Name in keyof typeof callInputs]: z.infer<(typeof callInputs)[Name]> };
export type FileCallInputs = { [Name in keyof typeof fileCallInputs]: z.infer<(typeof fileCallInputs)[Name]> };

/** What each call answers when it succeeds. */
export type CallAnswers = AppCallAnswers & OutboxCallAnswers & AccountCallAnswers;

export type FileCallAnswers = OutboxFileCallAnswers;

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
  readonly callWithFiles: <Name extends FileCallName>(
    name: Name,
    files: readonly File[],
    input: Omit<FileCallInputs[Name], 'paths'>,
  ) => Promise<Result<FileCallAnswers[Name]>>;
  /** Returns the function that stops listening. */
  readonly onEvent: (listener: (event: WindowEvent) => void) => () => void;
};
