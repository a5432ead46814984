import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ordinaryUser } from './electron.ts';

/** The switch by which a page shows itself to screen readers from its start. */
export const forScreenReaders = '--force-renderer-accessibility';

/** Where an element is: a role of AT-SPI and a part of its name or text, each within the one before. */
type Place = readonly [role: string, name: string, ...rest: string[]];

/** Starts the accessibility service of a desktop, for apps that start after it. */
export async function startAccessibility(): Promise<ChildProcess> {
  const service = spawn('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately', '--a11y=1'], {
    ...ordinaryUser,
    stdio: 'ignore',
  });
  await promisify(execFile)('gdbus', ['wait', '--session', '--timeout=30', 'org.a11y.Bus'], { ...ordinaryUser });
  return service;
}

/** Presses an element as a screen reader does, once it is shown. */
export async function press(...place: Place): Promise<void> {
  await run('press', place);
}

/** Resolves once an element is shown. */
export async function shown(...place: Place): Promise<void> {
  await run('find', place);
}

async function run(action: string, place: Place): Promise<void> {
  const script = join(import.meta.dirname, 'accessible.py');
  await promisify(execFile)('/usr/bin/python3', [script, action, ...place], { ...ordinaryUser, timeout: 60_000 });
}
