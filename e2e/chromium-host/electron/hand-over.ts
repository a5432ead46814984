import { Worker } from 'node:worker_threads';

/** `refused`: nobody listens. `unanswered`: it was told, to somebody who has not said anything yet. */
export type HandedOver = 'told' | 'unanswered' | 'refused';

/** What the thread has reached. */
const NOTHING = 0;
const SENT = 1;
const ANSWERED = 2;

/** A thread that has to begin on a busy machine, and a socket's other end that has only to be there. */
const MILLISECONDS_TO_SEND = 10_000;

/**
 * Tells `text` to whoever listens on a socket, and waits `patience` milliseconds for the answer. Asked on another thread,
 * so that this one can wait: the lock is asked for in a synchronous call.
 */
export function tellOwner(path: string, text: string, patience: number): HandedOver {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    // What comes later never takes back an answer: a close follows on each.
    `const { workerData: { path, text, state } } = require('node:worker_threads');
     const reach = (from, to) => { if (Atomics.compareExchange(state, 0, from, to) === from) Atomics.notify(state, 0); };
     const fail = () => { reach(${NOTHING}, -1); reach(${SENT}, -1); };
     const socket = require('node:net').connect(path, () => socket.write(text, () => reach(${NOTHING}, ${SENT})));
     socket.on('data', () => { reach(${NOTHING}, ${SENT}); reach(${SENT}, ${ANSWERED}); }).on('error', fail).on('close', fail);`,
    { eval: true, workerData: { path, text, state }, execArgv: [] },
  );
  Atomics.wait(state, 0, NOTHING, MILLISECONDS_TO_SEND);
  Atomics.wait(state, 0, SENT, patience);
  const reached = Atomics.load(state, 0);
  void worker.terminate();
  if (reached === ANSWERED) return 'told';
  return reached === SENT ? 'unanswered' : 'refused';
}
