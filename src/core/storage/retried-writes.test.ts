import { expect, test } from 'vitest';
import { RetriedWrites } from './retried-writes.ts';

const nothing = (): void => undefined;
/** As SQLite tells of a full disk. */
const full = (): Error => Object.assign(new Error('database or disk is full'), { errcode: 13, errstr: 'full' });

test('what waits for the disk is offered to it once more when the app ends', async () => {
  let isFull = true;
  const written: string[] = [];
  const failed = Promise.withResolvers<void>();
  const retriedWrites = new RetriedWrites(() => failed.resolve(), nothing);
  const kept = retriedWrites.write(async () => {
    if (isFull) throw full();
    written.push('receipt');
  });
  await failed.promise;
  isFull = false;
  retriedWrites.close();
  expect(await kept).toBe(true);
  expect(written).toEqual(['receipt']);
});

test('what the disk does not take when the app ends is let go', async () => {
  let tries = 0;
  const failed = Promise.withResolvers<void>();
  const retriedWrites = new RetriedWrites(() => failed.resolve(), nothing);
  const kept = retriedWrites.write(async () => {
    tries += 1;
    throw full();
  });
  await failed.promise;
  retriedWrites.close();
  expect(await kept).toBe(false);
  expect(tries).toBe(2);
});
