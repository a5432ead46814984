import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ordinaryUser } from './app/electron.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { expect, test } from './app/test.ts';

const SOCKET = 'wayland-dropslip';

/** Starts a Wayland compositor without a screen on the worker's desktop. */
async function startCompositor(runtime: string): Promise<ChildProcess> {
  const args = [
    '--backend=headless-backend.so',
    `--socket=${SOCKET}`,
    '--width=1920',
    '--height=1080',
    '--idle-time=0',
  ];
  const child = spawn('weston', args, {
    ...ordinaryUser,
    cwd: '/',
    env: { ...process.env, DISPLAY: '' },
    stdio: 'ignore',
  });
  await expect.poll(() => existsSync(join(runtime, SOCKET)), { message: 'the compositor starts' }).toBe(true);
  return child;
}

test('the window appears on Wayland', async ({ start, desktop }) => {
  test.skip(process.platform !== 'linux', 'Wayland is Linux’s.');
  const compositor = await startCompositor(desktop.env.XDG_RUNTIME_DIR ?? '');
  try {
    const args = [...withInspector.args, '--ozone-platform=wayland'];
    const app = await start({ args, env: { WAYLAND_DISPLAY: SOCKET, DISPLAY: '' } });
    const isVisible = () => inMain(app, 'return electron.BrowserWindow.getAllWindows()[0].isVisible();');
    await expect.poll(isVisible).toBe(true);
  } finally {
    compositor.kill();
  }
});
