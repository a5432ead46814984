import type { DataFolderLock } from '../../core/storage/index.ts';
import type { OpenedFiles } from '../desktop/opened-files.ts';
import type { Links } from './links.ts';
import type { UncaughtErrors } from './uncaught-errors.ts';

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
