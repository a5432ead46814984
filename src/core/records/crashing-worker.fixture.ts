import { parentPort } from 'node:worker_threads';

// For tests: a thread that dies of the first question.
parentPort?.once('message', () => {
  throw new Error('Out of order.');
});
