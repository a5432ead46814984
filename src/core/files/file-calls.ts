import type { BigIntStats } from 'node:fs';

/** What a file system says of one name. Times in nanoseconds since the epoch, size in bytes. */
export type FileFacts = {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Beyond `Number.MAX_SAFE_INTEGER` only nearly so many: such a file is never opened. */
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
};

/**
 * `code`: that of the failed system call, or `EISDIR` (a folder), `ENOTFILE` (neither file nor folder), `EMADEUP` (the system
 * makes it up), `EFBIG` (larger than asked for), `ELINK` (its path leads over a link), `ESTALE` (swapped while it was opened),
 * `EILSEQ` (its name is no text), `E2BIG` (a folder without end), `ETIMEDOUT` (the drive is silent), `WORKER` (the thread
 * broke down).
 */
export type FileProblem = { readonly kind: 'unreadable'; readonly code: string; readonly detail: string };

/** What lies in a folder: what was seen of it, or why nothing could be. */
export type FolderEntry = { readonly name: string; readonly seen: FileFacts | FileProblem };

/** What lies at a path, links not followed, and its path without links in the folders above. */
export type FoundFile = { readonly kind: 'found'; readonly facts: FileFacts; readonly realPath: string };

export type FileContent = {
  readonly kind: 'content';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of these bytes, lower-case hex with `0x`. */
  readonly sha256: string;
  /** As the file was once they had been read. */
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
