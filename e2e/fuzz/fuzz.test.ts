import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchReport } from './batch.ts';
import type { ChildMessage } from './child.ts';
import { moduleTargetNames } from './targets/names.ts';
import { startChild } from './watched-child.ts';

/** The same inputs each time; `npm run fuzz` looks for new ones. */
const SEED = 1;
const RUNS = 15;

let child: ChildProcess;
let closed: Promise<unknown>;
const reports = new Map(moduleTargetNames.map((name) => [name, Promise.withResolvers<BatchReport>()]));

beforeAll(() => {
  child = startChild({
    ...{ kind: 'run', targets: [...moduleTargetNames], seed: SEED, firstBatch: 0, batches: 1, runs: RUNS, run: 0 },
    ...{ measured: false, milliseconds: Number.MAX_SAFE_INTEGER, place: null },
  });
  closed = once(child, 'close');
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  child.on('message', (message: ChildMessage) => {
    if (message.kind !== 'batch') return;
    for (const [name, report] of reports) if (name === message.report.target) report.resolve(message.report);
  });
  child.on('close', () => {
    for (const report of reports.values()) report.reject(new Error(`The process ended before. ${words}`));
  });
  // Whoever comes to its test hears of it.
  for (const report of reports.values()) report.promise.catch(() => undefined);
});
afterAll(async () => {
  child.kill('SIGKILL');
  await closed;
});

test.each(moduleTargetNames)('nothing is found in a short run of %s', async (name) => {
  const report = await reports.get(name)?.promise;
  expect(report?.finding).toBeNull();
});
