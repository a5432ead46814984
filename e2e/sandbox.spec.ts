import { readFile, readlink } from 'node:fs/promises';
import { sandboxSwitches } from './app/electron.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { expect, test } from './app/test.ts';

test.skip(process.platform !== 'linux', 'Only Linux shows the sandbox of a process in /proc.');
test.skip(sandboxSwitches.length > 0, 'The tests run as root, and `nobody` cannot make a sandbox here.');

/** The parts of a process's status that tell of its sandbox. */
async function restrictions(pid: unknown): Promise<Readonly<Record<string, string>>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  return { seccomp: field('Seccomp'), noNewPrivileges: field('NoNewPrivs'), capabilities: field('CapEff') };
}

test('for an ordinary user the page runs in Chromium’s sandbox', async ({ start }) => {
  const app = await start(withInspector);
  const main = app.process.pid;
  const page = await inMain(app, 'return electron.BrowserWindow.getAllWindows()[0].webContents.getOSProcessId();');
  // 2: only the system calls that Chromium allows.
  expect(await restrictions(page)).toEqual({ seccomp: '2', noNewPrivileges: '1', capabilities: '0000000000000000' });
  expect((await restrictions(main)).seccomp).toBe('0');
  expect(await readlink(`/proc/${page}/ns/user`)).not.toBe(await readlink(`/proc/${main}/ns/user`));
  for (const pid of [main, page]) {
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    expect(commandLine.filter((argument) => argument.includes('no-sandbox'))).toEqual([]);
  }
});
