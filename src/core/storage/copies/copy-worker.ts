import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { takeCopy } from './database-copy.ts';

/** A thread that takes one copy of the database, says how that ended, and ends. */
const { databasePath, now } = z.object({ databasePath: z.string(), now: z.number() }).parse(workerData);

void takeCopy(databasePath, now).then((taken) => parentPort?.postMessage(taken));
