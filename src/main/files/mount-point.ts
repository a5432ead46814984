import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { parse } from 'node:path';

/**
 * Where the drive begins that a path lies on, told without touching it, for it may hang: from the system's own list of mounts
 * (Linux), or from the path (`/Volumes/…`; a letter or a share). Null for the drive that the system or the person's home is on.
 */
export function mountPointOf(path: string): string | null {
  if (process.platform === 'win32') {
    const { root } = parse(path);
    return root.toLowerCase() === parse(homedir()).root.toLowerCase() ? null : root;
  }
  if (process.platform === 'darwin') return /^\/Volumes\/[^/]+/.exec(path)?.[0] ?? null;
  return deepestOf(mountPoints(), path);
}

/** The mount that a path lies on; null for the root, and for what holds the home. */
export function deepestOf(mounts: readonly string[], path: string): string | null {
  const holds = (mount: string, inside: string): boolean => mount !== '/' && inside.startsWith(`${mount}/`);
  const [deepest] = mounts.filter((mount) => holds(mount, path)).sort((one, other) => other.length - one.length);
  return deepest === undefined || holds(deepest, `${homedir()}/`) ? null : deepest;
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return lines.map((line) =>
      (line.split(' ')[4] ?? '').replaceAll(/\\(\d{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
    );
  } catch {
    return [];
  }
}
