import { parentPort } from 'node:worker_threads';

/** For tests: a thread that dies of the first thing that it is asked. */
parentPort?.once('message', () => {
  throw new Error('This thread dies.');
});
