import { parentPort } from 'node:worker_threads';

// For tests: a thread that answers what comes before a list, and dies of the list.
parentPort?.on('message', ({ id, kind }: { id?: number; kind: string }) => {
  if (kind === 'list-bytes' || kind === 'list') throw new Error('Out of memory.');
  if (id !== undefined) {
    parentPort?.postMessage({ kind: 'answer', id, answer: { limit: null, asOf: null, kept: 0 } });
  }
});
