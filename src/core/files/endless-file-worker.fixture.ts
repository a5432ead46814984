import { parentPort } from 'node:worker_threads';
import { FileHandler } from './file-handler.ts';

/** For tests: to this one a second name is one too many. */
if (parentPort === null) throw new Error('Runs as a worker thread.');
new FileHandler(parentPort, 1);
