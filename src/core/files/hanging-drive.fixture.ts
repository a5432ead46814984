import fs, { type BigIntStats } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * For tests, imported first by a worker: there every pipe passes for a file on a drive whose server is gone. Opening it
 * waits for somebody who writes to it, and nothing can call the thread back, as with such a drive.
 */
const { openSync, statSync, fstatSync, lstatSync } = fs;

function asFile(stats: BigIntStats): BigIntStats {
  if (!stats.isFIFO()) return stats;
  stats.mode = (stats.mode & ~BigInt(fs.constants.S_IFMT)) | BigInt(fs.constants.S_IFREG);
  stats.size = 10n;
  return stats;
}

Object.assign(fs, {
  openSync: (path: string, flags: number) => openSync(path, flags & ~fs.constants.O_NONBLOCK),
  statSync: (path: string) => asFile(statSync(path, { bigint: true })),
  lstatSync: (path: string) => asFile(lstatSync(path, { bigint: true })),
  fstatSync: (file: number) => asFile(fstatSync(file, { bigint: true })),
});
syncBuiltinESMExports();
