import { dirname } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const relaunched = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({ app: { relaunch: relaunched } }));

const { appImageOf, relaunch } = await import('./relaunch.ts');

beforeEach(() => vi.clearAllMocks());

test('an app that runs from an AppImage is started again by that file, for its program is gone with the mount', () => {
  vi.stubEnv('APPIMAGE', '/home/person/Dropslip.AppImage');
  vi.stubEnv('APPDIR', dirname(process.execPath));
  relaunch(['dropslip://submission/1']);
  expect(relaunched.mock.calls).toEqual([
    [{ args: ['dropslip://submission/1'], execPath: '/home/person/Dropslip.AppImage' }],
  ]);
});

test('any other is started again by its own program, as it was started', () => {
  vi.stubEnv('APPIMAGE', undefined);
  relaunch();
  expect(relaunched.mock.calls).toEqual([[{ args: process.argv.slice(1) }]]);
});

test('an AppImage that this app was only started out of is not taken for its own', () => {
  const files = { APPIMAGE: '/home/person/Files.AppImage', APPDIR: '/tmp/.mount_Files' };
  expect(appImageOf('/opt/Dropslip/dropslip', files)).toBeNull();
  expect(appImageOf('/tmp/.mount_FilesOther/dropslip', files)).toBeNull();
  expect(appImageOf('/tmp/.mount_Files/dropslip', files)).toBe('/home/person/Files.AppImage');
  expect(appImageOf('/opt/Dropslip/dropslip', {})).toBeNull();
});
