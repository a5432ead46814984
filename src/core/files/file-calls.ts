/** The answers of the threads that read user files. */

import type { BigIntStats } from 'node:fs';

/** The facts of a file or folder. Times in nanoseconds since the epoch, size in bytes. */
export type FileFacts = {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Not exact beyond `Number.MAX_SAFE_INTEGER`. A file of that size is never opened. */
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
};

/**
 * `code`: the code of the failed system call, or `EISDIR` (a folder), `ENOTFILE` (neither file nor folder), `EMADEUP`
 * (the system generates it), `EFBIG` (larger than the limit), `ELINK` (its path has a link), `ESTALE` (swapped while it
 * was opened), `EILSEQ` (its name is not text), `E2BIG` (too many names in a folder), `ETIMEDOUT` (the drive is
 * silent), `WORKER` (the thread crashed).
 */
export type FileProblem = { readonly kind: 'unreadable'; readonly code: string; readonly detail: string };

/** An entry of a folder, with its facts or the reason why they could not be read. */
export type FolderEntry = { readonly name: string; readonly seen: FileFacts | FileProblem };

/** The facts of a path, without following a link at its end, and its path without links in the parent folders. */
export type FoundFile = { readonly kind: 'found'; readonly facts: FileFacts; readonly realPath: string };

export type FileContent = {
  readonly kind: 'content';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The digest of these bytes, lower-case hex with `0x`. */
  readonly sha256: string;
  /** The file's facts after the reading. */
  readonly facts: FileFacts;
};

export type FilledPiece = {
  readonly kind: 'piece';
  readonly piece: Uint8Array<ArrayBuffer>;
  readonly bytesRead: number;
};

export type FinishedFile = { readonly kind: 'finished'; readonly facts: FileFacts; readonly sha256: string };

export function factsOf(stats: BigIntStats): FileFacts {
  const { size, mtimeNs, ctimeNs, ino } = stats;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  return { kind, size: Number(size), mtimeNs, ctimeNs, inode: ino };
}

export function problemOf(error: unknown): FileProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
  return { kind: 'unreadable', code, detail: String(error) };
}
