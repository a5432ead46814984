import { parentPort } from 'node:worker_threads';

/** For tests: a thread that runs out of memory over what it is given. */
parentPort?.once('message', () => {
  const held: unknown[] = [];
  for (;;) held.push(new Array(100_000).fill(held.length));
});
