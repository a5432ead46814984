import { call, event } from './call.ts';

/** Why this copy of Dropslip cannot update itself. */
export type ByHandReason =
  /** A package manager installed it and manages its files. */
  | 'package-manager'
  /** The user may not write to the AppImage's folder. */
  | 'not-writable'
  /** It runs from a folder that no installer created. */
  | 'not-installed'
  /** macOS runs it from a hidden, read-only copy until it is moved to Applications. */
  | 'translocated'
  /** This build is unsigned, so it cannot verify an update. */
  | 'unsigned';

/** A closed list; `messages/updates.ts` has the sentences. */
export type UpdateFailureCode =
  | 'unreachable'
  /** The feed's answer is unreadable, or has no package for this system. */
  | 'unreadable'
  /** The bytes do not match the feed's digest. */
  | 'not-intact'
  /** The signature is missing, or not by a signer that this build trusts. */
  | 'not-signed'
  | 'no-room'
  | 'not-writable'
  | 'other';

export type NewVersion = {
  readonly version: string;
  /** Release notes as plain text of several lines; empty if the feed has none. */
  readonly notes: string;
  /** Bytes; null if the feed does not state it. */
  readonly size: number | null;
};

export type UpdateState =
  /** No feed was configured when this build was packaged. */
  | { readonly kind: 'off-in-build' }
  /** The user switched updates off. */
  | { readonly kind: 'off' }
  /** There is no newer version. `lastCheck`: UTC instant; null before the first check. */
  | { readonly kind: 'idle'; readonly lastCheck: string | null }
  | { readonly kind: 'checking' }
  /** `byHand`: null if Dropslip can install it. */
  | { readonly kind: 'available'; readonly release: NewVersion; readonly byHand: ByHandReason | null }
  /** `received`, `total`: bytes; `total` is null if unknown. */
  | {
      readonly kind: 'downloading';
      readonly release: NewVersion;
      readonly received: number;
      readonly total: number | null;
    }
  /** Downloaded and verified. */
  | { readonly kind: 'ready'; readonly release: NewVersion }
  | { readonly kind: 'installing'; readonly release: NewVersion }
  /** `release`: the version that failed to download. */
  | {
      readonly kind: 'failed';
      readonly during: 'check' | 'download';
      readonly code: UpdateFailureCode;
      readonly release: NewVersion | null;
    };

/** `feed`: the address of the update feed; null if none is configured. */
export type UpdatesView = { readonly feed: string | null; readonly state: UpdateState };

export const updateCalls = {
  'updates.view': call({}).answering<UpdatesView>(),
  'updates.check': call({}),
  /** Downloads the available version. */
  'updates.download': call({}),
  /** Cancels the download. */
  'updates.cancel': call({}),
  /** Ends the app and installs the downloaded version. Errors: `files-on-their-way`. */
  'updates.install': call({}),
} as const;

export const updateEvents = {
  'updates.changed': event<UpdatesView>(),
} as const;
