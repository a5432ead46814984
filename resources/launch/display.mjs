// A display for machines that have none: an Xvfb of its own.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Starts Xvfb, which any user of this machine may use (`-ac`). Resolves with its display's name, or with null if it is not installed. It ends with this process. */
export function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset', '-ac'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  process.once('exit', () => child.kill());
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
    createInterface(child.stdio[3]).once('line', (number) => {
      child.unref();
      child.stdio[3].destroy();
      resolve(`:${number}`);
    });
  });
}
