import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReceiptFile } from '../receipts/reference-file.ts';
import { Contender } from '../storage/data-folder-contenders.fixture.ts';
import { DataFolderLock } from '../storage/index.ts';
import { files } from './file-threads.fixture.ts';
import { fileSize } from './file-threads.ts';

test('the lock of the data folder is held also when somebody has it read as a file or as a receipt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-size-'));
  const lock = new DataFolderLock(folder);
  onTestFinished(async () => {
    lock.release();
    await rm(folder, { recursive: true, force: true });
  });
  expect(lock.take()).toEqual({ kind: 'owned' });
  expect(await fileSize(files, join(folder, 'owner.lock'))).toMatchObject({ ok: false, code: 'EMPTY' });
  expect(await readReceiptFile(files, join(folder, 'owner.lock'))).toMatchObject({ ok: false });
  const other = await Contender.start(folder);
  other.tell('look');
  other.tell('want');
  await other.says('taken');
  await other.kill();
});

test('a file has its size, and a folder one too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-size-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'letter'), 'abc');
  expect(await fileSize(files, join(folder, 'letter'))).toEqual({ ok: true, size: 3 });
  expect(await fileSize(files, folder)).toMatchObject({ ok: true });
});
