import { execFileSync } from 'node:child_process';
import { appendFileSync, constants, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Ending, hasThreadWork } from './ending.ts';

/**
 * For tests: a process in which something hangs, and which ends as the app does. Arguments: what hangs (`drive`,
 * `thread`, `nothing`) and a folder, in which `log` tells what happened.
 */
const [, , hanging = '', folder = ''] = process.argv;
const log = (text: string): void => appendFileSync(join(folder, 'log'), `${text}\n`);

// Opening a pipe that nobody writes to waits for ever, like a share whose server is gone.
const pipe = join(folder, 'pipe');
execFileSync('mkfifo', [pipe]);
// The whole of a text file is read in one native call, out of which no thread can be called back.
const reader = `
  const { workerData } = require('node:worker_threads');
  if (workerData !== null) require('node:fs').readFileSync(workerData, 'utf8');
  setInterval(() => {}, 1000);`;
const worker = new Worker(reader, { eval: true, workerData: hanging === 'thread' ? pipe : null });

/** A pipe can be opened like this only once somebody waits for its writer; this one then never writes. */
function isBeingRead(): boolean {
  try {
    openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    return true;
  } catch {
    return false;
  }
}

worker.once('online', async () => {
  if (hanging === 'drive') void open(pipe);
  while (hanging === 'thread' && !isBeingRead()) await setImmediate();
  const ending = new Ending({
    close: () => {
      log('written');
      return worker.terminate();
    },
    isStuck: hasThreadWork,
    last: async () => log('last'),
    exit: () => {
      log('in good order');
      process.exit(0);
    },
    kill: (why) => {
      log(`killed: ${why}`);
      process.kill(process.pid, 'SIGKILL');
    },
    // Nobody waits for it where nothing hangs.
    patienceMs: hanging === 'nothing' ? 60_000 : 1_000,
  });
  ending.quit({ preventDefault: () => log('taken over') });
});
