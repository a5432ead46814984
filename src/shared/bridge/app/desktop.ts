import { z } from 'zod';
import type { Failure } from '../../failures/failure.ts';
import { call, event } from '../call/call.ts';

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
