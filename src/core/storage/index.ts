export { allRows, jsonIn } from './all-rows.ts';
export { DailyCopy } from './daily-copy.ts';
export {
  beginAnew,
  isGone,
  openCopy,
  type ReplacedDatabase,
} from './damaged-database.ts';
export {
  type DataFolderClaim,
  DataFolderLock,
  dataFilePath,
  makeOwnFolder,
  refuseAnothersFolder,
} from './data-folder-lock.ts';
export {
  flushToTheDrive,
  NO_FILE,
  type OpenedDatabase,
  openDatabase,
  openOrTellDamage,
  tablesOfAccounts,
} from './database.ts';
export { copyPathOf, type DatabaseCopy, soundCopy, takeCopy } from './database-copy.ts';
export { type Commit, GroupCommit, inTransaction } from './group-commit.ts';
export { type Distrust, openTrusted, SequenceMark, type TrustedDatabase } from './restored-data.ts';
export { RetriedWrites, type StorageFailureKind, storageFailureKind } from './retried-writes.ts';
export { advanceSequence, lastSequence, lastSequenceSql, sequencedCommit } from './sequence.ts';
export { Settings } from './settings.ts';
