import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Feed, installer } from './update-feed.fixture.ts';

let feed: Feed;
const never = new AbortController().signal;
const noProgress = (): void => undefined;

beforeEach(async () => {
  feed = await Feed.start();
  vi.stubEnv('APPIMAGE', join(feed.folder, 'Dropslip.AppImage'));
});

afterEach(async () => {
  await feed.close();
  vi.unstubAllEnvs();
});

test('for Windows every publisher of the build is held against who has signed, and what none of them has is thrown away', async () => {
  feed.offer({ file: 'Dropslip Setup.exe' });
  feed.answer('/Dropslip%20Setup.exe', installer);
  const config = 'publisherName:\n  - "CN=First, O=First"\n  - "CN=Second"\n';
  const updater = await feed.nsis({ config });
  const checked: unknown[] = [];
  let verdict: string | null = 'signed by somebody else';
  updater.updater.verifyUpdateCodeSignature = async (publisherNames) => {
    checked.push(publisherNames);
    return verdict;
  };
  expect(await updater.check()).toMatchObject({ value: { version: '2.0.0' } });
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'not-signed' });
  expect(await readdir(join(feed.cacheFolder, 'dropslip-updater', 'pending')).catch(() => [])).toEqual([]);
  verdict = null;
  expect(await updater.download(noProgress, never)).toEqual({ ok: true, value: null });
  expect(checked).toEqual([
    ['CN=First, O=First', 'CN=Second'],
    ['CN=First, O=First', 'CN=Second'],
  ]);
});

test('what macOS says while a download is handed to it fails the download', async () => {
  feed.offer();
  const updater = await feed.appImage();
  await updater.check();
  updater.updater.once('update-downloaded', () => {
    updater.updater.emit('error', new Error('Could not get code signature for running application'));
  });
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'other' });
  expect(await updater.download(noProgress, never)).toEqual({ ok: true, value: null });
});
