import { execFile } from 'node:child_process';
import { chmod, cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const template = fileURLToPath(new URL('empty-template', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const run = promisify(execFile);

/**
 * Builds electron-vite's starter app in a folder: a window with one React component, a preload, and a minimal main
 * process.
 */
export async function buildEmptyTemplate(folder: string): Promise<string> {
  const app = join(folder, 'empty-template');
  await cp(template, app, { recursive: true });
  await symlink(modules, join(app, 'node_modules'), 'dir');
  const tool = join(modules, 'electron-vite', 'bin', 'electron-vite.js');
  await run(process.execPath, [tool, 'build', '--logLevel', 'warn'], { cwd: app });
  // Makes the folder readable, because another user may start it.
  await chmod(folder, 0o755);
  return app;
}
