import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {} }));

const { installationOf } = await import('./installation.ts');

let folder: string;
const linux = { platform: 'linux', execPath: '/tmp/.mount_Drops/dropslip', publisherNames: [] } as const;
/** As an AppImage's own runtime sets it for what it starts. */
const from = (appImage: string) => ({ APPIMAGE: appImage, APPDIR: '/tmp/.mount_Drops' });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-installation-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a package of the system is for its package manager, also where an AppImage has started it', async () => {
  await writeFile(join(folder, 'package-type'), 'deb');
  const appImage = join(folder, 'Another.AppImage');
  await writeFile(appImage, '');
  expect(installationOf({ ...linux, resourcesPath: folder, environment: from(appImage) }).byHand).toBe(
    'package-manager',
  );
});

test('an AppImage in a folder of one’s own is replaced; what is none, or is gone, is not', async () => {
  const appImage = join(folder, 'Dropslip.AppImage');
  expect(installationOf({ ...linux, resourcesPath: folder, environment: from(appImage) }).byHand).toBe('not-writable');
  await writeFile(appImage, '');
  expect(installationOf({ ...linux, resourcesPath: folder, environment: from(appImage) })).toEqual({
    appImage,
    byHand: null,
  });
  expect(installationOf({ ...linux, resourcesPath: folder, environment: {} }).byHand).toBe('not-installed');
  expect(installationOf({ ...linux, resourcesPath: folder, environment: from('Dropslip.AppImage') }).byHand).toBe(
    'not-installed',
  );
});

test('the AppImage of another program, which has started this one, is never replaced', async () => {
  const appImage = join(folder, 'Files.AppImage');
  await writeFile(appImage, '');
  const environment = { APPIMAGE: appImage, APPDIR: '/tmp/.mount_Files' };
  expect(installationOf({ ...linux, resourcesPath: folder, environment })).toMatchObject({
    appImage: null,
    byHand: 'not-installed',
  });
});

test('on Windows a build that nobody has signed takes no update, for it could not tell a true one', () => {
  const windows = {
    platform: 'win32',
    execPath: 'C:\\Dropslip.exe',
    resourcesPath: folder,
    environment: {},
  } as const;
  expect(installationOf({ ...windows, publisherNames: [] }).byHand).toBe('unsigned');
  expect(installationOf({ ...windows, publisherNames: ['CN=Dropslip'] }).byHand).toBeNull();
});

test('on macOS an app that nobody has signed, or that was not moved to where it stays, takes no update', async () => {
  const mac = { platform: 'darwin', resourcesPath: folder, environment: {}, publisherNames: [] } as const;
  const byHand = (execPath: string) => installationOf({ ...mac, execPath }).byHand;
  expect(byHand('/Applications/Dropslip.app/Contents/MacOS/Dropslip')).toBe('unsigned');
  await writeFile(join(folder, 'signed'), '');
  expect(byHand('/private/var/folders/x/AppTranslocation/1/d/Dropslip.app/Contents/MacOS/Dropslip')).toBe(
    'translocated',
  );
  expect(byHand('/Volumes/Dropslip/Dropslip.app/Contents/MacOS/Dropslip')).toBe('translocated');
  expect(byHand('/Applications/Dropslip.app/Contents/MacOS/Dropslip')).toBeNull();
});
