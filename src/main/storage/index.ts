export { openDatabase } from './database.ts';
export { type Commit, createGroupCommit, inTransaction } from './group-commit.ts';
