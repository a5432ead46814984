import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readLicences } from './about.ts';

async function written(text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'licences-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'licences.json');
  await writeFile(file, text);
  return pathToFileURL(file);
}

test('the licences are those that the build has gathered', async () => {
  const zod = { name: 'zod', version: '4.6.7', licence: 'MIT', text: 'MIT License\n…' };
  expect(await readLicences(await written(JSON.stringify([zod])))).toEqual([zod]);
});

test('a build without a list of licences has none, and a list that is none is an error', async () => {
  const file = await written('[{ "name": "zod" }]');
  expect(await readLicences(new URL('./about/elsewhere.json', file))).toBeNull();
  await expect(readLicences(file)).rejects.toThrow();
});
