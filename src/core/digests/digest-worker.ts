import { parentPort, workerData } from 'node:worker_threads';
import { ReadingThread } from './reading-thread.ts';
import { runSide, type SideMemory } from './side-thread.ts';

// One script for both kinds of thread: where a reading thread is, in shared memory, or what a side thread works on.
const data: SharedArrayBuffer | SideMemory = workerData;

if (parentPort === null) throw new Error('The digest worker runs as a worker thread.');
if (data instanceof SharedArrayBuffer)
  void ReadingThread.start(parentPort, new Int32Array(data), new URL(import.meta.url));
else void runSide(parentPort, data);
