import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../processes.ts';

const PREFIX = 'chromium-profile-';

/** Makes a new profile folder in `parent`, and removes those of hosts that were killed before they could do it. */
export function createProfile(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeAbandoned(parent);
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Chromium may still be writing its last files when its process is seen to end: hence the retries. */
export function removeProfile(profile: string): void {
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isInteger(owner) && !isRunning(owner)) removeProfile(join(parent, name));
  }
}
