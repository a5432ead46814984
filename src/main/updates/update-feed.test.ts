import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUpdateFeed } from './update-feed.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-config-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'app-update.yml');
  await writeFile(path, text);
  return readUpdateFeed(path);
}

test('a build that was packaged without a feed has none', async () => {
  expect(await readUpdateFeed(null)).toBeNull();
  expect(await readUpdateFeed(join(folder, 'app-update.yml'))).toBeNull();
});

test('what electron-builder writes is read: address, channel, one publisher or several', async () => {
  expect(
    await read('provider: generic\nurl: https://updates.example/app\npublisherName:\n  - CN=A\n  - CN=B\n'),
  ).toMatchObject({ url: new URL('https://updates.example/app'), channel: 'latest', publisherNames: ['CN=A', 'CN=B'] });
  expect(
    await read('provider: generic\nurl: https://updates.example\nchannel: beta\npublisherName: CN=A\n'),
  ).toMatchObject({ channel: 'beta', publisherNames: ['CN=A'] });
});

test.each([
  ['not encrypted', 'provider: generic\nurl: http://updates.example/\n'],
  ['with a name and password', 'provider: generic\nurl: https://a:b@updates.example/\n'],
  ['of a kind that leads to hosts that it does not name', 'provider: github\nowner: a\nrepo: b\n'],
  ['whose downloads would lie elsewhere', 'provider: generic\nurl: https://a.example/\nupdaterCacheDirName: ../x\n'],
  ['that is no configuration', 'x'],
])('a feed %s is refused', async (_, text) => {
  await expect(read(text)).rejects.toThrow();
});
