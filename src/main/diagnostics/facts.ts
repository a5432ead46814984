import { constants } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { formatSize } from '../../shared/sizes.ts';

/** How much of the log's end is shown. */
const LOG_TAIL_BYTES = 64 * 1024;

const nameRow = z.object({ name: z.string() });

/** What the database says of itself, and how many rows each of its tables has. */
export function databaseFacts(database: DatabaseSync): readonly string[] {
  const pragma = (name: string): string =>
    String(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? '');
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all();
  const rows = tables.map((row) => {
    const { name } = nameRow.parse(row);
    const counted = database.prepare(`SELECT count(*) AS rows FROM "${name.replaceAll('"', '""')}"`).get();
    return `${name} ${counted?.rows}`;
  });
  return [
    `Version: ${pragma('user_version')}`,
    `Journal: ${pragma('journal_mode')}, pages: ${pragma('page_count')} of ${pragma('page_size')} bytes`,
    `Rows: ${rows.join(', ')}`,
  ];
}

/** Sizes of the database's files, and the room that is left beside them. Never rejects. */
export async function diskFacts(databasePath: string): Promise<readonly string[]> {
  const size = async (path: string): Promise<string> => {
    const found = await stat(path).catch(() => null);
    return found === null ? 'none' : formatSize(found.size);
  };
  const room = await statfs(databasePath, { bigint: true }).catch(() => null);
  return [
    `Database file: ${await size(databasePath)}, its journal: ${await size(`${databasePath}-wal`)}`,
    `Free on its disk: ${room === null ? 'not known' : formatSize(Number(room.bavail * room.bsize))}`,
  ];
}

/** The last lines of a log, whole ones. Never rejects: what can't be read says so. */
export async function logTail(path: string): Promise<readonly string[]> {
  try {
    // A pipe in its place would be waited for.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return ['The log could not be read: it is no file.'];
      const { size } = stats;
      const start = Math.max(0, size - LOG_TAIL_BYTES);
      const bytes = Buffer.alloc(size - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      const lines = bytes
        .subarray(0, bytesRead)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
      return start > 0 ? lines.slice(1) : lines;
    } finally {
      await file.close();
    }
  } catch (error) {
    return [`The log could not be read: ${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}`];
  }
}
