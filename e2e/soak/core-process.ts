import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endsWithUs } from '../bench/children.ts';
import { type CoreOrders, coreMessage, type ShownRow } from './core-messages.ts';
import { type Life, signals } from './life.ts';

const script = fileURLToPath(new URL('./core.ts', import.meta.url));

/** Starts the submissions in a separate process. `onRows`: called with each change of shown rows. */
export function startCore(orders: CoreOrders, onRows: (rows: readonly ShownRow[]) => void): Life {
  const child: ChildProcess = endsWithUs(
    spawn(process.execPath, [script, JSON.stringify(orders)], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      // Caches compiled code, which halves the start time.
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'dropslip-compiled'), ...process.env },
    }),
  );
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const shown = new Map<number, ShownRow>();
  const started = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();
  const steps = [started, dropped];
  // Prevents unhandled rejections if the caller does not wait for the start or the drop.
  for (const { promise } of steps) promise.catch(() => undefined);
  let drops = 0;
  child.on('message', (text) => {
    const message = coreMessage.parse(text);
    if (message.kind === 'dropped') {
      drops += 1;
      if (message.refused !== null) dropped.reject(new Error(`A drop was refused: ${message.refused}`));
    } else {
      if (message.kind === 'recovered') started.resolve();
      for (const row of message.rows) shown.set(row.id, row);
      onRows(message.rows);
    }
    if (message.kind !== 'rows' && drops === orders.drops.length) dropped.resolve();
  });
  const ended = once(child, 'exit').then(() => {
    for (const step of steps) step.reject(new Error(`The process ended by itself:\n${errors}`));
  });
  return {
    started: started.promise,
    dropped: dropped.promise,
    shown,
    ...signals(child, ended),
    errors: () => errors,
  };
}
