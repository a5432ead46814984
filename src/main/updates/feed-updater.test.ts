import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Feed, infoText, installer } from './update-feed.fixture.ts';

let feed: Feed;
const sha512 = createHash('sha512').update(installer).digest('base64');
const never = new AbortController().signal;
const noProgress = (): void => undefined;

beforeEach(async () => {
  feed = await Feed.start();
  vi.stubEnv('APPIMAGE', join(feed.folder, 'Dropslip.AppImage'));
});

afterEach(async () => {
  // Whatever came of it: the app's own data is as it was.
  expect(await readdir(feed.userData)).toEqual([]);
  await feed.close();
  vi.unstubAllEnvs();
});

/** What is left of downloads on the disk. */
async function pending(): Promise<readonly string[]> {
  return readdir(join(feed.cacheFolder, 'dropslip-updater', 'pending')).catch(() => []);
}

test('a newer version is found with what is new and its size, downloaded on demand alone, and is what the feed named', async () => {
  feed.offer({ more: 'releaseNotes: |\n  Faster.\n  Calmer.\n' });
  const updater = await feed.appImage();
  expect(await updater.check()).toEqual({
    ok: true,
    value: { version: '2.0.0', notes: 'Faster.\nCalmer.', size: installer.length },
  });
  expect(feed.asked).toEqual(['/latest-linux.yml']);
  const received: number[] = [];
  expect(await updater.download((progress) => received.push(progress.received), never)).toEqual({
    ok: true,
    value: null,
  });
  expect(received.at(-1)).toBe(installer.length);
  expect(await readFile(updater.downloaded?.path ?? '')).toEqual(installer);
  expect(updater.downloaded?.path).toContain(join(feed.cacheFolder, 'dropslip-updater'));
});

test('what was downloaded before a restart is looked at again and not downloaded again', async () => {
  feed.offer();
  const before = await feed.appImage();
  await before.check();
  await before.download(noProgress, never);
  const after = await feed.appImage();
  await after.check();
  expect(await after.download(noProgress, never)).toEqual({ ok: true, value: null });
  expect(feed.asked.filter((path) => path === '/Dropslip.AppImage')).toHaveLength(1);
});

test.each([
  ['the same', '1.0.0'],
  ['an older one', '0.9.9'],
  ['one that is being tried out', '2.0.0-beta.1'],
])('%s is no update', async (_, version) => {
  feed.offer({ version });
  expect(await (await feed.appImage()).check()).toEqual({ ok: true, value: null });
});

test('what is being tried out comes to whoever has that channel, and no older one comes to them either', async () => {
  const beta = { version: '2.0.0-beta.1', file: 'Dropslip.AppImage', sha512, size: installer.length };
  feed.answer('/beta-linux.yml', infoText(beta));
  const before = await feed.appImage({ config: 'channel: beta\n' });
  expect(await before.check()).toMatchObject({ value: { version: '2.0.0-beta.1' } });
  const after = await feed.appImage({ config: 'channel: beta\n', version: '2.0.0-beta.2' });
  expect(await after.check()).toEqual({ ok: true, value: null });
});

test.each([
  [0, false],
  [100, true],
])('a version that is for %d % of the copies is offered: %s', async (percentage, isOffered) => {
  feed.offer({ more: `stagingPercentage: ${percentage}\n` });
  const outcome = await (await feed.appImage()).check();
  expect(outcome.ok && outcome.value !== null).toBe(isOffered);
});

test('nothing that is asked tells one copy from another', async () => {
  feed.offer();
  const updater = await feed.appImage();
  await updater.check();
  await updater.download(noProgress, never);
  const names = feed.headers.flatMap((headers) => Object.keys(headers));
  expect([...new Set(names)].sort()).toEqual([
    'accept',
    'accept-encoding',
    'cache-control',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(new Set(feed.headers.map((headers) => headers['user-agent']))).toEqual(new Set(['Dropslip']));
});

test.each([
  ['a file of other bytes', Buffer.alloc(installer.length, 'x')],
  ['a shorter file', installer.subarray(0, 1_000)],
])('%s is thrown away', async (_, content) => {
  feed.offer();
  feed.answer('/Dropslip.AppImage', content);
  const updater = await feed.appImage();
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'not-intact' });
  expect(await pending()).toEqual([]);
  expect(updater.downloaded).toBeNull();
});

test('a file that breaks off is thrown away, and comes when it is asked for again', async () => {
  feed.offer();
  feed.answer('/Dropslip.AppImage', (response) => {
    response.writeHead(200, { 'content-length': installer.length });
    response.write(installer.subarray(0, 50_000), () => response.destroy());
  });
  const updater = await feed.appImage();
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'unreachable' });
  expect(await pending()).toEqual([]);
  feed.answer('/Dropslip.AppImage', installer);
  expect(await updater.download(noProgress, never)).toEqual({ ok: true, value: null });
});

test('a file that does not end is broken off at the size that the feed named', async () => {
  feed.offer();
  feed.answer('/Dropslip.AppImage', (response) => {
    const more = (): void => {
      while (response.write(installer));
    };
    response.on('drain', more);
    more();
  });
  const updater = await feed.appImage();
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'unreadable' });
  expect(await pending()).toEqual([]);
});

test('a download that is cancelled leaves nothing and hangs up, and another one may begin at once', async () => {
  feed.offer();
  const hungUp = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  feed.answer('/Dropslip.AppImage', (response) => {
    response.on('close', () => hungUp.resolve());
    response.writeHead(200, { 'content-length': installer.length });
    response.write(installer.subarray(0, 50_000), () => began.resolve());
  });
  const updater = await feed.appImage();
  await updater.check();
  const cancelled = new AbortController();
  const first = updater.download(noProgress, cancelled.signal);
  await began.promise;
  cancelled.abort();
  feed.answer('/Dropslip.AppImage', installer);
  const second = updater.download(noProgress, never);
  expect((await first).ok).toBe(false);
  await hungUp.promise;
  expect(await second).toEqual({ ok: true, value: null });
});

test('a check that is still out when a download begins does not end it', async () => {
  feed.offer();
  const updater = await feed.appImage({ checkMs: 300 });
  await updater.check();
  feed.answer('/latest-linux.yml', () => undefined);
  const checking = updater.check();
  feed.answer('/Dropslip.AppImage', async (response) => {
    response.writeHead(200, { 'content-length': installer.length });
    response.write(installer.subarray(0, 50_000));
    await checking;
    response.end(installer.subarray(50_000));
  });
  expect(await updater.download(noProgress, never)).toEqual({ ok: true, value: null });
  expect(await checking).toMatchObject({ ok: false });
});

test('nobody there is said as such, for a check and for a download', async () => {
  feed.offer();
  const updater = await feed.appImage();
  await updater.check();
  await feed.hangUp();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'unreachable' });
  // It tries three times more, seconds apart.
  expect(await (await feed.appImage({ checkMs: 1 })).check()).toEqual({ ok: false, code: 'unreachable' });
}, 15_000);

test('a feed that hangs is given up, for a check and for a download', async () => {
  feed.offer();
  feed.answer('/Dropslip.AppImage', (response) => void response.writeHead(200, { 'content-length': 9 }).flushHeaders());
  const updater = await feed.appImage({ patienceMs: 50 });
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'unreachable' });
  feed.answer('/latest-linux.yml', () => undefined);
  expect(await updater.check()).toEqual({ ok: false, code: 'unreachable' });
});

test('a feed that gives a byte now and then is given up too', async () => {
  feed.answer('/latest-linux.yml', (response) => {
    const drip = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(drip));
  });
  expect(await (await feed.appImage({ checkMs: 100 })).check()).toEqual({ ok: false, code: 'unreachable' });
});

test.each([
  ['no file for this system', null],
  ['a page', '<html>Welcome to this network</html>'],
  ['nothing', ''],
  ['no file names', 'version: 2.0.0\n'],
  ['no digest', 'version: 2.0.0\nfiles:\n  - url: Dropslip.AppImage\n'],
  ['another digest', infoText({ version: '2.0.0', file: 'Dropslip.AppImage', sha512: 'x', size: 1 })],
  ['no version', infoText({ version: 'new', file: 'Dropslip.AppImage', sha512, size: 1 })],
  ['megabytes', 'x'.repeat(2_000_000)],
])('a feed that answers with %s cannot be read', async (_, answer) => {
  if (answer !== null) feed.answer('/latest-linux.yml', answer);
  expect(await (await feed.appImage()).check()).toEqual({ ok: false, code: 'unreadable' });
});

test('a feed with nested aliases is refused before anything is made of them', async () => {
  const levels = [...'abcdefghi'].map((name, at, names) => {
    const of = at === 0 ? 'x' : `*${names[at - 1]}`;
    return `${name}: &${name} [${Array(9).fill(of).join(', ')}]`;
  });
  feed.answer('/latest-linux.yml', `${levels.join('\n')}\nversion: *i\n`);
  expect(await (await feed.appImage()).check()).toEqual({ ok: false, code: 'unreadable' });
  expect(feed.logged.join('\n')).toContain('The feed has anchors.');
});

test('of what a feed says in place of a version the log keeps the beginning', async () => {
  feed.answer('/latest-linux.yml', `${'['.repeat(900_000)}`);
  const updater = await feed.appImage();
  expect(await updater.check()).toEqual({ ok: false, code: 'unreadable' });
  expect(feed.logged.length).toBeGreaterThan(0);
  expect(Math.max(...feed.logged.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
});

test('no other host is asked, wherever the feed leads', async () => {
  const asked: string[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(installer);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/Dropslip.AppImage`;
  feed.offer({ file: elsewhere });
  const updater = await feed.appImage();
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: false, code: 'leads-elsewhere' });
  for (const path of ['/latest-linux.yml', '/Dropslip.AppImage'])
    feed.answer(path, (response) => void response.writeHead(302, { location: elsewhere }).end());
  expect(await updater.check()).toEqual({ ok: false, code: 'leads-elsewhere' });
  expect(asked).toEqual([]);
  other.close();
});

test('a redirect within the host is followed, and a circle of them is not', async () => {
  feed.offer();
  feed.answer('/Dropslip.AppImage', (response) => void response.writeHead(302, { location: '/moved' }).end());
  feed.answer('/moved', installer);
  const updater = await feed.appImage();
  await updater.check();
  expect(await updater.download(noProgress, never)).toEqual({ ok: true, value: null });
  feed.offer({ version: '3.0.0', file: 'Dropslip-3.AppImage', content: Buffer.from('third') });
  feed.answer('/Dropslip-3.AppImage', (response) => void response.writeHead(302, { location: '/circle' }).end());
  feed.answer('/circle', (response) => void response.writeHead(302, { location: '/circle' }).end());
  await updater.check();
  expect(await updater.download(noProgress, never)).toMatchObject({ ok: false });
  expect(feed.asked.filter((path) => path === '/circle').length).toBeLessThan(30);
});

test('notes in Markdown read as text', async () => {
  feed.offer({ more: 'releaseNotes: |\n  ## Changed\n  - Calmer &c.\n  * Faster -- much.\n' });
  expect(await (await feed.appImage()).check()).toMatchObject({
    value: { notes: 'Changed\n• Calmer &c.\n• Faster -- much.' },
  });
});

test('what a feed says of a version is text, without what hides or turns it, and not too long', async () => {
  feed.offer({ more: `releaseNotes: "<b>Bold</b><script>x</script>\\u202e ${'long '.repeat(5_000)}"\n` });
  const outcome = await (await feed.appImage()).check();
  const notes = outcome.ok ? (outcome.value?.notes ?? '') : '';
  expect(notes).toMatch(/^Bold\ufffd long/);
  expect(notes.length).toBeLessThan(2_010);
});
