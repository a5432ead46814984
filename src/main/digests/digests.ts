import { dirname } from 'node:path';
import type { Links } from '../files/open-regular-file.ts';
import { createReader, type Reader } from './digest-reader.ts';

export type DigestOrder = { readonly id: number; readonly path: string; readonly links: Links };

export type DigestRequest =
  | { readonly kind: 'digest'; readonly orders: readonly DigestOrder[] }
  | { readonly kind: 'cancel'; readonly id: number };

export type Digested = {
  readonly kind: 'digested';
  readonly id: number;
  /** Keccak-256, BLAKE2b-256 and SHA-256 of the same bytes, lower-case hex with `0x`. */
  readonly keccak256: string;
  readonly blake2b256: string;
  readonly sha256: string;
  readonly size: number;
  readonly mtimeNs: string;
  /** Change of whatever kind, in nanoseconds, and the file's own number: the same ones show that nobody wrote to it. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** The whole content of a small file, so that it need not be read again; else null. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Somebody wrote to the file while it was read: the digest belongs to nothing. */
  readonly changedMeanwhile: boolean;
};

/** The worker answers with arrays of these. */
export type DigestAnswer =
  | Digested
  | { readonly kind: 'progress'; readonly id: number; readonly done: number }
  | { readonly kind: 'unreadable'; readonly id: number; readonly code: string; readonly detail: string }
  | { readonly kind: 'cancelled'; readonly id: number };

export type DigestEnd = Exclude<DigestAnswer, { kind: 'progress' }>;

export type Digests = {
  /** Reads the file once, off the main thread. Never rejects: trouble is in the answer. */
  readonly digest: (
    path: string,
    links: Links,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<DigestEnd>;
  readonly close: () => Promise<void>;
};

/** One file that is to be read. */
export type Reading = DigestOrder & {
  readonly onProgress: (bytes: number) => void;
  readonly resolve: (end: DigestEnd) => void;
};

/** Two, so that the others go on while one waits for a drive; more would only make the disk seek. */
const READERS = 2;
/** A drive that gives nothing for this long hangs. Drives that have to spin up take a few seconds. */
const STALL_MS = 20_000;

/** Starts the worker threads that read files for their digests. `script` is the built `digest-worker`. */
export function startDigests(script: URL, stallMs = STALL_MS): Digests {
  const waiting: Reading[] = [];
  /**
   * Folders with how many threads hang in them. While one does, no other file of the folder is touched, as `FileThreads` has
   * it: of a drive that is gone each file would else hang a thread, and nothing else would be read.
   */
  const hanging = new Map<string, number>();
  let lastId = 0;

  const supply = {
    take: (): Reading | null => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (!hanging.has(dirname(next.path))) return next;
        next.resolve({ kind: 'unreadable', id: next.id, code: 'ETIMEDOUT', detail: 'A file beside it still hangs.' });
      }
      return null;
    },
    giveBack: (readings: readonly Reading[]): void => {
      waiting.unshift(...readings);
      for (const reader of readers) reader.fill();
    },
    hangsIn: ({ path }: Reading, ended: Promise<unknown>): void => {
      const folder = dirname(path);
      hanging.set(folder, (hanging.get(folder) ?? 0) + 1);
      void ended.finally(() => {
        const left = (hanging.get(folder) ?? 1) - 1;
        if (left > 0) hanging.set(folder, left);
        else hanging.delete(folder);
      });
    },
  };
  const readers: readonly Reader[] = Array.from({ length: READERS }, () => createReader(script, stallMs, supply));

  let filling = false;
  /** Many files are asked for in one go: they leave together. */
  function fillSoon(): void {
    if (filling) return;
    filling = true;
    setImmediate(() => {
      filling = false;
      for (const reader of readers) reader.fill();
    });
  }

  function cancel(id: number): void {
    const index = waiting.findIndex((reading) => reading.id === id);
    const [reading] = index < 0 ? [] : waiting.splice(index, 1);
    if (reading !== undefined) reading.resolve({ kind: 'cancelled', id });
    else for (const reader of readers) reader.cancel(id);
  }

  return {
    digest: (path, links, onProgress, signal) =>
      new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        if (signal.aborted) return resolve({ kind: 'cancelled', id });
        const onAbort = (): void => cancel(id);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push({
          id,
          path,
          links,
          onProgress,
          resolve: (end) => {
            signal.removeEventListener('abort', onAbort);
            resolve(end);
          },
        });
        fillSoon();
      }),
    close: async () => {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}
