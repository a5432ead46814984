import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { sandboxSwitches } from './command-line.ts';
import { createUserData, type Fixture, FixtureProcess, removeUserData, startFixture } from './fixture-app/driver.ts';
import { isRunning } from './processes.ts';

const folders: string[] = [];
const started: Fixture[] = [];

async function start(folder = createUserData()): Promise<Fixture> {
  folders.push(folder);
  const app = await startFixture(folder);
  started.push(app);
  return app;
}

afterEach(async () => {
  for (const app of started.splice(0)) await app.end();
  for (const folder of folders.splice(0)) removeUserData(folder);
});

const canConnect = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

describe('quitting', () => {
  it('asks the windows, ends with code 0 and leaves nothing behind', async () => {
    const { host, inMain, chromiumProcesses } = await start();
    expect(await inMain('return electron.app.getPath("userData")')).toBe(host.folder);
    // Its answer may not come any more.
    await inMain('electron.app.quit()').catch(() => undefined);
    expect(await host.ended()).toBe(0);
    expect(host.lines.filter((line) => line.startsWith('event'))).toEqual([
      'event before-quit',
      'event will-quit',
      'event quit',
    ]);
    await expect.poll(() => chromiumProcesses.filter(isRunning)).toEqual([]);
    expect(readdirSync(host.folder).filter((name) => name.startsWith('chromium-profile'))).toEqual([]);
  });

  it('stops where a window refuses to close, and goes on at the next attempt', async () => {
    const { host, inMain } = await start();
    await inMain('state.refuseClose = true; electron.app.quit();');
    expect(await inMain('return state.seen.filter(([what]) => what === "close").length')).toBe(1);
    expect(host.lines).not.toContain('event will-quit');
    await inMain('state.refuseClose = false');
    host.child.kill('SIGTERM');
    expect(await host.ended()).toBe(0);
  });

  it('comes by itself when the last window is closed and the app does not say otherwise', async () => {
    const { host, page } = await start();
    await page.close();
    expect(await host.ended()).toBe(0);
    expect(host.lines).toContain('event will-quit');
  });
});

describe('one instance at a time', () => {
  it('hands the second one’s arguments and folder to the first, and ends the second without a window', async () => {
    const { host } = await start();
    const second = new FixtureProcess(host.folder, ['--flag', 'a file.txt']);
    expect(await second.ended()).toBe(0);
    expect(second.lines.filter((line) => line.includes('DevTools'))).toEqual([]);
    const line = await host.line(/^second-instance/);
    const told: { argv: string[]; workingDirectory: string } = JSON.parse(line.slice('second-instance '.length));
    expect(told.argv.slice(-2)).toEqual(['--flag', 'a file.txt']);
    expect(told.workingDirectory).toBe(process.cwd());
  });
});

describe('what pages keep', () => {
  it('is there at the next start in localStorage, after a kill as well', async () => {
    const first = await start();
    await first.page.evaluate(`localStorage.setItem('kept', 'since the first')`);
    await first.inMain('electron.app.quit()').catch(() => undefined);
    await first.host.ended();
    const second = await start(first.host.folder);
    expect(await second.page.evaluate(`localStorage.getItem('kept')`)).toBe('since the first');
    second.host.child.kill('SIGKILL');
    await second.host.ended();
    const third = await start(first.host.folder);
    expect(await third.page.evaluate(`localStorage.getItem('kept')`)).toBe('since the first');
  });
});

describe('being killed', () => {
  it('takes Chromium along, frees the port, and lets the next one start', async () => {
    const first = await start();
    const { host, chromiumProcesses } = first;
    const address = await host.debuggingAddress();
    host.child.kill('SIGKILL');
    await host.ended();
    await expect.poll(() => chromiumProcesses.filter(isRunning)).toEqual([]);
    expect(await canConnect(address)).toBe(false);

    const next = await start(host.folder);
    const profiles = readdirSync(host.folder).filter((name) => name.startsWith('chromium-profile'));
    expect(profiles.every((name) => name.startsWith(`chromium-profile-${next.host.child.pid}-`))).toBe(true);
    expect(existsSync(host.folder)).toBe(true);
  });

  it('of Chromium alone ends the app with a sentence and an exit code', async () => {
    const { host, chromiumProcesses } = await start();
    process.kill(chromiumProcesses[0] ?? Number.NaN, 'SIGKILL');
    expect(await host.ended()).toBe(1);
    expect(host.lines.join('\n')).toContain('Chromium ended unexpectedly, by SIGKILL.');
  });

  it('of a page’s process is told to the app as render-process-gone', async () => {
    const { host, inMain, page } = await start();
    await inMain(
      `electron.app.on('render-process-gone', (_event, contents, details) => console.log('gone ' + details.reason))`,
    );
    void page.goto('chrome://crash').catch(() => undefined);
    expect(await host.line(/^gone/)).toBe('gone crashed');
  });
});

describe('starting', () => {
  it.runIf(sandboxSwitches.length > 0)(
    'ends as Electron does when root’s app wants the sandbox, whatever the command line says',
    async () => {
      const host = new FixtureProcess(createUserData(), ['--sandboxed']);
      folders.push(host.folder);
      onTestFinished(() => void host.child.kill('SIGKILL'));
      expect(await host.ended()).toBe(1);
      expect(host.lines.join('\n')).toContain('Running as root without --no-sandbox is not supported');
    },
  );

  it('opens no port to debuggers where the app takes the switch away', async () => {
    const host = new FixtureProcess(createUserData(), ['--without-debuggers']);
    folders.push(host.folder);
    onTestFinished(() => void host.child.kill('SIGKILL'));
    await host.line(/^ready$/);
    host.child.kill('SIGTERM');
    expect(await host.ended()).toBe(0);
    expect(host.lines.join('\n')).not.toContain('DevTools listening');
  });

  it('says without a display how to look at the window', async () => {
    const { host } = await start();
    if (process.env.DISPLAY === undefined && process.env.WAYLAND_DISPLAY === undefined) {
      const { host: address } = new URL(await host.debuggingAddress());
      expect(await host.line(/^No display here/)).toContain(address);
    }
  });
});
