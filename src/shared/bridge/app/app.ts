import { z } from 'zod';
import type { Formats } from '../../formats.ts';
import type { Notice } from '../../notice.ts';
import type { ScreenShortcut } from '../../shortcuts.ts';
import type { QueueSettings } from '../../submissions/queue-settings.ts';
import type { Account } from '../accounts.ts';
import { call, event } from '../call/call.ts';
import type { HeldCosts, QueueSummary, Submission, SubmissionProgress } from '../submissions.ts';

export type Snapshot = {
  readonly version: string;
  readonly formats: Formats;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly submissions: readonly Submission[];
  readonly progress: readonly SubmissionProgress[];
  readonly summary: QueueSummary;
  readonly held: HeldCosts;
  readonly queueSettings: QueueSettings;
};

export type MenuCommand = ScreenShortcut | 'find' | 'shortcuts' | 'diagnostics' | 'about';

export const appCalls = {
  'app.snapshot': call({}).answering<Snapshot>(),
  'app.copyText': call({ text: z.string().max(1_000_000) }),
  /** Shows a file that a `file-saved` event told of in the system's own file manager. */
  'app.showSaved': call({ savedId: z.uuid() }),
  /** The window's word on `close-asked`: it shows the question, and then what the person said. `stay`: without a window. */
  'app.close': call({ answer: z.enum(['shown', 'close', 'stay', 'keep-open']) }),
} as const;

export const appEvents = {
  'accounts.changed': event<{ readonly accounts: readonly Account[]; readonly activeAccountId: string }>(),
  /** Another account is active, or an account was removed: everything is to be drawn anew. */
  snapshot: event<{ readonly snapshot: Snapshot }>(),
  /** The window is to be closed while `files` are on their way: the person is to be asked. `canStay`: they could go on without it. */
  'close-asked': event<{ readonly files: number; readonly canStay: boolean }>(),
  /** The number of files in the open question has changed. */
  'close-files': event<{ readonly files: number }>(),
  /** A notice on the desktop leads here: the queue is to be shown. */
  'open-queue': event<Readonly<Record<never, never>>>(),
  /** A link that was opened outside leads here. */
  'open-submission': event<{ readonly submissionId: string }>(),
  /** A file is in the person's downloads; `app.showSaved` takes the id. */
  'file-saved': event<{ readonly savedId: string; readonly fileName: string }>(),
  'menu-chosen': event<{ readonly command: MenuCommand }>(),
  /** Something for the person, wherever in the app they are. */
  notice: event<{ readonly notice: Notice }>(),
} as const;
