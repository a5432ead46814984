import { EventEmitter } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SavedFiles, saveDownloads, saveFile } from './downloads.ts';

async function savedFile() {
  const folder = await mkdtemp(join(tmpdir(), 'saved-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'Spending.csv');
  await writeFile(path, '');
  const shown: string[] = [];
  const told: { readonly savedId: string; readonly fileName: string }[] = [];
  const saved = new SavedFiles(
    (file) => told.push(file),
    (one) => shown.push(one),
  );
  return { path, shown, told, saved };
}

test('a saved file is shown by its id, which says nothing of its path', async () => {
  const { path, shown, saved } = await savedFile();
  const id = saved.remember(path);
  expect(id).not.toContain('Spending');
  expect(saved.show(id).ok).toBe(true);
  expect(shown).toEqual([path]);
});

test('the window hears of what was saved by its name, and can have that shown', async () => {
  const { path, shown, told, saved } = await savedFile();
  saved.tell(path);
  expect(told).toEqual([{ savedId: expect.any(String), fileName: 'Spending.csv' }]);
  expect(saved.show(told[0]?.savedId ?? '').ok).toBe(true);
  expect(shown).toEqual([path]);
});

test('nothing but what was saved can be shown', async () => {
  const { path, shown, saved } = await savedFile();
  saved.remember(path);
  for (const id of [path, '', '/etc/passwd']) {
    expect(saved.show(id)).toMatchObject({ ok: false, error: { code: 'file-gone' } });
  }
  expect(shown).toEqual([]);
});

test('a file that was taken away since is named as such', async () => {
  const { path, shown, saved } = await savedFile();
  const id = saved.remember(path);
  await rm(path);
  expect(saved.show(id)).toMatchObject({ ok: false, error: { code: 'file-gone' } });
  expect(shown).toEqual([]);
});

test('however much is saved, only the latest are remembered', async () => {
  const { path, saved } = await savedFile();
  const ids = Array.from({ length: 201 }, () => saved.remember(path));
  expect(saved.show(ids[0] ?? '').ok).toBe(false);
  expect(saved.show(ids[1] ?? '').ok).toBe(true);
});

/** A page saves `Spending.csv`. The browser engine writes it to the path that the app sets. */
async function savedByPage(downloads: (home: string) => string | Promise<string>) {
  const home = await mkdtemp(join(tmpdir(), 'saving-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = await downloads(home);
  const session = new EventEmitter();
  const ended = Promise.withResolvers<{ readonly saved: string } | { readonly failed: string; readonly why: string }>();
  saveDownloads(session as never, {
    folder: () => folder,
    workFolder: join(home, 'saving'),
    onSaved: (path) => ended.resolve({ saved: path }),
    onFailed: (failed, why) => ended.resolve({ failed, why }),
  });
  const download = Object.assign(new EventEmitter(), {
    getFilename: () => `${'x'.repeat(200)}.csv`,
    setSavePath: (path: string) => {
      expect(path.startsWith(join(home, 'saving'))).toBe(true);
      writeFileSync(path, 'a,b');
      queueMicrotask(() => download.emit('done', {}, 'completed'));
    },
  });
  session.emit('will-download', { preventDefault: () => undefined }, download);
  return { end: await ended.promise, folder, home };
}

test('a file is whole before it is in the downloads, and nothing stays elsewhere', async () => {
  const { end, folder, home } = await savedByPage((at) => at);
  expect(end).toEqual({ saved: join(folder, `${'x'.repeat(200)}.csv`) });
  await expect.poll(() => readdir(join(home, 'saving'))).toEqual([]);
});

test('a file that the app has made is moved to the downloads under a free name', async () => {
  const home = await mkdtemp(join(tmpdir(), 'saving-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const made = join(home, 'made');
  await writeFile(made, 'a,b');
  await writeFile(join(home, 'Spending.csv'), 'another');
  const saved: string[] = [];
  const onFailed = (): void => expect.unreachable();
  const saving = { folder: () => home, workFolder: home, onSaved: (path: string) => void saved.push(path), onFailed };
  await saveFile(saving, made, 'Spending.csv');
  expect(saved).toEqual([join(home, 'Spending (1).csv')]);
  expect(await readFile(join(home, 'Spending (1).csv'), 'utf8')).toBe('a,b');
  expect(existsSync(made)).toBe(false);
});

test.each([
  ['a file', 'gone', async (at: string) => writeFile(at, '')],
  ['gone', 'gone', async () => undefined],
  ['a link in a circle', 'other', (at: string) => symlink(at, at)],
])('downloads that are %s end nothing, and are said to be: %s', async (_, why, make) => {
  const { end } = await savedByPage(async (home) => {
    await make(join(home, 'Downloads'));
    return join(home, 'Downloads');
  });
  expect(end).toMatchObject({ why });
});
