import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

const die = (): void =>
  queueMicrotask(() => {
    throw new Error('Out of memory.');
  });

// For tests: a thread that answers what comes before a list, and dies of the list.
const engine = {
  keptState: () => ({ limit: null, asOf: null, kept: 0 }),
  beginList: () => undefined,
  takeListBytes: die,
  takeList: die,
};
if (parentPort !== null) expose(engine, nodeEndpoint(parentPort));
