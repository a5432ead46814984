import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const electron = vi.hoisted(() => ({
  app: {
    isPackaged: true,
    getPath: vi.fn<(name: string) => string>(),
    getLoginItemSettings: vi.fn<(options?: object) => object>(),
    setLoginItemSettings: vi.fn<(settings: object) => void>(),
  },
}));
vi.mock('electron', () => electron);
const { setStartAtLogin, startAtLogin, LinuxLoginItem } = await import('./login-item.ts');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'login-item-'));
  file = join(folder, 'autostart', 'io.dropslip.app.desktop');
  electron.app.isPackaged = true;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function on(platform: NodeJS.Platform): void {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
}

test('on Linux it is a file in the desktop’s own list, which is there only while it is on', async () => {
  const item = new LinuxLoginItem(file, '/opt/Dropslip/dropslip');
  expect(await item.state()).toBe('off');
  await item.set(true);
  expect(await item.state()).toBe('on');
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Dropslip/dropslip" --background\n');
  await item.set(false);
  await item.set(false);
  expect(await item.state()).toBe('off');
  expect(readdirSync(join(folder, 'autostart'))).toEqual([]);
});

test('the desktop’s word counts: an entry that it has switched off, or of an AppImage that lay elsewhere, is off', async () => {
  const item = new LinuxLoginItem(file, '/opt/Dropslip/dropslip');
  await item.set(true);
  const entry = readFileSync(file, 'utf8');
  for (const [from, to] of [
    ['X-GNOME-Autostart-enabled=true', 'X-GNOME-Autostart-enabled=false'],
    ['Terminal=false', 'Terminal=false\nHidden=true'],
    ['Exec="/opt/Dropslip/dropslip"', 'Exec="/home/ada/Dropslip.AppImage"'],
  ] as const) {
    writeFileSync(file, entry.replace(from, to));
    expect(await item.state(), to).toBe('off');
  }
});

test('a program of any name is started as itself, by the rules of desktop entries', async () => {
  const program = '/home/ada/50% off/"my" $HOME `x` \\ Dropslip.AppImage';
  const item = new LinuxLoginItem(file, program);
  await item.set(true);
  const entry = readFileSync(file, 'utf8');
  expect(entry).toContain(
    'Exec="/home/ada/50%% off/\\\\"my\\\\" \\\\$HOME \\\\`x\\\\` \\\\\\\\ Dropslip.AppImage" --background\n',
  );
  expect(entry).toContain('TryExec=/home/ada/50% off/"my" $HOME `x` \\\\ Dropslip.AppImage\n');
  expect(await item.state()).toBe('on');
});

test('an AppImage is started as the file that it is, not as what is mounted of it now', async () => {
  on('linux');
  electron.app.getPath.mockReturnValue(folder);
  vi.stubEnv('APPIMAGE', '/home/ada/Dropslip.AppImage');
  vi.stubEnv('APPDIR', dirname(process.execPath));
  expect(await setStartAtLogin(true)).toEqual({ ok: true, value: 'on' });
  expect(electron.app.getPath).toHaveBeenCalledWith('appData');
  expect(readFileSync(file, 'utf8')).toContain('Exec="/home/ada/Dropslip.AppImage" --background\n');
});

test('where nothing can be written that is said', async () => {
  on('linux');
  writeFileSync(join(folder, 'autostart'), '');
  electron.app.getPath.mockReturnValue(folder);
  expect(await setStartAtLogin(true)).toMatchObject({ ok: false, error: { code: 'start-at-login-not-changed' } });
});

test('macOS and Windows are asked each time, with the arguments that it is started with', async () => {
  on('win32');
  electron.app.getLoginItemSettings.mockReturnValue({ openAtLogin: true, executableWillLaunchAtLogin: true });
  expect(await setStartAtLogin(true)).toEqual({ ok: true, value: 'on' });
  const args = ['--background'];
  expect(electron.app.setLoginItemSettings).toHaveBeenCalledExactlyOnceWith({ openAtLogin: true, args });
  expect(electron.app.getLoginItemSettings).toHaveBeenCalledWith({ args });
  electron.app.getLoginItemSettings.mockReturnValue({ openAtLogin: true, executableWillLaunchAtLogin: false });
  expect(await startAtLogin()).toBe('switched-off');
  on('darwin');
  electron.app.getLoginItemSettings.mockReturnValue({ openAtLogin: false, status: 'requires-approval' });
  expect(await startAtLogin()).toBe('needs-approval');
  electron.app.getLoginItemSettings.mockReturnValue({ openAtLogin: false, status: 'not-registered' });
  expect(await startAtLogin()).toBe('off');
});

test('a copy that runs from its sources is never started at login', async () => {
  electron.app.isPackaged = false;
  electron.app.setLoginItemSettings.mockClear();
  expect(await setStartAtLogin(true)).toEqual({ ok: true, value: 'not-installed' });
  expect(electron.app.setLoginItemSettings).not.toHaveBeenCalled();
});
