import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './service.fixture.ts';

const entry = new URL('./worker.ts', import.meta.url);

test('reports its address, serves, and ends when it is told to close', async () => {
  const worker = run({ dataDir: await temporaryFolder(), apiKey: 'key', accessToken: 'token' });
  const [report] = await once(worker, 'message');
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(report).toEqual({ kind: 'ready', url, nodeUrl: `${report.url}/node` });
  const headers = { authorization: 'Bearer token' };
  expect((await fetch(`${report.url}/user/get_all_tokens`, { headers })).status).toBe(200);
  worker.postMessage({ kind: 'close' });
  expect(await once(worker, 'exit')).toEqual([0]);
});

test('reports why it could not start, and ends', async () => {
  const worker = run({ dataDir: await temporaryFolder(), port: -1 });
  // Its end may be told in the same breath as its last words.
  const ended = once(worker, 'exit');
  const [report] = await once(worker, 'message');
  expect(report).toEqual({ kind: 'failed', message: expect.stringContaining('port') });
  await ended;
});

function run(workerData: unknown): Worker {
  const worker = new Worker(entry, { workerData });
  onTestFinished(async () => {
    await worker.terminate();
  });
  return worker;
}
