import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from '../processes.ts';

const PREFIX = 'chromium-profile-';
/** What pages keep in `localStorage` outlives a profile, and lies in its parent as in Electron's `sessionData`. */
const KEPT = 'Local Storage';
const inProfile = (profile: string): string => join(profile, 'Default', KEPT);

/** Makes a new profile folder in `parent`, and removes those of hosts that were killed before they could do it. */
export function createProfile(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeAbandoned(parent);
  const profile = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  const kept = join(parent, KEPT);
  if (existsSync(kept)) cpSync(kept, inProfile(profile), { recursive: true });
  return profile;
}

/** Chromium may still be writing its last files when its process is seen to end: hence the retries. */
export function removeProfile(profile: string): void {
  const [from, to] = [inProfile(profile), join(dirname(profile), KEPT)];
  if (existsSync(from)) {
    rmSync(to, { recursive: true, force: true });
    renameSync(from, to);
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isInteger(owner) && !isRunning(owner)) removeProfile(join(parent, name));
  }
}
