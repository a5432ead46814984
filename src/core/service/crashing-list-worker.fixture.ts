import { parentPort } from 'node:worker_threads';

// For tests: a thread that runs out of memory of any list.
parentPort?.on('message', () => {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1_000_000).fill(0));
});
