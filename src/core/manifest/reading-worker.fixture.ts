import { parentPort, workerData } from 'node:worker_threads';
import { readManifest } from './index.ts';

// Whoever starts it hands over bytes, and how much memory there is for reading them.
const read = readManifest(workerData as Uint8Array);
parentPort?.postMessage(read.ok ? null : read.error);
