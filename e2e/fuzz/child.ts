import { openSync, writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type BatchReport, inputOf, runBatch } from './batch.ts';

const orderShape = z.object({
  kind: z.enum(['run', 'input']),
  targets: z.array(z.string()),
  seed: z.number(),
  firstBatch: z.number(),
  /** Batches of each target, unless the time is over before. */
  batches: z.number(),
  runs: z.number(),
  measured: z.boolean(),
  milliseconds: z.number(),
  /** A file whose first bytes say which run it is, for who looks after a process that does not answer any more. */
  place: z.string().nullable(),
  /** For `input`: the run whose input is asked for. */
  run: z.number(),
});
export type ChildOrder = z.infer<typeof orderShape>;
export type ChildMessage =
  | { readonly kind: 'batch'; readonly report: BatchReport }
  | { readonly kind: 'input'; readonly input: string };

// A fuzzed module of main imports Electron and does not use it. The target of the window starts Electron.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' && context.parentURL?.includes('/src/main/')
      ? { url: 'data:text/javascript,export const app = {};', shortCircuit: true }
      : next(specifier, context),
});
const { targets } = await import('./targets/index.ts');

const order = orderShape.parse(JSON.parse(process.argv[2] ?? ''));
const { seed, firstBatch, batches, runs, measured, milliseconds, place } = order;
process.on('disconnect', () => process.exit(1));

const file = place === null ? null : openSync(place, 'r+');
const note = new Uint32Array(3);
function noteRun(targetIndex: number, batch: number, run: number): void {
  note.set([targetIndex, batch, run]);
  if (file !== null) writeSync(file, note, 0, note.byteLength, 0);
}

function tell(message: ChildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) throw new Error('Started by hand: run.ts starts it.');
    process.send(message, undefined, {}, (error) => (error === null ? resolve() : reject(error)));
  });
}

const AFTERMATH_MS = 5;
const until = performance.now() + milliseconds;
for (const [index, name] of order.targets.entries()) {
  const target = targets.find((one) => one.name === name);
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  if (order.kind === 'input') {
    const input = await inputOf(target, { target: name, seed, batch: firstBatch, runs }, order.run);
    await tell({ kind: 'input', input });
    continue;
  }
  for (let batch = firstBatch; batch < firstBatch + batches && performance.now() < until; batch += 1) {
    const report = await runBatch(target, { target: name, seed, batch, runs, measured }, (run) =>
      noteRun(index, batch, run),
    );
    // What throws only later ends the process here, before the batch is said to be well.
    await wait(AFTERMATH_MS);
    await tell({ kind: 'batch', report });
    if (report.finding?.kind === 'memory') break;
  }
}
process.exit(0);
