import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';

const BEGINNING = new URL('./thread.ts', import.meta.url).href;

/** Threads begin with `thread.ts`, whoever starts them. */
export function startThreadsAlike(): void {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(script: string | URL, options: WorkerOptions = {}) {
      super(script, { ...options, execArgv: [...(options.execArgv ?? []), '--import', BEGINNING] });
    }
  };
  syncBuiltinESMExports();
}
