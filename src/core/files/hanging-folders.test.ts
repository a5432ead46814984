import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HangingFolders } from './hanging-folders.ts';

const never = new Promise<void>(() => undefined);

test('a folder hangs until the last thread that hangs in it has ended', async () => {
  const hanging = new HangingFolders(10);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hanging.add(join('/drive', 'a'), first.promise);
  hanging.add(join('/drive', 'b'), second.promise);
  first.resolve();
  await first.promise;
  expect(hanging.has(join('/drive', 'c'))).toBe(true);
  second.resolve();
  await expect.poll(() => hanging.has(join('/drive', 'c'))).toBe(false);
});

test('what lies in other folders does not hang with it', () => {
  const hanging = new HangingFolders(10);
  hanging.add(join('/drive', 'a'), never);
  expect(hanging.has(join('/other', 'a'))).toBe(false);
  expect(hanging.has(join('/drive', 'inside', 'a'))).toBe(false);
});

test('a drive of which several folders hang is not tried in its other folders, and what lies beside the drive is', () => {
  const hanging = new HangingFolders(10);
  // On Windows all of what has another root than the home is taken for one drive.
  const home = homedir();
  for (const folder of ['1', '2', '3', '4/deep']) hanging.add(join(home, 'drive', folder, 'a'), never);
  expect(hanging.has(join(home, 'drive', '5', 'inside', 'a'))).toBe(true);
  expect(hanging.has(join(home, 'near', 'a'))).toBe(false);
  expect(hanging.has(join(home, 'a'))).toBe(false);
});

test('so many threads that hang are full, and say of nothing that it hangs which does not', () => {
  const hanging = new HangingFolders(3);
  for (const drive of ['1', '2', '3']) {
    expect(hanging.isFull).toBe(false);
    hanging.add(join('/drives', drive, 'a'), never);
  }
  expect(hanging.isFull).toBe(true);
  expect(hanging.has(join('/near', 'a'))).toBe(false);
});
