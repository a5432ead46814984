export { type DataFolderClaim, DataFolderLock, OWNER_LOOKS_EVERY_MS } from './data-folder-lock.ts';
export { flushToTheDrive, type OpenedDatabase, openDatabase, openOrSetAside } from './database.ts';
export { type StorageFailureKind, storageFailureKind } from './failure-kind.ts';
export { type Commit, createGroupCommit, type GroupCommit, inTransaction } from './group-commit.ts';
export { createKeeper, type Keeper } from './keeper.ts';
