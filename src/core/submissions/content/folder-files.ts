import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type FileProblemCode, fileProblemCodes } from '../../../shared/messages/failures/files.ts';
import type { Slice } from '../../digests/index.ts';
import type { ManifestFile } from '../../manifest/index.ts';
import { allRows, type Commit } from '../../storage/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { entryBytes } from './manifest-size.ts';

/** What is in a folder that is kept together, as it was found: a file, or a folder with nothing in it. */
export type FolderEntry = {
  readonly kind: 'file' | 'folder';
  /** As the manifest has it: relative to the folder, `/` between its names. */
  readonly path: string;
  /** The same as the disk has it, where that is another. */
  readonly found: string | null;
  /** Bytes; null where it could not be read. */
  readonly size: number | null;
  readonly mtimeNs: string | null;
  /** Why it cannot be read, or be in a manifest. */
  readonly problem: FileProblemCode | null;
};

/** One of the files, as it is kept. */
export type FolderFile = FolderEntry & {
  /** Its place among all that is in the folder. */
  readonly position: number;
  /** Whether the time of its last change is told to whoever gets it back. */
  readonly keepsTime: boolean;
  readonly sha256: string | null;
  readonly blake2b256: string | null;
};

/** What is known of a file that was read. */
export type ReadFile = Pick<FolderFile, 'position' | 'sha256' | 'blake2b256' | 'problem'>;
/** What lies at a file's place by now. */
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

/** Of these so many are in memory at a time, however large a folder is. */
const PAGE = 1_000;
/** Rows in one transaction: others wait for it. */
const WRITTEN_AT_ONCE = 5_000;

/** What is in the folders that are kept together, on the disk. */
export class FolderFiles {
  readonly #commit: Commit;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#statements = prepare(database);
  }

  /** Writes what is in a folder, in pieces. Nothing of the row is shown before, so that half a folder is never seen. */
  async add(localId: number, entries: readonly FolderEntry[], keepsTimes: boolean): Promise<void> {
    for (let start = 0; start < entries.length; start += WRITTEN_AT_ONCE) {
      await this.#commit(() => {
        for (const [at, entry] of entries.slice(start, start + WRITTEN_AT_ONCE).entries()) {
          const { kind, path, found, size, mtimeNs, problem } = entry;
          this.#statements.insert.run(
            ...[localId, start + at, kind, path, found],
            ...[size, mtimeNs, keepsTimes ? 1 : 0, problem],
          );
        }
      });
    }
  }

  /** The files of a folder in the order of its stream, read from the disk page by page. */
  *files(localId: number): Generator<FolderFile> {
    yield* this.#entries(localId, 'file');
  }

  /** The folders in it with nothing in them. */
  *emptyFolders(localId: number): Generator<FolderFile> {
    yield* this.#entries(localId, 'folder');
  }

  /** Those files of it that keep it from being sent, at most so many. */
  problems(localId: number, most: number): { readonly files: readonly FolderFile[]; readonly count: number } {
    const files = allRows(this.#statements.problems, localId, most).map((row) => rowShape.parse(row));
    return { files, count: Number(this.#statements.countProblems.get(localId)?.files ?? 0) };
  }

  /** How many files it has, and how many bytes together; what cannot be read is among the files. */
  load(localId: number): { readonly files: number; readonly bytes: number } {
    const row = this.#statements.load.get(localId);
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** What all that is in it takes in a manifest, at most. */
  entryBytes(localId: number): number {
    let bytes = 0;
    for (const kind of ['file', 'folder'] as const) {
      for (const { path } of this.#entries(localId, kind)) bytes += entryBytes(kind, path);
    }
    return bytes;
  }

  putRead(localId: number, read: readonly ReadFile[]): Promise<void> {
    return this.#commit(() => {
      for (const { position, sha256, blake2b256, problem } of read) {
        this.#statements.putRead.run(sha256, blake2b256, problem, localId, position);
      }
    });
  }

  putSeen(localId: number, seen: readonly SeenFile[]): Promise<void> {
    return this.#commit(() => {
      for (const { position, size, mtimeNs, problem } of seen) {
        this.#statements.putSeen.run(size, mtimeNs, problem, localId, position);
      }
    });
  }

  /** Goes on without what keeps it from being sent. */
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

/** A file of a folder, and where it begins in the folder's stream. */
export type FileInStream = FolderFile & { readonly offset: number };

/** Bytes of one file that belong to a slice; `at`: where in the slice. */
export type Piece = { readonly file: FileInStream; readonly slice: Slice; readonly at: number };

/** The files of a folder, one behind the other. */
export class FolderStream {
  readonly #files: readonly FileInStream[];
  /** Where each begins: to find those of a slice among hundreds of thousands. */
  readonly #offsets: Float64Array;

  constructor(files: Iterable<FolderFile>) {
    this.#files = [...inStream(files)].filter(({ size }) => size !== 0);
    this.#offsets = Float64Array.from(this.#files, ({ offset }) => offset);
  }

  /** What a slice is made of, in its order. */
  *piecesOf({ offset, size }: Slice): Generator<Piece> {
    const end = offset + size;
    for (let index = this.#lastAt(offset); index < this.#files.length; index += 1) {
      const file = this.#files[index];
      if (file === undefined || file.offset >= end) return;
      const from = Math.max(offset, file.offset);
      const to = Math.min(end, file.offset + (file.size ?? 0));
      if (to > from) yield { file, slice: { offset: from - file.offset, size: to - from }, at: from - offset };
    }
  }

  /** The last file that begins at `offset` or before. */
  #lastAt(offset: number): number {
    let low = 0;
    let high = this.#offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** With where each begins. */
function* inStream(files: Iterable<FolderFile>): Generator<FileInStream> {
  let offset = 0;
  for (const file of files) {
    yield { ...file, offset };
    offset += file.size ?? 0;
  }
}

/** As the manifest of the folder has them. All were read. */
export function* manifestFiles(files: Iterable<FolderFile>): Generator<ManifestFile> {
  for (const { path, offset, size, sha256, blake2b256, mtimeNs, keepsTime } of inStream(files)) {
    if (size === null || sha256 === null || blake2b256 === null)
      throw new Error('A file of the folder was never read.');
    yield { path, offset, size, sha256, blake2b256, modified: keepsTime ? instantOf(mtimeNs) : null };
  }
}

/** Where a file of the folder lies on the disk. */
export function placeOf({ path }: Pick<StoredSubmission, 'path'>, file: Pick<FolderFile, 'path' | 'found'>): string {
  return join(path, ...(file.found ?? file.path).split('/'));
}

/** Null where the time is none that can be written. */
export function instantOf(mtimeNs: string | null): string | null {
  if (mtimeNs === null) return null;
  const at = new Date(Number(BigInt(mtimeNs) / 1_000_000n));
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year > 9999 || year < 0 ? null : at.toISOString();
}
