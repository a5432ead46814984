import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { type Formats, numberFormats } from '../formats.ts';
import type { Notice } from '../notice.ts';
import type { ScreenShortcut } from '../shortcuts.ts';
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

/** Of a package whose code, style or font is in the app. `licence`: as SPDX writes it, `MIT`; `text`: whole, as the package has it. */
export const packedLicence = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});

export type PackedLicence = Readonly<z.infer<typeof packedLicence>>;

type About = {
  /** By name, the app's own first: `{ Dropslip: '0.1.0', Electron: … }`. */
  readonly versions: Readonly<Record<string, string>>;
  /** By name; null where the build has no list of them. */
  readonly licences: readonly PackedLicence[] | null;
};

export const aboutCalls = {
  'about.read': call({}).atMost(2).answering<About>(),
} as const;

/**
 * Whether the system starts Dropslip when the person signs in, by the system's own word. `needs-approval`: macOS waits for
 * the person in its settings; `switched-off`: Windows was told to ignore it; `not-installed`: this copy runs from its sources.
 */
export type StartAtLogin = 'on' | 'off' | 'needs-approval' | 'switched-off' | 'not-installed';

/** What the system lets Dropslip do without a window, as it is now. */
export type DesktopState = { readonly hasTray: boolean; readonly startAtLogin: StartAtLogin };

/** What became of files that were opened with Dropslip: the person is asked about them, or why not. */
export type OpenedFiles =
  | { readonly kind: 'asks'; readonly dropId: number }
  | { readonly kind: 'refused'; readonly reason: Failure };

export const desktopCalls = {
  'desktop.state': call({}).atMost(2).answering<DesktopState>(),
  'desktop.startAtLogin': call({ on: z.boolean() }).atMost(1).answering<DesktopState>(),
} as const;

export const desktopEvents = {
  'files-opened': event<{ readonly opened: OpenedFiles }>(),
  /** A receipt was: it is to be read and verified by this id, and nothing of it is submitted. `others`: so many more were. */
  'receipt-opened': event<{ readonly openedId: string; readonly name: string; readonly others: number }>(),
} as const;

export type DiagnosticsReport = {
  readonly text: string;
  /** What it is saved as. */
  readonly fileName: string;
};

export const diagnosticsCalls = {
  /**
   * Files are shown by short codes that stay the same from report to report, unless `fileNames`. `serviceWords`: includes
   * the words of services about errors.
   */
  'diagnostics.report': call({ fileNames: z.boolean(), serviceWords: z.boolean() })
    .atMost(2)
    .answering<DiagnosticsReport>(),
} as const;

const shapes = {
  appearance: z.enum(['auto', 'light', 'dark']),
  numberFormat: z.enum(numberFormats),
  spendingColumns: uniqueListOf(z.enum(recordColumns), recordColumns.length),
  spendingSort: z.strictObject({ column: z.enum(recordColumns), descending: z.boolean() }),
  spendingGroup: z.enum(recordGroupings),
  spendingShape: z.enum(['table', 'charts']),
  receiptsAs: z.enum(['pdf', 'json']),
  /** Whether Dropslip looks for new versions; it asks before it downloads one. */
  updates: z.enum(['ask', 'off']),
  /** What becomes of the app when its window is closed. Nothing stays where the desktop has no tray. */
  whenClosed: z.enum(['ask', 'stay', 'quit']),
};

type Shapes = typeof shapes;

export type Preferences = { readonly [Name in keyof Shapes]: Readonly<z.output<Shapes[Name]>> };

/** Some of them, as they are changed. */
export const changedPreferences = z.strictObject(shapes).partial();

/** As they were kept, by this version or another one: what this one does not understand is left out, as if it had not been chosen. */
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
  /** It is the system's own, and not one that the person chose. */
  readonly isStandard: boolean;
  readonly isThere: boolean;
};

/** What the person has chosen. The page gets how it looks with its first line, so that it never looks otherwise first. */
export const preferenceCalls = {
  'preferences.change': call({ changed: changedPreferences }),
  'preferences.downloads': call({}).answering<DownloadsChoice>(),
  /** Main asks the person in the system's own dialog: no page names a folder. */
  'preferences.chooseDownloads': call({}).atMost(1).answering<DownloadsChoice>(),
  'preferences.useStandardDownloads': call({}).answering<DownloadsChoice>(),
} as const;
