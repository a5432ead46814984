import { basename } from 'node:path';
import type { Slice } from '../../digests/index.ts';
import type { EncryptEnd, Encryption, GivenFile } from '../../encryption/index.ts';
import type { FileFacts, FileProblem, FileThreads } from '../../files/index.ts';
import { type Contents, type ManifestPart, storableName, writeContents, writeManifest } from '../../manifest/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import { noDigests } from '../journal/content-digests.ts';
import { type Passphrases, type RowEncryption, sealedEntryBytes } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionPatch } from '../journal/submission-cache.ts';
import type { ContentSource, PrepareEnd, SliceEnd } from './content-source.ts';
import { asLookedAt, fileFailure, fileProblem } from './file-change.ts';
import type { FileSource } from './file-source.ts';
import { type FolderFiles, instantOf, manifestFiles, placeOf } from './folder-files.ts';
import type { FolderSource } from './folder-source.ts';

type Encrypted = Extract<EncryptEnd, { kind: 'encrypted' }>;
type Copy = NonNullable<RowEncryption['copy']>;

/**
 * The content of a private row: one age file in the app's data folder, made from a file or from the files of a folder.
 */
export class EncryptedSource implements ContentSource {
  readonly #encryption: Encryption;
  readonly #files: FileThreads;
  readonly #retriedWrites: RetriedWrites;
  readonly #passphrases: Passphrases;
  readonly #folderFiles: FolderFiles;
  readonly #fileSource: FileSource;
  readonly #folderSource: FolderSource;

  constructor(
    encryption: Encryption,
    files: FileThreads,
    retriedWrites: RetriedWrites,
    passphrases: Passphrases,
    folderFiles: FolderFiles,
    fileSource: FileSource,
    folderSource: FolderSource,
  ) {
    this.#encryption = encryption;
    this.#files = files;
    this.#retriedWrites = retriedWrites;
    this.#passphrases = passphrases;
    this.#folderFiles = folderFiles;
    this.#fileSource = fileSource;
    this.#folderSource = folderSource;
  }

  /** Creates the encrypted copy. Keeps a copy from an earlier run, because parts of it may already be submitted. */
  async prepare(row: StoredSubmission, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<PrepareEnd> {
    if (copyOf(row) !== null) return this.#readCopy(row, onProgress, signal);
    const key = await this.#passphrases.of(row);
    if (!key.ok) return { kind: 'failed', reason: key.error };
    const identity = row.content === 'folder' ? await this.#identityOf(row, signal) : null;
    if (identity !== null && typeof identity !== 'string') return identity;
    const to = await this.#encryption.newCopy();
    const files = this.#given(row);
    const end = await this.#encryption.encrypt({ files, to, encryptFor: key.value, onProgress, signal });
    if (end.kind !== 'encrypted') return this.#notEncrypted(row, end);
    const sealed = await this.#encryption.seal(writeContents(this.#contents(row, end)), key.value);
    const copy = await this.#files.look(to, 'no-follow');
    if (signal.aborted || !sealed.ok || copy.kind !== 'file') {
      await this.#encryption.removeCopy(basename(to));
      if (signal.aborted) return { kind: 'cancelled' };
      if (!sealed.ok) return { kind: 'failed', reason: sealed.error };
      return { kind: 'failed', reason: { code: 'encryption-stopped', detail: 'The copy was gone.' } };
    }
    const { size, keccak256, blake2b256, sha256 } = end.ageFile;
    const made: Copy = {
      fileName: basename(to),
      mtimeNs: copy.mtimeNs.toString(),
      original: bytesOf(end.plain),
      identity: identity ?? end.plain.blake2b256,
      contents: Buffer.from(sealed.value).toString('base64'),
    };
    return { kind: 'prepared', keccak256, blake2b256, sha256, patch: { size, ...withCopy(row, made) } };
  }

  read(row: StoredSubmission, range: Slice, signal: AbortSignal): Promise<SliceEnd> {
    // `seenAs` describes the original file, not the copy.
    return this.#fileSource.read({ ...row, ...this.sentFrom(row), seenAs: null }, range, signal);
  }

  entryBytes(row: StoredSubmission): number {
    return sealedEntryBytes(row) ?? 0;
  }

  manifest(row: StoredSubmission, parts: Iterable<ManifestPart>): Uint8Array<ArrayBuffer> {
    const { content: kind, size, sha256, blake2b256 } = row;
    const copy = copyOf(row);
    if (copy === null) throw new Error('It was never encrypted.');
    const contents = new Uint8Array(Buffer.from(copy.contents, 'base64'));
    const stream = { size: size ?? 0, sha256, blake2b256, parts, files: [], folders: [] };
    return writeManifest({ kind, name: null, ...stream, encryption: { format: 'age', contents } });
  }

  /** The path and time of the submitted file: the encrypted copy, or the row itself before it is encrypted. */
  sentFrom(row: StoredSubmission): { readonly path: string; readonly mtimeNs: string | null } {
    const copy = copyOf(row);
    if (copy === null) return row;
    return { path: this.#encryption.copyAt(copy.fileName), mtimeNs: copy.mtimeNs };
  }

  /** The paths of all copies that may still be submitted. */
  copiesOf(rows: Iterable<StoredSubmission>): ReadonlySet<string> {
    const waiting = [...rows].filter((row) => copyOf(row) !== null && row.state.kind !== 'confirmed');
    return new Set(waiting.map((row) => this.sentFrom(row).path));
  }

  /**
   * Returns the changes to a row for a retry. The copy is kept unless the original file changed, or the copy is gone
   * and `mayStartAnew` allows a new one.
   */
  async lookAgain(
    row: StoredSubmission,
    now: FileFacts | FileProblem,
    mayStartAnew: boolean,
  ): Promise<SubmissionPatch> {
    const isFolder = row.content === 'folder';
    const patch = isFolder ? await this.#folderSource.lookAgain(row) : asLookedAt(asOriginal(row), now);
    const copy = copyOf(row);
    if (copy === null) return patch;
    const isAnother = patch.blake2b256 === null;
    if (!isAnother && !(mayStartAnew && (await this.#isCopyGone(row)))) return patch;
    this.discard(row);
    return { size: copy.original.size, ...noDigests, ...patch, ...withCopy(row, null) };
  }

  /** True if the copy is known to be missing or changed. A look that fails for another reason proves nothing. */
  async #isCopyGone(row: StoredSubmission): Promise<boolean> {
    const copy = copyOf(row);
    if (copy === null) return false;
    const lies = await this.#files.look(this.sentFrom(row).path, 'no-follow');
    if (lies.kind === 'unreadable') return fileProblem(lies.code) === 'file-missing';
    return lies.kind !== 'file' || lies.size !== row.size || lies.mtimeNs.toString() !== copy.mtimeNs;
  }

  /** Frees the memory kept for a row, private or not. Call when nothing more of it is submitted. */
  forget(rowId: number): void {
    this.#folderSource.forget(rowId);
    this.#passphrases.forget(rowId);
  }

  /** Deletes the encrypted copy. Call when nothing more of the row is submitted. */
  discard(row: StoredSubmission): void {
    this.forget(row.id);
    const copy = copyOf(row);
    if (copy !== null) void this.#encryption.removeCopy(copy.fileName);
  }

  async #readCopy(
    row: StoredSubmission,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PrepareEnd> {
    const copy = this.sentFrom(row);
    const end = await this.#fileSource.prepare({ ...row, ...copy }, onProgress, signal);
    if (end.kind !== 'digested') return end;
    if (end.changedMeanwhile || end.mtimeNs !== copy.mtimeNs)
      return { kind: 'failed', reason: { code: 'file-changed' } };
    const { size, keccak256, blake2b256, sha256 } = end;
    return { kind: 'prepared', keccak256, blake2b256, sha256, patch: { size } };
  }

  /** Reads all files of a folder for its identity. */
  async #identityOf(row: StoredSubmission, signal: AbortSignal): Promise<string | PrepareEnd> {
    const end = await this.#folderSource.prepare(row, () => undefined, signal);
    return end.kind === 'prepared' ? end.blake2b256 : end;
  }

  #given(row: StoredSubmission): GivenFile[] {
    const { path, size, mtimeNs, seenAs, content, id } = row;
    if (content === 'file') return [{ path, size: size ?? 0, mtimeNs: mtimeNs ?? '', inode: seenAs?.inode ?? null }];
    return Array.from(this.#folderFiles.files(id), (file) => ({
      path: placeOf(row, file),
      size: file.size ?? 0,
      mtimeNs: file.mtimeNs ?? '',
      inode: null,
    }));
  }

  #contents({ id, name, content: kind, mtimeNs }: StoredSubmission, { plain }: Encrypted): Contents {
    const { size, sha256, blake2b256 } = plain;
    if (kind === 'file') {
      const path = storableName(name);
      const file = { path, offset: 0, size, sha256, blake2b256, modified: instantOf(mtimeNs) };
      return { kind, name: path, size, sha256, files: [file], folders: [] };
    }
    const folders = Array.from(this.#folderFiles.emptyFolders(id), ({ path }) => path);
    return { kind, name, size, sha256, files: [...manifestFiles(this.#folderFiles.files(id))], folders };
  }

  async #notEncrypted(row: StoredSubmission, end: Exclude<EncryptEnd, Encrypted>): Promise<PrepareEnd> {
    if (end.kind === 'cancelled') return end;
    if (end.kind === 'failed') return { kind: 'failed', reason: end.failure };
    const why = end.kind === 'changed' ? 'file-changed' : fileProblem(end.code);
    if (row.content === 'folder') {
      for (const file of this.#folderFiles.files(row.id)) {
        if (placeOf(row, file) !== end.path) continue;
        await this.#retriedWrites.write(() => this.#folderFiles.putRead(row.id, [{ ...file, problem: why }]));
        return { kind: 'failed', reason: { code: 'folder-files', values: { path: file.path, more: 0, why } } };
      }
    }
    const reason = end.kind === 'changed' ? ({ code: 'file-changed' } as const) : fileFailure(end.code, end.detail);
    return { kind: 'failed', reason };
  }
}

/** Returns a private row with the size and digest of the original file, not those of the encrypted copy. */
export function asOriginal<Row extends Pick<StoredSubmission, 'size' | 'sha256' | 'encryption'>>(row: Row): Row {
  const original = row.encryption?.copy?.original;
  return original === undefined ? row : { ...row, size: original.size, sha256: original.sha256 };
}

function copyOf({ encryption }: StoredSubmission): Copy | null {
  return encryption?.copy ?? null;
}

function withCopy({ encryption }: StoredSubmission, copy: Copy | null): SubmissionPatch {
  return encryption === null ? {} : { encryption: { ...encryption, copy } };
}

function bytesOf({ size, keccak256, blake2b256, sha256 }: Copy['original']): Copy['original'] {
  return { size, keccak256, blake2b256, sha256 };
}
