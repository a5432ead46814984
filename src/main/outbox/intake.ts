import type { BigIntStats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { Failure } from '../../shared/failure.ts';
import type { ItemState } from '../../shared/submissions.ts';
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
      else await pieces.add([describe(path, basename(path), null, stats)]);
    }
  }
  await pieces.end();
  if (unreal > 0) notes.push(nothingReal);
  return notes;
}

async function expandFolder(root: string, notes: string[], add: FoundSink): Promise<void> {
  const rootName = basename(root);
  const folders: { path: string; folder: string }[] = [{ path: root, folder: rootName }];
  let files = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { path, folder } = next;
    try {
      let names: { path: string; name: string }[] = [];
      const flush = async (): Promise<void> => {
        const looked = await Promise.all(names.map(async (entry) => ({ ...entry, stats: await look(entry.path) })));
        names = [];
        files += looked.length;
        await add(looked.map((entry) => describe(entry.path, entry.name, folder, entry.stats)));
      };
      for await (const entry of await opendir(path, { bufferSize: 256 })) {
        const entryPath = join(path, entry.name);
        if (entry.isDirectory()) folders.push({ path: entryPath, folder: `${folder}/${entry.name}` });
        else names.push({ path: entryPath, name: entry.name });
        if (names.length >= STATS_AT_ONCE) await flush();
      }
      await flush();
    } catch {
      files += 1;
      notes.push(unreadableFolder(folder));
    }
  }
  if (files === 0) notes.push(emptyFolder(rootName));
}

type Looked =
  | { readonly kind: 'there'; readonly stats: BigIntStats }
  | { readonly kind: 'unreadable'; readonly reason: Failure };

async function look(path: string): Promise<Looked> {
  try {
    return { kind: 'there', stats: await lstat(path, { bigint: true }) };
  } catch (error) {
    return { kind: 'unreadable', reason: unreadableFile(errorCode(error), String(error)) };
  }
}

function describe(path: string, name: string, folder: string | null, looked: Looked): Found {
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
      if (piece.length >= limit) await flush();
    },
    end: async (): Promise<void> => {
      if (piece.length > 0) await flush();
    },
  };
}
