import type { Failure } from '../../../shared/failures/failure.ts';
import type { FileProblemCode } from '../../../shared/messages/failures/files.ts';
import type { Digests, Slice } from '../../digests/index.ts';
import type { FileThreads } from '../../files/index.ts';
import { folderIdentity, type ManifestPart, writeManifest } from '../../manifest/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { Load } from '../journal/load.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionPatch } from '../journal/submission-cache.ts';
import type { ContentSource, PrepareEnd, SliceEnd } from './content-source.ts';
import { fileProblem, noApprovals } from './file-change.ts';
import {
  type FileInStream,
  type FolderFile,
  type FolderFiles,
  FolderStream,
  manifestFiles,
  placeOf,
  type ReadFile,
  type SeenFile,
} from './folder-files.ts';
import { loadInParts } from './manifest-size.ts';

type KnownStream = {
  readonly stream: FolderStream;
  /** The maximum size of the manifest entries. Null until it is computed. */
  entryBytes: number | null;
};

/** Files that are read in parallel and stored in one transaction. */
const READ_AT_ONCE = 64;
const LOOKED_AT_MOST = 10_000;
/** Files of one slice that are read in parallel. */
const SLICES_AT_ONCE = 8;

/** The content of a folder that is submitted as one row: its files, concatenated. */
export class FolderSource implements ContentSource {
  readonly #digests: Digests;
  readonly #files: FileThreads;
  readonly #retriedWrites: RetriedWrites;
  readonly #folderFiles: FolderFiles;
  /** The streams of rows that are being sent. */
  readonly #streams = new Map<number, KnownStream>();

  constructor(digests: Digests, files: FileThreads, retriedWrites: RetriedWrites, folderFiles: FolderFiles) {
    this.#digests = digests;
    this.#files = files;
    this.#retriedWrites = retriedWrites;
    this.#folderFiles = folderFiles;
  }

  /** Reads all files. Stores which ones cannot be read, so that the user can submit the folder without them. */
  async prepare(row: StoredSubmission, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<PrepareEnd> {
    this.forget(row.id);
    let done = 0;
    let some: FolderFile[] = [];
    const readSome = async (): Promise<void> => {
      const read = await Promise.all(some.map((file) => this.#readFile(row, file, signal)));
      done += some.reduce((bytes, { size }) => bytes + (size ?? 0), 0);
      some = [];
      if (signal.aborted) return;
      await this.#retriedWrites.write(() => this.#folderFiles.putRead(row.id, read));
      onProgress(done);
    };
    for (const file of this.#folderFiles.files(row.id)) {
      some.push(file);
      if (some.length === READ_AT_ONCE) await readSome();
      if (signal.aborted) return { kind: 'cancelled' };
    }
    await readSome();
    if (signal.aborted) return { kind: 'cancelled' };
    const reason = this.#problem(row);
    if (reason !== null) return { kind: 'failed', reason };
    this.#streams.set(row.id, { stream: new FolderStream(this.#folderFiles.files(row.id)), entryBytes: null });
    const folders = this.#folderFiles.emptyFolders(row.id).map(({ path }) => path);
    const list = Buffer.from([...folderIdentity(row.name, this.#folderFiles.files(row.id), folders)].join(''));
    const end = await this.#digests.ofBytes(new Uint8Array(list), signal, 'no-keccak');
    if (end.kind === 'cancelled') return { kind: 'cancelled' };
    if (end.kind === 'unreadable') return { kind: 'failed', reason: { code: 'internal', detail: end.detail } };
    const { keccak256, blake2b256, sha256 } = end;
    return { kind: 'prepared', keccak256, blake2b256, sha256 };
  }

  async read(row: StoredSubmission, range: Slice, signal: AbortSignal): Promise<SliceEnd> {
    const { stream } = this.#streamOf(row);
    const bytes = new Uint8Array(range.size);
    const pieces = [...stream.piecesOf(range)];
    for (let start = 0; start < pieces.length; start += SLICES_AT_ONCE) {
      const read = pieces.slice(start, start + SLICES_AT_ONCE).map(async ({ file, slice, at }) => {
        const end = await this.#digests.slice(placeOf(row, file), slice, signal, 'no-keccak');
        if (end.kind === 'cancelled') return null;
        if (end.kind === 'unreadable') return { file, why: fileProblem(end.code), detail: end.detail };
        const isSame = !end.changedMeanwhile && end.fileSize === file.size && end.mtimeNs === file.mtimeNs;
        if (!isSame || end.bytes === null || end.bytes.length < slice.size)
          return { file, why: 'file-changed' as const, detail: `Found ${end.fileSize} bytes, ${end.mtimeNs} ns.` };
        bytes.set(end.bytes, at);
        return null;
      });
      const trouble = (await Promise.all(read)).find((one) => one !== null);
      if (signal.aborted) return { kind: 'cancelled' };
      if (trouble != null) return { kind: 'failed', reason: await this.#stopped(row, trouble) };
    }
    const end = await this.#digests.ofBytes(bytes, signal, 'no-keccak');
    if (end.kind === 'cancelled') return end;
    if (end.kind === 'unreadable') return { kind: 'failed', reason: { code: 'internal', detail: end.detail } };
    const { keccak256, blake2b256, sha256 } = end;
    return { kind: 'read', bytes, keccak256, blake2b256, sha256 };
  }

  entryBytes(row: StoredSubmission): number {
    const known = this.#streamOf(row);
    known.entryBytes ??= this.#folderFiles.entryBytes(row.id);
    return known.entryBytes;
  }

  manifest(row: StoredSubmission, parts: Iterable<ManifestPart>): Uint8Array<ArrayBuffer> {
    return writeManifest({
      kind: 'folder',
      name: row.name,
      size: row.size ?? 0,
      sha256: null,
      blake2b256: null,
      parts,
      files: manifestFiles(this.#folderFiles.files(row.id)),
      folders: Array.from(this.#folderFiles.emptyFolders(row.id), ({ path }) => path),
      encryption: null,
    });
  }

  /** Returns the number and size of all submissions for the folder, manifests included. */
  planOf({ id, size }: StoredSubmission, partSize: number): Load {
    return loadInParts(size ?? 0, this.#folderFiles.entryBytes(id), partSize);
  }

  /**
   * Looks again at the files that prevented the submission, and stores their current size and time. Returns the changes
   * to the row: none if files were not the reason.
   */
  async lookAgain(row: StoredSubmission): Promise<SubmissionPatch> {
    if (!('reason' in row.state) || row.state.reason.code !== 'folder-files') return {};
    const { files: some } = this.#folderFiles.problems(row.id, LOOKED_AT_MOST);
    const seen: SeenFile[] = [];
    for (const { position, path, found, size, mtimeNs, problem } of some) {
      if (problem === 'name-not-kept') continue;
      const now = await this.#files.look(placeOf(row, { path, found }), 'no-follow');
      const isFile = now.kind === 'file' && Number.isSafeInteger(now.size);
      seen.push(
        isFile
          ? { position, size: now.size, mtimeNs: now.mtimeNs.toString(), problem: null }
          : { position, size, mtimeNs, problem },
      );
    }
    await this.#folderFiles.putSeen(row.id, seen);
    this.forget(row.id);
    const { files: count, bytes } = this.#folderFiles.load(row.id);
    return { size: bytes, files: count, ...noDigests, ...noApprovals };
  }

  /** Drops the cached stream. Call when the row is done or its content changes. */
  forget(rowId: number): void {
    this.#streams.delete(rowId);
  }

  async #readFile(row: StoredSubmission, file: FolderFile, signal: AbortSignal): Promise<ReadFile> {
    const { position } = file;
    const bad = (problem: FileProblemCode): ReadFile => ({ position, sha256: null, blake2b256: null, problem });
    // A manifest cannot contain this name, so the file is not read.
    if (file.problem === 'name-not-kept') return bad(file.problem);
    const place = placeOf(row, file);
    const end = await this.#digests.digest(place, 'no-follow', () => undefined, signal, 'no-keccak');
    if (end.kind === 'cancelled') return bad('file-unreadable');
    // An entry added as a link keeps that reason, rather than "replaced by a link since".
    if (end.kind === 'unreadable') return bad(file.problem ?? fileProblem(end.code));
    if (end.changedMeanwhile || end.size !== file.size || end.mtimeNs !== file.mtimeNs) return bad('file-changed');
    return { position, sha256: end.sha256, blake2b256: end.blake2b256, problem: null };
  }

  /** Returns null if the folder can be submitted. */
  #problem({ id, size }: StoredSubmission): Failure | null {
    const { files, count } = this.#folderFiles.problems(id, 1);
    const [first] = files;
    if (first?.problem != null) {
      return { code: 'folder-files', values: { path: first.path, more: count - 1, why: first.problem } };
    }
    return size === 0 ? { code: 'folder-empty' } : null;
  }

  async #stopped(
    { id }: StoredSubmission,
    { file, why, detail }: { readonly file: FileInStream; readonly why: FileProblemCode; readonly detail: string },
  ): Promise<Failure> {
    const { position, path, sha256, blake2b256 } = file;
    await this.#retriedWrites.write(() =>
      this.#folderFiles.putRead(id, [{ position, sha256, blake2b256, problem: why }]),
    );
    return { code: 'folder-files', values: { path, more: 0, why }, detail };
  }

  #streamOf({ id }: StoredSubmission) {
    const known: KnownStream = this.#streams.get(id) ?? {
      stream: new FolderStream(this.#folderFiles.files(id)),
      entryBytes: null,
    };
    this.#streams.set(id, known);
    return known;
  }
}
