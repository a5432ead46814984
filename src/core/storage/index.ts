export { allRows, jsonIn } from './all-rows.ts';
export { DailyCopy } from './copies/daily-copy.ts';
export { copyPathOf, type DatabaseCopy, soundCopy, takeCopy } from './copies/database-copy.ts';
export {
  type DataFolderClaim,
  DataFolderLock,
  dataFilePath,
  makeOwnFolder,
  OWNER_LOOKS_EVERY_MS,
  refuseAnothersFolder,
} from './data-folder/data-folder-lock.ts';
export {
  beginAnew,
  isGone,
  openCopy,
  type ReplacedDatabase,
} from './database/damaged-database.ts';
export {
  flushToTheDrive,
  NO_FILE,
  type OpenedDatabase,
  openDatabase,
  openOrTellDamage,
  tablesOfAccounts,
} from './database/database.ts';
export { type Distrust, openTrusted, SequenceMark, type TrustedDatabase } from './restored-data.ts';
export { advanceSequence, lastSequence, lastSequenceSql, sequencedCommit } from './sequence.ts';
export { Settings } from './settings.ts';
export { type Commit, GroupCommit, inTransaction } from './writes/group-commit.ts';
export { RetriedWrites, type StorageFailureKind, storageFailureKind } from './writes/retried-writes.ts';
