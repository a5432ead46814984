export { type OpenedDatabase, openDatabase, openOrSetAside } from './database.ts';
export { type StorageFailureKind, storageFailureKind } from './failure-kind.ts';
export { type Commit, createGroupCommit, inTransaction } from './group-commit.ts';
