import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {} }));

const { installationOf } = await import('./installation.ts');

/** The user whom Unix gives what belongs to nobody. */
const NOBODY = 65_534;

test.skipIf(process.platform === 'win32')('an AppImage where the person may not write is not replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-unwritable-'));
  const appImage = join(folder, 'Dropslip.AppImage');
  await writeFile(appImage, '');
  await chmod(folder, 0o555);
  // Root may write everywhere, so this process, which is this file's alone, is somebody else from here on.
  if (process.getuid?.() === 0) {
    await chown(folder, NOBODY, NOBODY);
    process.setuid?.(NOBODY);
  }
  onTestFinished(async () => {
    await chmod(folder, 0o755);
    await rm(folder, { recursive: true });
  });
  const environment = { APPIMAGE: appImage, APPDIR: '/tmp/.mount_Drops' };
  const execPath = '/tmp/.mount_Drops/dropslip';
  expect(
    installationOf({ platform: 'linux', execPath, resourcesPath: folder, environment, publisherNames: [] }).byHand,
  ).toBe('not-writable');
});
