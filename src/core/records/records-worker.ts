import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { flushToTheDrive, GroupCommit } from '../storage/index.ts';
import { DatabaseSync } from '../storage/sqlite.ts';
import { RecordsEngine } from './engine.ts';
import type { EngineData, EngineReport } from './engine-types.ts';

const port = parentPort;
if (port === null) throw new Error('The records are held in a worker thread.');

// The thread that starts this one hands it over as it is.
const { databasePath, most, ownFiles } = workerData as EngineData;
const database = new DatabaseSync(databasePath, { timeout: 1_000, enableForeignKeyConstraints: true });
database.exec(`${flushToTheDrive}; PRAGMA busy_timeout = 100`);
const report = (told: EngineReport): void => port.postMessage({ report: told });
const engine = new RecordsEngine({ database, commit: new GroupCommit(database).commit, most, ownFiles, report });
expose(engine, nodeEndpoint(port));
