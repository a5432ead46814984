import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** A disk with little room, which can be filled up to so many pages of 4 KiB, and freed. */
export type SmallDisk = {
  /** Where data folders are made. */
  readonly root: string;
  readonly fill: (database: DatabaseSync, pagesLeft: number) => void;
  readonly free: (database: DatabaseSync) => void;
  readonly remove: () => void;
};

const PAGE_BYTES = 4096;
const DISK_BYTES = 3 * 1024 * 1024;

/** SQLite is told that the database may not grow: for machines on which nothing may be mounted. */
export function limitedPages(folder: string): SmallDisk {
  return {
    root: folder,
    fill: (database, pagesLeft) => {
      const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
      database.exec(`PRAGMA max_page_count = ${pages + pagesLeft}`);
    },
    free: (database) => database.exec('PRAGMA max_page_count = 1000000'),
    remove: () => undefined,
  };
}

/** A real file system in memory: full is full, for the log as for the database. */
export function mountedDisk(folder: string): SmallDisk {
  const root = join(folder, 'small disk');
  mkdirSync(root);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', root]);
  const ballast = join(root, 'ballast');
  return {
    root,
    fill: (_database, pagesLeft) => {
      const { bavail, bsize } = statfsSync(root);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - pagesLeft * PAGE_BYTES)));
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => execFileSync('umount', ['--lazy', root]),
  };
}

/** Whether this user may mount a file system here. */
export function canMount(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const at = join(folder, 'trial');
  mkdirSync(at);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at], { stdio: 'ignore' }).status === 0;
  if (mounted) execFileSync('umount', [at]);
  rmSync(at, { recursive: true });
  return mounted;
}
