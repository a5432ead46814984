import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Called around each look at a path of this module's. */
const folder = vi.hoisted(() => ({ exchange: (): void => undefined }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const exchanged =
    <Arguments extends unknown[], Answer>(look: (...of: Arguments) => Answer) =>
    (...of: Arguments): Answer => {
      folder.exchange();
      try {
        return look(...of);
      } finally {
        folder.exchange();
      }
    };
  return {
    ...fs,
    statSync: exchanged(fs.statSync),
    openSync: exchanged(fs.openSync),
    lstatSync: exchanged(fs.lstatSync),
  };
});
const { openRegularFile } = await import('./open-regular-file.ts');

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'exchanged-')));
  for (const name of ['shared', 'private']) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'id'), name);
  }
  symlinkSync(join(root, 'private'), join(root, 'link'));
});
afterEach(() => {
  folder.exchange = () => undefined;
  rmSync(root, { recursive: true, force: true });
});

test.skipIf(process.platform === 'win32')(
  'a file is not opened over a link that takes a folder’s place for each moment in which it is used',
  () => {
    const [shared, link, aside] = [join(root, 'shared'), join(root, 'link'), join(root, 'aside')];
    folder.exchange = () => {
      renameSync(shared, aside);
      renameSync(link, shared);
      renameSync(aside, link);
    };
    const codes = expect.stringMatching(/^(?:ESTALE|ELOOP)$/);
    expect(() => openRegularFile(join(shared, 'id'), 'no-follow')).toThrow(expect.objectContaining({ code: codes }));
    expect(realpathSync(shared)).toBe(shared);
  },
);
