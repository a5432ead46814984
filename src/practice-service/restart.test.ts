import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPracticeService } from './index.ts';
import { startService, temporaryFolder } from './service.fixture.ts';

test('submissions, balances and the account are there after a restart', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir });
  const id = await first.accepted('kept');
  await expect.poll(() => first.record(id)).not.toMatchObject({ block_hash: null });
  const [record, tokens] = [await first.record(id), await first.read('/user/get_all_tokens')];
  await first.service.close();

  const second = await startService({ dataDir });
  expect(await second.record(id)).toEqual(record);
  expect(await second.read('/user/get_all_tokens')).toEqual(tokens);
  expect(await second.storedBytes(id)).toEqual(Buffer.from('kept'));
});

test('what was pending when the service stopped gets into a block later', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir, blockTimeSeconds: 600 });
  const id = await first.accepted('waiting');
  await first.service.close();
  const second = await startService({ dataDir, blockTimeSeconds: 0 });
  await expect.poll(() => second.record(id)).toMatchObject({ block_hash: expect.stringMatching(/^0x/) });
});

test('a start settles what a crash left: registered bytes are kept, others deleted', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir });
  const id = await first.accepted('registered');
  await first.service.close();
  await rename(join(dataDir, 'submissions', id), join(dataDir, 'incoming', id));
  await writeFile(join(dataDir, 'incoming', '00000000-0000-4000-8000-000000000000'), 'cut');

  const second = await startService({ dataDir });
  expect(await second.arriving()).toEqual([]);
  expect(await second.storedIds()).toEqual([id]);
});

test('what is no body that arrived stays, in a folder that was there before', async () => {
  const dataDir = await temporaryFolder();
  const incoming = join(dataDir, 'incoming');
  const folderNamedAsBody = '00000000-0000-4000-8000-000000000000';
  await mkdir(join(incoming, 'photos'), { recursive: true });
  await mkdir(join(incoming, folderNamedAsBody));
  await writeFile(join(incoming, 'thesis.doc'), 'mine');
  await startService({ dataDir });
  expect((await readdir(incoming)).sort()).toEqual([folderNamedAsBody, 'photos', 'thesis.doc']);
});

test.skipIf(process.platform === 'win32').each(['incoming', 'submissions'])(
  'a link in the place of the folder “%s” is refused with a sentence, and what it leads to stays',
  async (name) => {
    const [dataDir, documents] = [await temporaryFolder(), await temporaryFolder()];
    await writeFile(join(documents, '00000000-0000-4000-8000-000000000000'), 'mine');
    await symlink(documents, join(dataDir, name));
    await expect(startPracticeService({ dataDir })).rejects.toThrow('A link is in the place of a folder');
    expect(await readdir(documents)).toHaveLength(1);
  },
);

test('credentials are on no disk', async () => {
  const secrets = { apiKey: 'key-that-is-nowhere', accessToken: 'token-that-is-nowhere' };
  const service = await startService(secrets);
  await service.accepted('x');
  await service.read('/user/get_all_tokens');
  await service.service.close();
  const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toMatch(/that-is-nowhere/);
  }
});

test('a folder in use by another service is refused with a sentence', async () => {
  const service = await startService();
  await expect(startPracticeService({ dataDir: service.dataDir })).rejects.toThrow(/in use by another/);
});

test('a port in use is refused with a sentence, and its data folder is free again', async () => {
  const service = await startService();
  const dataDir = await temporaryFolder();
  const port = Number(new URL(service.url).port);
  await expect(startPracticeService({ dataDir, port })).rejects.toThrow(`Port ${port} is already in use.`);
  await startService({ dataDir });
});

test('a ledger of a newer version is left alone', async () => {
  const dataDir = join(await temporaryFolder(), 'deep', 'inside');
  await mkdir(dataDir, { recursive: true });
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(startPracticeService({ dataDir })).rejects.toThrow(/another practice service/);
});

test('closing twice is closing once', async () => {
  const { service } = await startService();
  await Promise.all([service.close(), service.close()]);
  await expect(fetch(`${service.url}/health`)).rejects.toThrow();
});
