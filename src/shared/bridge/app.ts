import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import type { Notice } from '../notice.ts';
import type { ScreenShortcut } from '../shortcuts.ts';
import type { Formats } from '../sizes.ts';
import type { QueueSettings } from '../submissions/queue-settings.ts';
import type { Account } from './accounts.ts';
import { call, event, uniqueListOf } from './call.ts';
import { recordColumns, recordGroupings } from './records.ts';
import type { HeldCosts, QueueSummary, Submission, SubmissionProgress } from './submissions.ts';

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
  /** Reloads the page. Main refuses a reload by the page itself. */
  'app.reload': call({}),
  'app.copyText': call({ text: z.string().max(1_000_000) }),
  /** Shows a file from a `file-saved` event in the system's file manager. */
  'app.showSaved': call({ savedId: z.uuid() }),
} as const;

export const appEvents = {
  'accounts.changed': event<{ readonly accounts: readonly Account[]; readonly activeAccountId: string }>(),
  /** The active account changed or was removed. Redraw everything. */
  snapshot: event<{ readonly snapshot: Snapshot }>(),
  /** The user clicked a desktop notification. Show the queue. */
  'open-queue': event<Readonly<Record<never, never>>>(),
  /** The user opened a link outside the app. */
  'open-submission': event<{ readonly submissionId: string }>(),
  /** A file was saved in the user's downloads; `app.showSaved` takes the id. */
  'file-saved': event<{ readonly savedId: string; readonly fileName: string }>(),
  'menu-chosen': event<{ readonly command: MenuCommand }>(),
  /** A message for the user, on any screen. */
  notice: event<{ readonly notice: Notice }>(),
} as const;

/** A package whose code, style or font is in the app. `licence`: its SPDX expression; `text`: the full licence text. */
export const packedLicence = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});

export type PackedLicence = Readonly<z.infer<typeof packedLicence>>;

type About = {
  /** By name, the app first: `{ Dropslip: '0.1.0', Electron: … }`. */
  readonly versions: Readonly<Record<string, string>>;
  /** By name; null if the build has no list. */
  readonly licences: readonly PackedLicence[] | null;
};

export const aboutCalls = {
  'about.read': call({}).answering<About>(),
} as const;

/**
 * True state of the system setting that starts Dropslip at sign-in. `needs-approval`: macOS waits for the user's
 * approval in its settings; `switched-off`: the user disabled the entry in Windows; `not-installed`: this copy runs
 * from its sources.
 */
export type StartAtLogin = 'on' | 'off' | 'needs-approval' | 'switched-off' | 'not-installed';

/** The current abilities of Dropslip without a window. */
export type DesktopState = { readonly hasTray: boolean; readonly startAtLogin: StartAtLogin };

/** The result of opening files with Dropslip: a question to the user, or a refusal. */
export type OpenedFiles =
  | { readonly kind: 'asks'; readonly dropId: number }
  | { readonly kind: 'refused'; readonly reason: Failure };

export const desktopCalls = {
  'desktop.state': call({}).answering<DesktopState>(),
  'desktop.startAtLogin': call({ on: z.boolean() }).answering<DesktopState>(),
} as const;

export const desktopEvents = {
  'files-opened': event<{ readonly opened: OpenedFiles }>(),
  /**
   * The user opened a receipt. Read and verify it by this id; nothing of it is submitted. `others`: the number of
   * further receipts opened with it.
   */
  'receipt-opened': event<{ readonly openedId: string; readonly name: string; readonly others: number }>(),
} as const;

export type DiagnosticsReport = {
  readonly text: string;
  readonly fileName: string;
};

export const diagnosticsCalls = {
  /** `serviceWords`: includes the service's error texts. Files are shown as codes that are the same in every report. */
  'diagnostics.report': call({ serviceWords: z.boolean() }).answering<DiagnosticsReport>(),
} as const;

const shapes = {
  appearance: z.enum(['auto', 'light', 'dark']),
  spendingColumns: uniqueListOf(z.enum(recordColumns), recordColumns.length),
  spendingSort: z.strictObject({ column: z.enum(recordColumns), descending: z.boolean() }),
  spendingGroup: z.enum(recordGroupings),
  spendingShape: z.enum(['table', 'charts']),
  /** `ask`: Dropslip looks for new versions, and asks before it downloads one. */
  updates: z.enum(['ask', 'off']),
  /** The effect of closing the window. `stay` needs a desktop with a tray. */
  whenClosed: z.enum(['ask', 'stay', 'quit']),
};

type Shapes = typeof shapes;

export type Preferences = { readonly [Name in keyof Shapes]: Readonly<z.output<Shapes[Name]>> };

export const changedPreferences = z.strictObject(shapes).partial();

/** Reads stored preferences of this or another version. Drops those that this version does not understand. */
export function readPreferences(kept: unknown): Partial<Preferences> {
  const values: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const understood = Object.entries(shapes).flatMap(([name, shape]) => {
    const { data } = (shape as z.ZodType).safeParse(values[name]);
    return data === undefined ? [] : [[name, data] as const];
  });
  return Object.fromEntries(understood);
}

export type DownloadsChoice = {
  readonly path: string;
  /** True for the system's own downloads folder, false for one that the user chose. */
  readonly isStandard: boolean;
  readonly isThere: boolean;
};

/** The page receives the appearance with its first line, so that it never shows another one first. */
export const preferenceCalls = {
  'preferences.change': call({ changed: changedPreferences }),
  'preferences.downloads': call({}).answering<DownloadsChoice>(),
  /** Main shows the system's dialog, because no page may name a folder. */
  'preferences.chooseDownloads': call({}).answering<DownloadsChoice>(),
  'preferences.useStandardDownloads': call({}).answering<DownloadsChoice>(),
} as const;
