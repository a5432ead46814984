import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CoreMessage, type CoreOrders, coreMessage } from './core-messages.ts';

export type CoreProcess = {
  readonly running: () => boolean;
  /** SIGKILL: the process gets no chance to do anything. Resolves once it is gone. */
  readonly kill: () => Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** What it wrote to its standard error. */
  readonly errors: () => string;
};

const script = fileURLToPath(new URL('./core.ts', import.meta.url));

/** Starts the outbox in a process of its own. */
export function startCore(orders: CoreOrders, onMessage: (message: CoreMessage) => void): CoreProcess {
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.on('message', (message) => onMessage(coreMessage.parse(message)));
  const ended = once(child, 'exit').then(() => undefined);
  return {
    running: () => child.exitCode === null && child.signalCode === null,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    ended,
    errors: () => errors,
  };
}
