import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type FileProblemCode, fileProblemCodes } from '../../../shared/messages/failures/files.ts';
import type { Slice } from '../../digests/index.ts';
import type { ManifestFile } from '../../manifest/index.ts';
import { allRows, type Commit } from '../../storage/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { entryBytes } from './manifest-size.ts';

/** An entry of a folder that is submitted as one row: a file, or an empty folder. */
export type FolderEntry = {
  readonly kind: 'file' | 'folder';
  /** The path in the manifest: relative to the folder, with `/` between names. */
  readonly path: string;
  /** The path on the disk, if it differs from `path`. */
  readonly found: string | null;
  /** Size in bytes. Null if the file could not be read. */
  readonly size: number | null;
  readonly mtimeNs: string | null;
  /** The reason why the file cannot be read or listed in a manifest. */
  readonly problem: FileProblemCode | null;
};

/** A stored entry of a folder: a file, or an empty folder. */
export type FolderFile = FolderEntry & {
  /** Its index among all entries of the folder. */
  readonly position: number;
  /** True if the manifest contains the modification time. */
  readonly keepsTime: boolean;
  readonly sha256: string | null;
  readonly blake2b256: string | null;
};

export type ReadFile = Pick<FolderFile, 'position' | 'sha256' | 'blake2b256' | 'problem'>;
/** The current state of a file on the disk. */
export type SeenFile = Pick<FolderFile, 'position' | 'size' | 'mtimeNs' | 'problem'>;

const rowShape = z
  .object({
    position: z.number(),
    kind: z.enum(['file', 'folder']),
    path: z.string(),
    found: z.string().nullable(),
    size: z.number().nullable(),
    mtime_ns: z.string().nullable(),
    keeps_time: z.number(),
    sha256: z.string().nullable(),
    blake2b256: z.string().nullable(),
    problem: z.enum(fileProblemCodes).nullable().catch('file-unreadable'),
  })
  .transform(
    ({ mtime_ns, keeps_time, ...rest }): FolderFile => ({ ...rest, mtimeNs: mtime_ns, keepsTime: keeps_time === 1 }),
  );

/** Entries read from the database at once. */
const PAGE = 1_000;
/** Rows in one transaction. Other writes wait for it. */
const WRITTEN_AT_ONCE = 5_000;

/** Stores the entries of folders that are submitted as one row. */
export class FolderFiles {
  readonly #commit: Commit;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#statements = prepare(database);
  }

  /**
   * Stores the entries of a folder in several transactions. Call before the row is shown, so that no row has half of
   * its entries.
   */
  async add(localId: number, entries: readonly FolderEntry[], keepsTimes: boolean): Promise<void> {
    for (let start = 0; start < entries.length; start += WRITTEN_AT_ONCE) {
      await this.#commit(() => {
        for (const [at, entry] of entries.slice(start, start + WRITTEN_AT_ONCE).entries()) {
          const { kind, path, found, size, mtimeNs, problem } = entry;
          const keepsTime = keepsTimes ? 1 : 0;
          this.#statements.insert.run(localId, start + at, kind, path, found, size, mtimeNs, keepsTime, problem);
        }
      });
    }
  }

  /** Returns the files of a folder in stream order. Reads them page by page. */
  *files(localId: number): Generator<FolderFile> {
    yield* this.#entries(localId, 'file');
  }

  /** Returns the empty folders in a folder. */
  *emptyFolders(localId: number): Generator<FolderFile> {
    yield* this.#entries(localId, 'folder');
  }

  /** Returns at most `most` entries that prevent the folder from being submitted, and the count of all such entries. */
  problems(localId: number, most: number): { readonly files: readonly FolderFile[]; readonly count: number } {
    const files = allRows(this.#statements.problems, localId, most).map((row) => rowShape.parse(row));
    return { files, count: Number(this.#statements.countProblems.get(localId)?.files ?? 0) };
  }

  /** Returns the number of files, unreadable ones included, and their total size. */
  load(localId: number): { readonly files: number; readonly bytes: number } {
    const row = this.#statements.load.get(localId);
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** Returns the most bytes that all entries together take in a manifest. */
  entryBytes(localId: number): number {
    let bytes = 0;
    for (const kind of ['file', 'folder'] as const) {
      for (const { path } of this.#entries(localId, kind)) bytes += entryBytes(kind, path);
    }
    return bytes;
  }

  /** Stores digests and problems after files were read. */
  putRead(localId: number, read: readonly ReadFile[]): Promise<void> {
    return this.#commit(() => {
      for (const { position, sha256, blake2b256, problem } of read) {
        this.#statements.putRead.run(sha256, blake2b256, problem, localId, position);
      }
    });
  }

  /** Stores sizes and times of changed files, and forgets their digests. */
  putSeen(localId: number, seen: readonly SeenFile[]): Promise<void> {
    return this.#commit(() => {
      for (const { position, size, mtimeNs, problem } of seen) {
        this.#statements.putSeen.run(size, mtimeNs, problem, localId, position);
      }
    });
  }

  /** Deletes the entries that prevent the folder from being submitted. */
  leaveOutProblems(localId: number): Promise<void> {
    return this.#commit(() => {
      this.#statements.leaveOut.run(localId);
    });
  }

  *#entries(localId: number, kind: FolderEntry['kind']): Generator<FolderFile> {
    for (let after = -1; ; ) {
      const page = allRows(this.#statements.page, localId, kind, after, PAGE).map((row) => rowShape.parse(row));
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.position;
    }
  }
}

function prepare(database: DatabaseSync) {
  const ofFile = 'FROM content_files WHERE local_id = ?';
  return {
    insert: database.prepare(
      `INSERT INTO content_files (local_id, position, kind, path, found, size, mtime_ns, keeps_time, problem)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    page: database.prepare(`SELECT * ${ofFile} AND kind = ? AND position > ? ORDER BY position LIMIT ?`),
    problems: database.prepare(`SELECT * ${ofFile} AND problem IS NOT NULL ORDER BY position LIMIT ?`),
    countProblems: database.prepare(`SELECT count(*) AS files ${ofFile} AND problem IS NOT NULL`),
    load: database.prepare(`SELECT count(*) AS files, total(size) AS bytes ${ofFile} AND kind = 'file'`),
    putRead: database.prepare(
      'UPDATE content_files SET sha256 = ?, blake2b256 = ?, problem = ? WHERE local_id = ? AND position = ?',
    ),
    putSeen: database.prepare(
      `UPDATE content_files SET size = ?, mtime_ns = ?, problem = ?, sha256 = NULL, blake2b256 = NULL
       WHERE local_id = ? AND position = ?`,
    ),
    leaveOut: database.prepare('DELETE FROM content_files WHERE local_id = ? AND problem IS NOT NULL'),
  };
}

/** A file and its offset in the stream of its folder. */
export type FileInStream = FolderFile & { readonly offset: number };

/** The bytes of one file in a slice. `at` is their offset in the slice. */
export type Piece = { readonly file: FileInStream; readonly slice: Slice; readonly at: number };

/** The concatenated files of a folder. */
export class FolderStream {
  readonly #files: readonly FileInStream[];

  constructor(files: Iterable<FolderFile>) {
    this.#files = [...inStream(files)].filter(({ size }) => size !== 0);
  }

  /** Returns the pieces of a slice in order. */
  *piecesOf({ offset, size }: Slice): Generator<Piece> {
    const end = offset + size;
    const first = this.#files.findLastIndex((file) => file.offset <= offset);
    for (const file of this.#files.slice(Math.max(0, first))) {
      if (file.offset >= end) return;
      const from = Math.max(offset, file.offset);
      const to = Math.min(end, file.offset + (file.size ?? 0));
      if (to > from) yield { file, slice: { offset: from - file.offset, size: to - from }, at: from - offset };
    }
  }
}

function* inStream(files: Iterable<FolderFile>): Generator<FileInStream> {
  let offset = 0;
  for (const file of files) {
    yield { ...file, offset };
    offset += file.size ?? 0;
  }
}

/** Returns the manifest entries of the files. Throws if a file was never read. */
export function* manifestFiles(files: Iterable<FolderFile>): Generator<ManifestFile> {
  for (const { path, offset, size, sha256, blake2b256, mtimeNs, keepsTime } of inStream(files)) {
    if (size === null || sha256 === null || blake2b256 === null)
      throw new Error('A file of the folder was never read.');
    yield { path, offset, size, sha256, blake2b256, modified: keepsTime ? instantOf(mtimeNs) : null };
  }
}

/** Returns the path of a folder's file on the disk. */
export function placeOf({ path }: Pick<StoredSubmission, 'path'>, file: Pick<FolderFile, 'path' | 'found'>): string {
  return join(path, ...(file.found ?? file.path).split('/'));
}

/** Returns null if ISO 8601 cannot express the time with a four-digit year. */
export function instantOf(mtimeNs: string | null): string | null {
  if (mtimeNs === null) return null;
  const at = new Date(Number(BigInt(mtimeNs) / 1_000_000n));
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year > 9999 || year < 0 ? null : at.toISOString();
}

/** The content of a folder as its manifest lists it. */
export type FolderListing = { readonly files: readonly ManifestFile[]; readonly folders: readonly string[] };

/** Lists the content of submitted folders, to verify a local folder against it. */
export class FolderListings {
  readonly #queries: SubmissionQueries;
  readonly #folderFiles: FolderFiles;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#queries = new SubmissionQueries(database);
    this.#folderFiles = new FolderFiles(database, commit);
  }

  /** Returns null if the submission is not a folder or was never read completely. */
  of(accountId: string, submissionId: string): FolderListing | null {
    const row = this.#queries.withReceipt(accountId, submissionId);
    if (row === null || row.content !== 'folder') return null;
    const files = [...this.#folderFiles.files(row.id)];
    if (files.some(({ size, sha256, blake2b256 }) => size === null || sha256 === null || blake2b256 === null))
      return null;
    const folders = Array.from(this.#folderFiles.emptyFolders(row.id), ({ path }) => path);
    return { files: [...manifestFiles(files)], folders };
  }
}
