import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppUpdater, updateFailureCode } from './app-updater.ts';

// electron-updater reads the processor from this variable in tests. Only x64 has no suffix in the name of the channel file.
process.env.TEST_UPDATER_ARCH = 'x64';

const installer = Buffer.alloc(200_000, 'a new Dropslip ');
const never = new AbortController().signal;
const noProgress = (): void => undefined;

let folder: string;
let answers: Map<string, (response: ServerResponse) => void>;
let headers: string[];
let updater: AppUpdater;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-feed-'));
  answers = new Map();
  headers = [];
  server = createServer((request, response) => {
    headers.push(...Object.keys(request.headers));
    const answer = answers.get(new URL(request.url ?? '', 'http://x').pathname);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const config = join(folder, 'app-update.yml');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await writeFile(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: updater\n`);
  vi.stubEnv('APPIMAGE', join(folder, 'Dropslip.AppImage'));
  const electronUpdater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'dropslip',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  electronUpdater.logger = null;
  Object.assign(electronUpdater, { _testOnlyOptions: { platform: 'linux' } });
  updater = new AppUpdater(electronUpdater, async () => new Agent());
});

afterEach(async () => {
  server.closeAllConnections();
  if (server.listening) await once(server.close(), 'close');
  await rm(folder, { recursive: true });
});

function offer(version: string, notes = 'Calmer.'): void {
  const sha512 = createHash('sha512').update(installer).digest('base64');
  const file = `  - url: Dropslip.AppImage\n    sha512: ${sha512}\n    size: ${installer.length}`;
  const info = `version: ${version}\nreleaseNotes: ${JSON.stringify(notes)}\nfiles:\n${file}\n`;
  answers.set('/latest-linux.yml', (response) => void response.end(info));
  answers.set('/Dropslip.AppImage', (response) => void response.end(installer));
}

test('a newer version is found with its notes and size, and downloaded whole', async () => {
  offer('2.0.0');
  expect(await updater.check()).toEqual({
    ok: true,
    value: { version: '2.0.0', notes: 'Calmer.', size: process.platform === 'linux' ? installer.length : null },
  });
  const received: number[] = [];
  expect(await updater.download((progress) => received.push(progress.received), never)).toEqual({
    ok: true,
    value: null,
  });
  expect(received.at(-1)).toBe(installer.length);
  expect(await readFile(updater.downloaded ?? '')).toEqual(installer);
});

test.each(['1.0.0', '0.9.9'])('version %s is no update of version 1.0.0', async (version) => {
  offer(version);
  expect(await updater.check()).toEqual({ ok: true, value: null });
});

test('no request contains an id of this copy', async () => {
  offer('2.0.0');
  await updater.check();
  await updater.download(noProgress, never);
  const names = [...new Set(headers)].sort();
  expect(names).toEqual(['accept', 'accept-encoding', 'cache-control', 'connection', 'host', 'user-agent']);
});

test('a file with other bytes than the feed names is deleted', async () => {
  offer('2.0.0');
  answers.set('/Dropslip.AppImage', (response) => void response.end(Buffer.alloc(installer.length, 'x')));
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'not-intact' });
  expect(await readdir(join(folder, 'updater', 'pending')).catch(() => [])).toEqual([]);
});

test('a cancelled download closes its connection and can start again', async () => {
  offer('2.0.0');
  const closed = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  answers.set('/Dropslip.AppImage', (response) => {
    response.on('close', () => closed.resolve());
    response.writeHead(200, { 'content-length': installer.length });
    response.write(installer.subarray(0, 50_000), () => started.resolve());
  });
  await updater.check();
  const cancelled = new AbortController();
  const first = updater.download(noProgress, cancelled.signal);
  await started.promise;
  cancelled.abort();
  expect((await first).ok).toBe(false);
  await closed.promise;
  answers.set('/Dropslip.AppImage', (response) => void response.end(installer));
  expect(await updater.download(noProgress, never)).toEqual({ ok: true, value: null });
});

test('a feed without a file for this system cannot be read', async () => {
  expect(await updater.check()).toEqual({ ok: false, code: 'unreadable' });
});

test('release notes are shown as text of limited length', async () => {
  offer('2.0.0', `## New\n- <b>Bold</b><script>x</script>\u202e ${'long '.repeat(5_000)}`);
  const outcome = await updater.check();
  const notes = outcome.ok ? (outcome.value?.notes ?? '') : '';
  expect(notes).toMatch(/^New\n• Bold\ufffd long/);
  expect(notes.length).toBeLessThan(2_010);
});

test.each([
  ['ENOSPC', 'no-room'],
  ['EROFS', 'not-writable'],
  ['ERR_CHECKSUM_MISMATCH', 'not-intact'],
  ['ERR_UPDATER_INVALID_SIGNATURE', 'not-signed'],
  ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'unreadable'],
  ['ENOTFOUND', 'unreachable'],
] as const)('error %s is shown as %s', (code, shown) => {
  expect(updateFailureCode(Object.assign(new Error('…'), { code }))).toBe(shown);
});

test('an installer that does not start is an error at the end of the app', async () => {
  await expect(updater.install(new EventEmitter())).rejects.toThrow('No update filepath');
});
