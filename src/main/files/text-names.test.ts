import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FolderEntry } from './file-calls.ts';
import { FileThreads } from './index.ts';

let folder: string;
let files: FileThreads;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'names-'));
  files = new FileThreads(new URL('./file-worker.ts', import.meta.url));
});
afterEach(async () => {
  await files.close();
  rmSync(folder, { recursive: true, force: true });
});

const notText = (): Buffer => Buffer.concat([Buffer.from(join(folder, 'a')), Buffer.from([0xff])]);

async function listed(): Promise<readonly FolderEntry[]> {
  const entries: FolderEntry[] = [];
  await files.list(folder, (part) => entries.push(...part));
  return entries;
}

// Elsewhere names are text.
test.runIf(process.platform === 'linux')(
  'a file whose name is no text is not taken for its neighbour that has the replacement mark in its name',
  async () => {
    writeFileSync(notText(), 'of the one without a text');
    writeFileSync(join(folder, 'a\ufffd'), 'of the neighbour');
    const seen = (await listed()).map((entry) => entry.seen);
    expect(seen).toHaveLength(2);
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'file', size: 16 }));
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'unreadable', code: 'EILSEQ' }));
    expect(await files.find(join(folder, 'a\ufffd'))).toMatchObject({ kind: 'unreadable', code: 'EILSEQ' });
  },
);

test('a file that has the replacement mark in its name is a file like any other', async () => {
  writeFileSync(join(folder, 'a\ufffd'), 'content');
  expect(await listed()).toMatchObject([{ name: 'a\ufffd', seen: { kind: 'file', size: 7 } }]);
  expect(await files.find(join(folder, 'a\ufffd'))).toMatchObject({ kind: 'found' });
});
