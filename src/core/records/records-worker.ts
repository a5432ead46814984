import { workerData } from 'node:worker_threads';
import { flushToTheDrive, GroupCommit } from '../storage/index.ts';
import { DatabaseSync } from '../storage/sqlite.ts';
import { post, serve } from '../threads.ts';
import type { EngineData } from './engine.ts';
import { RecordsEngine } from './engine.ts';

const { databasePath, ownFiles, most } = workerData as EngineData;
const database = new DatabaseSync(databasePath, { timeout: 1_000, enableForeignKeyConstraints: true });
database.exec(`${flushToTheDrive}; PRAGMA busy_timeout = 100`);
serve(new RecordsEngine(database, new GroupCommit(database).commit, ownFiles, post, most));
