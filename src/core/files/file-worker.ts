import { parentPort } from 'node:worker_threads';
import { FileHandler } from './file-handler.ts';

if (parentPort === null) throw new Error('The file worker runs as a worker thread.');
new FileHandler(parentPort);
