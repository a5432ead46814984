import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { APP_ID } from './app-id.ts';

const app = vi.hoisted(() => ({
  isPackaged: false,
  setName: vi.fn(),
  setPath: vi.fn(),
  getPath: () => '/home/person/.config',
  setAppUserModelId: vi.fn(),
}));
vi.mock('electron', () => ({ app }));

const { identifyApp, leavesKeychainAlone } = await import('./identity.ts');

const { platform } = process;
const runOn = (name: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value: name });
beforeEach(() => vi.clearAllMocks());
afterEach(() => runOn(platform));

test('on Windows the installed app goes by that id, and a source copy by its program', () => {
  runOn('win32');
  app.isPackaged = true;
  identifyApp();
  app.isPackaged = false;
  identifyApp();
  expect(app.setAppUserModelId.mock.calls).toEqual([[APP_ID], [process.execPath]]);
});

test('elsewhere there is no such call', () => {
  for (const name of ['linux', 'darwin'] as const) {
    runOn(name);
    identifyApp();
  }
  expect(app.setAppUserModelId).not.toHaveBeenCalled();
});

test('a source copy has a name and a data folder of its own; the installed app keeps the usual ones', () => {
  app.isPackaged = false;
  identifyApp();
  expect(app.setName.mock.calls).toEqual([['Dropslip Dev']]);
  expect(app.setPath.mock.calls).toEqual([['userData', join('/home/person/.config', 'Dropslip Dev')]]);
  vi.clearAllMocks();
  app.isPackaged = true;
  identifyApp();
  expect([app.setName.mock.calls, app.setPath.mock.calls]).toEqual([[], []]);
});

test('only a source copy can be told to leave the keychain alone', () => {
  app.isPackaged = false;
  expect(leavesKeychainAlone({ DROPSLIP_KEYCHAIN: 'none' })).toBe(true);
  expect(leavesKeychainAlone({})).toBe(false);
  app.isPackaged = true;
  expect(leavesKeychainAlone({ DROPSLIP_KEYCHAIN: 'none' })).toBe(false);
});
