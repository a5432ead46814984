import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SavedFiles } from './downloads.ts';

async function savedFile() {
  const folder = await mkdtemp(join(tmpdir(), 'saved-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'Spending.csv');
  await writeFile(path, '');
  const shown: string[] = [];
  const told: { readonly savedId: string; readonly fileName: string }[] = [];
  const saved = new SavedFiles({ tell: (file) => told.push(file), showInFolder: (one) => shown.push(one) });
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
