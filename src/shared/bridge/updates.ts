import { call, event } from './call.ts';

/** Why this copy of Dropslip cannot put a new version in its own place. */
export type ByHandReason =
  /** A package manager of the system has installed it, and looks after its files. */
  | 'package-manager'
  /** The AppImage lies where this person may not write. */
  | 'not-writable'
  /** It runs from a folder that no installer has made. */
  | 'not-installed'
  /** macOS runs it from a hidden, read-only copy until it is moved to Applications. */
  | 'translocated'
  /** Nobody has signed this build: it could not tell a true update from another one. */
  | 'unsigned';

/** What went wrong, in a closed list; `messages/updates.ts` has the sentences. */
export type UpdateFailureCode =
  | 'unreachable'
  /** The feed answered with what cannot be read, or has nothing for this system. */
  | 'unreadable'
  /** The bytes are not those that the feed named. */
  | 'not-intact'
  /** Nobody whom this build trusts has signed it. */
  | 'not-signed'
  | 'no-room'
  | 'not-writable'
  | 'other';

export type NewVersion = {
  readonly version: string;
  /** What is new, as plain text of several lines; empty where the feed does not say. */
  readonly notes: string;
  /** Bytes; null where the feed does not say. */
  readonly size: number | null;
};

/** What keeps an update from being installed: it is on its way now. */
export type UnderWay = { readonly files: number; readonly deposits: number };

export type UpdateState =
  /** No feed was configured when this build was packaged. */
  | { readonly kind: 'off-in-build' }
  /** The person wants none. */
  | { readonly kind: 'off' }
  /** There was nothing newer. `lastCheck`: UTC instant; null before the first check. */
  | { readonly kind: 'idle'; readonly lastCheck: string | null }
  | { readonly kind: 'checking' }
  /** `byHand`: null where Dropslip can install it itself. */
  | { readonly kind: 'available'; readonly release: NewVersion; readonly byHand: ByHandReason | null }
  /** `received`, `total`: bytes; a total of null is not known. */
  | {
      readonly kind: 'downloading';
      readonly release: NewVersion;
      readonly received: number;
      readonly total: number | null;
    }
  /** Downloaded and checked. `waitsFor`: it is to be installed as soon as this is through; null until a person wants it. */
  | { readonly kind: 'ready'; readonly release: NewVersion; readonly waitsFor: UnderWay | null }
  | { readonly kind: 'installing'; readonly release: NewVersion }
  /** `release`: what was to be downloaded or installed. */
  | {
      readonly kind: 'failed';
      readonly during: 'check' | 'download' | 'install';
      readonly code: UpdateFailureCode;
      readonly release: NewVersion | null;
    };

/** `feed`: the address that is asked; null where none is configured. */
export type UpdatesView = { readonly feed: string | null; readonly state: UpdateState };

export const updateCalls = {
  'updates.view': call({}).answering<UpdatesView>(),
  'updates.check': call({}),
  /** Of the version that is available. */
  'updates.download': call({}),
  /** The download that is under way, or the installation that waits. */
  'updates.cancel': call({}),
  /** What is ready, as soon as nothing is on its way. */
  'updates.install': call({}),
} as const;

export const updateEvents = {
  'updates.changed': event<UpdatesView>(),
} as const;
