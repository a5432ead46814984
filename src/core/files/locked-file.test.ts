import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReceiptFile } from '../receipts/receipt.ts';
import { Contender } from '../storage/data-folder-contenders.fixture.ts';
import { DataFolderLock } from '../storage/index.ts';
import { files } from './file-threads.fixture.ts';

test('reading the lock of the data folder as a receipt does not release it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'locked-file-'));
  const lock = new DataFolderLock(folder);
  onTestFinished(async () => {
    lock.release();
    await rm(folder, { recursive: true, force: true });
  });
  expect(lock.take()).toEqual({ kind: 'owned' });
  expect(await readReceiptFile(files, join(folder, 'owner.lock'))).toMatchObject({ ok: false });
  const other = await Contender.start(folder);
  other.tell('look');
  other.tell('want');
  await other.says('taken');
  await other.kill();
});
