export { DailyCopy } from './daily-copy.ts';
export { beginAnew, isGone, openCopy, type ReplacedDatabase } from './damaged-database.ts';
export { type DataFolderClaim, DataFolderLock, OWNER_LOOKS_EVERY_MS } from './data-folder-lock.ts';
export { flushToTheDrive, type OpenedDatabase, openDatabase, openOrTellDamage } from './database.ts';
export { copyPathOf, type DatabaseCopy, soundCopy, takeCopy } from './database-copy.ts';
export { type StorageFailureKind, storageFailureKind } from './failure-kind.ts';
export { type Commit, createGroupCommit, type GroupCommit, inTransaction } from './group-commit.ts';
export { createKeeper, type Keeper } from './keeper.ts';
export { NO_FILE } from './no-file.ts';
