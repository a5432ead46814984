import type { DataFolderLock } from '../../core/storage/index.ts';
import type { Links, OpenedFiles, UncaughtErrors } from '../electron/index.ts';

/** What the first moments of a start have found, before the rest of the app was read. */
export type Launch = {
  /** Of Electron. */
  readonly ready: Promise<void>;
  readonly userData: string;
  readonly lock: DataFolderLock;
  readonly links: Links;
  readonly opened: OpenedFiles;
  readonly uncaught: UncaughtErrors;
  readonly isSmokeTest: boolean;
};
