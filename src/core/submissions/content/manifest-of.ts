import { type ManifestPart, type ManifestToWrite, storableName, writeManifest } from '../../manifest/index.ts';
import { type FolderFiles, instantOf, manifestFiles } from './folder-files.ts';
import type { StoredSubmission } from '../journal/submission.ts';

/** SHA-256 and BLAKE2b-256 of a stream, lower-case hex with `0x`. */
type StreamDigests = { readonly sha256: string; readonly blake2b256: string };

type File = Pick<StoredSubmission, 'name' | 'size' | 'mtimeNs' | 'sha256' | 'blake2b256'>;
type EntriesOfFolder = Pick<FolderFiles, 'files' | 'emptyFolders'>;

/** What names the slices of a row, once it was prepared. */
export function manifestOfRow(
  row: StoredSubmission,
  folderFiles: EntriesOfFolder,
  parts: Iterable<ManifestPart>,
): Uint8Array<ArrayBuffer> {
  if (row.encryption !== null) return manifestOfEncrypted(row, parts);
  return row.content === 'folder' ? manifestOfFolder(row, folderFiles, parts) : manifestOfFile(row, parts);
}

/** What names the slices of a file; the same bytes each time. Systems have names that no manifest can: `a\b` on Linux. */
export function manifestOfFile(
  { name: found, size, mtimeNs, sha256, blake2b256 }: File,
  parts: Iterable<ManifestPart>,
): Uint8Array<ArrayBuffer> {
  if (sha256 === null || blake2b256 === null) throw new Error('The file was never read.');
  const digests: StreamDigests = { sha256, blake2b256 };
  const name = storableName(found);
  const modified = instantOf(mtimeNs);
  const file = { path: name, offset: 0, size: size ?? 0, ...digests, modified };
  return writeManifest({ ...bare, kind: 'file', name, size: size ?? 0, ...digests, parts, files: [file] });
}

/** The same of a folder that is kept together. */
export function manifestOfFolder(
  { id, name, size }: Pick<StoredSubmission, 'id' | 'name' | 'size'>,
  folderFiles: EntriesOfFolder,
  parts: Iterable<ManifestPart>,
): Uint8Array<ArrayBuffer> {
  const files = manifestFiles(folderFiles.files(id));
  const folders = Array.from(folderFiles.emptyFolders(id), ({ path }) => path);
  const whole = { sha256: null, blake2b256: null, encryption: null };
  return writeManifest({ kind: 'folder', name, size: size ?? 0, ...whole, parts, files, folders });
}

/** The same of an age file: what is in it is sealed in its manifest. */
export function manifestOfEncrypted(row: StoredSubmission, parts: Iterable<ManifestPart>): Uint8Array<ArrayBuffer> {
  const { content: kind, size, sha256, blake2b256, encryption } = row;
  const copy = encryption?.copy ?? null;
  if (copy === null) throw new Error('It was never encrypted.');
  const contents = new Uint8Array(Buffer.from(copy.contents, 'base64'));
  const stream = { size: size ?? 0, sha256, blake2b256, parts, files: [], folders: [] };
  return writeManifest({ kind, name: null, ...stream, encryption: { format: 'age', contents } });
}

/** What names the slices of a manifest that is itself too large to go whole. */
export function manifestOfManifest(
  size: number,
  digests: StreamDigests,
  parts: Iterable<ManifestPart>,
): Uint8Array<ArrayBuffer> {
  return writeManifest({ ...bare, kind: 'manifest', name: null, size, ...digests, parts, files: [] });
}

const bare = { folders: [], encryption: null } satisfies Partial<ManifestToWrite>;
