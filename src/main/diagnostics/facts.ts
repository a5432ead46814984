import { constants } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { formatSize } from '../../shared/sizes.ts';

/** How much of the log's end is shown. */
const LOG_TAIL_BYTES = 64 * 1024;
const SHOWN_TROUBLES = 30;

export type QueueFacts = { readonly accountId: string; readonly kind: string; readonly submissions: number };
export type Trouble = {
  readonly localId: number;
  readonly accountId: string;
  readonly name: string;
  readonly kind: string;
  readonly code: string;
  readonly message: string;
  readonly detail: string | null;
};
export type KnownFile = {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly folder: string | null;
};

const countRow = z.object({ account_id: z.string(), kind: z.string(), submissions: z.number() });
const troubleRow = z.object({
  id: z.number(),
  account_id: z.string(),
  name: z.string(),
  kind: z.string(),
  code: z.string(),
  message: z.string(),
  detail: z.string().nullable(),
});
const fileRow = z.object({ id: z.number(), path: z.string(), name: z.string(), folder: z.string().nullable() });
const nameRow = z.object({ name: z.string() });

/** What the database knows that a report tells of. */
export function createJournalFacts(database: DatabaseSync) {
  const selectCounts = database.prepare(
    `SELECT account_id, state_kind AS kind, count(*) AS submissions FROM submissions WHERE removed_at IS NULL
     GROUP BY account_id, state_kind ORDER BY account_id, state_kind`,
  );
  const selectTroubles = database.prepare(
    `SELECT id, account_id, name, state_kind AS kind, json_extract(state, '$.reason.code') AS code,
       json_extract(state, '$.reason.message') AS message, json_extract(state, '$.reason.detail') AS detail
     FROM submissions WHERE json_extract(state, '$.reason.code') IS NOT NULL ORDER BY id DESC LIMIT ${SHOWN_TROUBLES}`,
  );
  const selectFiles = database.prepare('SELECT id, path, name, folder FROM submissions ORDER BY id');
  const selectTables = database.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  );

  const pragma = (name: string): string =>
    String(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? '');

  return {
    counts: (): QueueFacts[] =>
      selectCounts.all().map((row) => {
        const { account_id, ...rest } = countRow.parse(row);
        return { ...rest, accountId: account_id };
      }),
    troubles: (): Trouble[] =>
      selectTroubles.all().map((row) => {
        const { id, account_id, ...rest } = troubleRow.parse(row);
        return { ...rest, localId: id, accountId: account_id };
      }),
    files: (): KnownFile[] => selectFiles.all().map((row) => fileRow.parse(row)),
    database(): readonly string[] {
      const tables = selectTables.all().map((row) => nameRow.parse(row).name);
      const rows = tables.map((name) => {
        const counted = database.prepare(`SELECT count(*) AS rows FROM "${name.replaceAll('"', '""')}"`).get();
        return `${name} ${counted?.rows}`;
      });
      return [
        `Version: ${pragma('user_version')}`,
        `Journal: ${pragma('journal_mode')}, pages: ${pragma('page_count')} of ${pragma('page_size')} bytes`,
        `Rows: ${rows.join(', ')}`,
      ];
    },
  };
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
