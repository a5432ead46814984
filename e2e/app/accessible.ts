import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callOnBus } from './desktop.ts';
import { ordinaryUser } from './electron.ts';

/** The switch by which a page shows itself to screen readers from its start. */
export const forScreenReaders = '--force-renderer-accessibility';

/** Where an element is: a role of AT-SPI and a part of its name or text, each within the one before. */
type Place = readonly [role: string, name: string, ...rest: string[]];

/** Says whether a screen reader runs on the desktop of the tests. Apps that start after it show themselves to it, or do not. */
export async function setScreenReader(isRunning: boolean): Promise<void> {
  const property = ['org.a11y.Status', 'IsEnabled', `<${isRunning}>`] as const;
  await callOnBus('org.a11y.Bus', '/org/a11y/bus', 'org.freedesktop.DBus.Properties.Set', ...property);
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
