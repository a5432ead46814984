import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { readManifest } from './index.ts';

const utf8 = (text: string): Uint8Array => Buffer.from(text);

describe('of what was written to take a reader’s memory, nothing is made', () => {
  const begun = '{"format":"dropslip-manifest","version":1,';
  test.each([
    [
      'a hundred megabytes of empty things',
      () => `${begun}"parts":[${'{},'.repeat(35_000_000)}{}]}`,
      'manifest-damaged',
    ],
    ['a hundred megabytes of brackets', () => `${begun}"parts":${'['.repeat(100_000_000)}`, 'manifest-damaged'],
    [
      'lists of millions beside each other',
      () => `${begun}${`"a":[${'1,'.repeat(1_000_000)}1],`.repeat(12)}"b":1}`,
      'manifest-damaged',
    ],
  ])('%s', (_what, write, code) => {
    const bytes = utf8(write());
    const before = process.memoryUsage();
    const start = performance.now();
    expect(readManifest(bytes)).toMatchObject({ error: { code } });
    expect(performance.now() - start).toBeLessThan(10_000);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(50_000_000);
  });

  test('more bytes than any manifest has', () => {
    const bytes = Buffer.alloc(384 * 1024 * 1024 + 1);
    bytes.write(begun);
    expect(readManifest(bytes)).toMatchObject({ error: { code: 'manifest-damaged' } });
  });
});

/** How reading ends where there are so many megabytes of memory for it. */
function readWithin(megabytes: number, text: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const script = new URL('./reading-worker.fixture.ts', import.meta.url);
  const limits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 };
  const worker = new Worker(script, { workerData: utf8(text), resourceLimits: limits });
  worker.on('message', resolve);
  worker.on('error', (error) => resolve(String(error)));
  return promise;
}

test.each([
  ['no parts', '{}', /^parts\.0\./],
  [
    'parts with more members than any has',
    `{${Array.from({ length: 300_000 }, (_, at) => `"${at}":0`).join()}}`,
    /^parts\.0/,
  ],
])(
  'of hundreds of thousands of things that are %s one is told of, in little memory',
  async (_, one, place) => {
    const parts = new Array(one.length > 2 ? 1 : 300_000).fill(one).join(',');
    const text = `{"format":"dropslip-manifest","version":1,"kind":"file","name":"a","size":1,"sha256":null,"blake2b256":null,"parts":[${parts}],"files":[],"folders":[],"encryption":null}`;
    const end = await readWithin(256, text);
    expect(end).toMatchObject({ code: 'manifest-damaged', detail: expect.stringMatching(place) });
    expect(JSON.stringify(end).length).toBeLessThan(1_000);
  },
  60_000,
);
