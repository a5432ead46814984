import type { NewVersion, UpdateFailureCode } from '../../shared/bridge/app/updates.ts';

export type UpdateOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: UpdateFailureCode };

export type DownloadProgress = {
  /** Bytes. */
  readonly received: number;
  /** Bytes; null where it is not known. */
  readonly total: number | null;
};

/** What asks the feed, and puts a new version in the place of this one. It rejects nothing. */
export type Updater = {
  /** Asks the feed once. Null: it has nothing newer for this copy. */
  readonly check: () => Promise<UpdateOutcome<NewVersion | null>>;
  /** Gets what the last check has found, and makes sure of it. What `signal` ends leaves nothing behind. */
  readonly download: (
    onProgress: (progress: DownloadProgress) => void,
    signal: AbortSignal,
  ) => Promise<UpdateOutcome<null>>;
  /** All of the installation that may fail and be tried again, while the app goes on. */
  readonly prepare: () => Promise<UpdateOutcome<null>>;
  /** Ends the app, in whose last moment the new version takes its place. */
  readonly install: () => void;
  /** The app did not end: it goes on, and nothing is installed when it ends later. */
  readonly withdraw: () => void;
};
