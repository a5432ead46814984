import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OfferedFiles } from './offered-files.ts';

async function files(count: number): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'offered-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = Array.from({ length: count }, (_, index) => join(folder, `${index}.csv`));
  for (const path of paths) await writeFile(path, path);
  return paths;
}

const offerOf = (file: string) => ({ file, fileName: 'Spending.csv', type: 'text/csv' });

test('an offered file is given once, whole, and is gone then', async () => {
  const offered = new OfferedFiles();
  const [file = ''] = await files(1);
  const path = offered.offer(offerOf(file));
  const answer = offered.take(path);
  expect(await answer?.text()).toBe(file);
  expect(existsSync(file)).toBe(false);
  expect(offered.take(path)).toBeNull();
});

test('files that nobody takes do not pile up', async () => {
  const offered = new OfferedFiles();
  const all = await files(12);
  const paths = all.map((file) => offered.offer(offerOf(file)));
  await expect.poll(() => all.filter((file) => existsSync(file))).toEqual(all.slice(-4));
  expect(offered.take(paths[0] ?? '')).toBeNull();
  expect(await offered.take(paths.at(-1) ?? '')?.text()).toBe(all.at(-1));
});
