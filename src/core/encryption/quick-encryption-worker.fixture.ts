import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { JobProgress } from './jobs.ts';
import { EncryptionThread } from './thread.ts';

const port = parentPort;
if (port === null) throw new Error('The encryption runs as a worker thread.');
const digestScript = new URL(String(workerData));
const onProgress = (progress: number): void => port.postMessage({ progress } satisfies JobProgress);
/** For tests of something else than what a passphrase costs: each of them is tried in no time. */
expose(new EncryptionThread({ digestScript, onProgress, workFactor: 2 }), nodeEndpoint(port));
