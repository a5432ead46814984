import { serve } from '../threads.ts';

const die = (): void =>
  queueMicrotask(() => {
    throw new Error('Out of memory.');
  });

// For tests: a thread that answers what comes before a list, and dies of the list.
serve({
  keptState: () => ({ asOf: null, kept: 0 }),
  beginList: () => undefined,
  takeListBytes: die,
  takeList: die,
});
