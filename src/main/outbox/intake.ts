import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../shared/failure.ts';
import type { ItemState } from '../../shared/submissions.ts';
import { inTime } from '../files/in-time.ts';
import { errorCode } from './error-code.ts';
import {
  emptyFile,
  emptyFolder,
  linkNotFollowed,
  notAFile,
  nothingReal,
  unreadableFile,
  unreadableFolder,
} from './sentences.ts';

/** A file found under what was dropped, or the reason why it can't be sent. */
export type Found = {
  readonly path: string;
  readonly name: string;
  readonly folder: string | null;
  readonly size: number | null;
  readonly mtimeNs: string | null;
  readonly state: ItemState;
};

/** Receives what was found, in pieces, so that the first rows need not wait for the last. */
export type FoundSink = (found: readonly Found[]) => Promise<void>;

const FIRST_PIECE = 100;
const PIECE = 2000;
const STATS_AT_ONCE = 64;
/** Left to the window for drawing its first rows, before the machine is busy with thousands more. */
const FIRST_DRAWN_MS = 120;

/**
 * Expands dropped paths: files as they are, folders to all files below them, links not followed.
 * Returns sentences about what could not become a row.
 */
export async function expand(paths: readonly string[], sink: FoundSink): Promise<string[]> {
  const notes: string[] = [];
  const pieces = inPieces(sink);
  let unreal = 0;
  for (let start = 0; start < paths.length; start += STATS_AT_ONCE) {
    const looked = await Promise.all(
      paths
        .slice(start, start + STATS_AT_ONCE)
        .map(async (path) => ({ path, stats: isAbsolute(path) ? await look(path) : null })),
    );
    for (const { path, stats } of looked) {
      if (stats === null) unreal += 1;
      else if (stats.kind === 'there' && stats.stats.isDirectory()) await expandFolder(path, notes, pieces.add);
      else await pieces.add([describeFile(path, basename(path), null, stats)]);
    }
  }
  await pieces.end();
  if (unreal > 0) notes.push(nothingReal);
  return notes;
}

async function expandFolder(root: string, notes: string[], add: FoundSink): Promise<void> {
  const rootName = basename(root);
  const folders = [{ path: root, folder: rootName }];
  let entriesSeen = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { path, folder } = next;
    const entries = await readFolder(path);
    if (entries === null) {
      entriesSeen += 1;
      notes.push(unreadableFolder(folder));
      continue;
    }
    const inside = entries.filter((entry) => entry.isDirectory());
    folders.push(...inside.map(({ name }) => ({ path: join(path, name), folder: `${folder}/${name}` })).reverse());
    const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
    entriesSeen += names.length;
    for (let start = 0; start < names.length; start += STATS_AT_ONCE) {
      const some = names.slice(start, start + STATS_AT_ONCE);
      await add(
        await Promise.all(
          some.map(async (name) => describeFile(join(path, name), name, folder, await look(join(path, name)))),
        ),
      );
    }
  }
  if (entriesSeen === 0) notes.push(emptyFolder(rootName));
}

const byName = new Intl.Collator(undefined, { numeric: true });

/** What lies in a folder, in the order in which people count ("file 2" before "file 10"); null when it can't be read. */
async function readFolder(path: string): Promise<Dirent[] | null> {
  try {
    const entries = await inTime(readdir(path, { withFileTypes: true }));
    return entries.sort((a, b) => byName.compare(a.name, b.name));
  } catch {
    return null;
  }
}

type Looked =
  | { readonly kind: 'there'; readonly stats: BigIntStats }
  | { readonly kind: 'unreadable'; readonly reason: Failure };

async function look(path: string): Promise<Looked> {
  try {
    return { kind: 'there', stats: await inTime(lstat(path, { bigint: true })) };
  } catch (error) {
    return { kind: 'unreadable', reason: unreadableFile(errorCode(error), String(error)) };
  }
}

function describeFile(path: string, name: string, folder: string | null, looked: Looked): Found {
  if (looked.kind === 'unreadable') {
    return { path, name, folder, size: null, mtimeNs: null, state: { kind: 'rejected', reason: looked.reason } };
  }
  const { stats } = looked;
  const reason = refusalOf(stats);
  return {
    path,
    name,
    folder,
    size: Number(stats.size),
    mtimeNs: stats.mtimeNs.toString(),
    state: reason === null ? { kind: 'waiting' } : { kind: 'rejected', reason },
  };
}

function refusalOf(stats: BigIntStats): Failure | null {
  if (stats.isSymbolicLink()) return linkNotFollowed;
  if (!stats.isFile()) return notAFile;
  return stats.size === 0n ? emptyFile : null;
}

/** Gathers what is found into a small first piece and large later ones. */
function inPieces(sink: FoundSink) {
  let piece: Found[] = [];
  let limit = FIRST_PIECE;
  const flush = async (): Promise<void> => {
    const full = piece;
    piece = [];
    limit = PIECE;
    await sink(full);
  };
  return {
    add: async (found: readonly Found[]): Promise<void> => {
      piece.push(...found);
      if (piece.length < limit) return;
      const isFirst = limit === FIRST_PIECE;
      await flush();
      if (isFirst) await wait(FIRST_DRAWN_MS);
    },
    end: async (): Promise<void> => {
      if (piece.length > 0) await flush();
    },
  };
}
