import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ordinaryUser } from './electron.ts';

/** Options for an app that is visible to screen readers. */
export const forScreenReaders = {
  args: ['--force-renderer-accessibility'],
  env: { ACCESSIBILITY_ENABLED: '1' },
} as const;

/** The path to an element: pairs of an AT-SPI role and a part of the name or text, each within the previous one. */
type Place = readonly [role: string, name: string, ...rest: string[]];

/** Waits for an element and presses it like a screen reader. */
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
