import type { BigIntStats } from 'node:fs';
import type { Links } from './open-regular-file.ts';

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

/** What a thread can be asked, and what it answers. Each thread has at most one file open. */
export type FileCalls = {
  look: { readonly ask: { readonly path: string; readonly links: Links }; readonly answer: FileFacts };
  /** Finds several paths. All of them are in the same folder. Answers are in the order of the paths. */
  find: {
    readonly ask: { readonly paths: readonly string[] };
    readonly answer: { readonly kind: 'looked'; readonly found: readonly (FoundFile | FileProblem)[] };
  };
  /** All but folders comes in parts, before the answer: the names of the folders. In the order in which people count. */
  list: {
    readonly ask: { readonly path: string };
    readonly answer: { readonly kind: 'listed'; readonly folders: string[] };
  };
  /** A whole file of at most so many bytes. */
  read: {
    readonly ask: { readonly path: string; readonly links: Links; readonly mostBytes: number };
    readonly answer: FileContent;
  };
  open: { readonly ask: { readonly path: string }; readonly answer: FileFacts };
  /** Fills the piece from `position` on: less only where the file ends. Pieces are read in their order, each once. */
  piece: {
    readonly ask: { readonly piece: Uint8Array<ArrayBuffer>; readonly position: number };
    readonly answer: { readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer>; readonly bytesRead: number };
  };
  /** What the file is now, and the SHA-256 of all pieces. */
  finish: {
    readonly ask: object;
    readonly answer: { readonly kind: 'finished'; readonly facts: FileFacts; readonly sha256: string };
  };
  close: { readonly ask: object; readonly answer: { readonly kind: 'closed' } };
};

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

export type FileCallKind = keyof FileCalls;
export type FileCall = { [Kind in FileCallKind]: { readonly kind: Kind } & FileCalls[Kind]['ask'] }[FileCallKind];
export type FileAnswer = FileCalls[FileCallKind]['answer'] | FileProblem;
/** What a thread posts: parts of an answer, each a sign of life and some nothing more, and then the answer. */
export type FileMessage = { readonly part: readonly FolderEntry[] } | { readonly answer: FileAnswer };

export function factsOf(stats: BigIntStats): FileFacts {
  const { size, mtimeNs, ctimeNs, ino } = stats;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  return { kind, size: Number(size), mtimeNs, ctimeNs, inode: ino };
}

export function problemOf(error: unknown, path: string | null): FileProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
  // A name whose bytes are no text reaches us with marks in their place, and is then nobody's name.
  const isNoText = code === 'ENOENT' && path?.includes('\ufffd') === true;
  return { kind: 'unreadable', code: isNoText ? 'EILSEQ' : code, detail: String(error) };
}
