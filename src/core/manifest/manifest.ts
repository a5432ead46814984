/**
 * Links the parts of something that was submitted in parts. docs/manifest-format.md describes it for other programs;
 * the names here are those in the file. Sizes and offsets are whole bytes, digests lower-case hex with `0x`.
 */
export type Manifest = {
  /** `manifest`: the joined bytes are a manifest themselves. */
  readonly kind: 'file' | 'folder' | 'manifest';
  /** The name of the file or the folder; null if it is inside the encryption or if the kind is `manifest`. */
  readonly name: string | null;
  /** The size of the stream, which is all parts joined. */
  readonly size: number;
  /** Digests of the stream. Both are null only for a folder that is not encrypted, whose files have their own. */
  readonly sha256: string | null;
  readonly blake2b256: string | null;
  /** In order, from 0 to `size` without a gap. */
  readonly parts: readonly ManifestPart[];
  /** Ranges of the stream, in order, from 0 to `size` without a gap. Empty if the stream is encrypted or a manifest. */
  readonly files: readonly ManifestFile[];
  /** Only empty folders. */
  readonly folders: readonly string[];
  readonly encryption: ManifestEncryption | null;
};

export type ManifestPart = {
  readonly offset: number;
  readonly size: number;
  readonly sha256: string;
  readonly blake2b256: string;
  readonly submissionId: string;
};

export type ManifestFile = {
  /** Relative to the folder, with `/` between its names. */
  readonly path: string;
  readonly offset: number;
  readonly size: number;
  readonly sha256: string;
  readonly blake2b256: string;
  /** A UTC instant in the format of `Date.toISOString`; null if it is not disclosed. */
  readonly modified: string | null;
};

/** `contents`: an age file of the `Contents`, for everyone who can read the stream. */
type ManifestEncryption = { readonly format: 'age'; readonly contents: Uint8Array };

/** The contents of a stream after decryption. */
export type Contents = {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  /** The size of the decrypted stream. */
  readonly size: number;
  /** The digest of the decrypted stream; may be null for a folder, whose files have their own. */
  readonly sha256: string | null;
  readonly files: readonly ManifestFile[];
  readonly folders: readonly string[];
};

export const manifestFormat = 'dropslip-manifest';
export const contentsFormat = 'dropslip-contents';
export const formatVersion = 1;

/** The most parts, files, or folders of one manifest: with parts of 1 MiB, a file of 1 TiB. */
export const MOST_ENTRIES = 1_048_576;
/** Room for that many parts. */
export const LARGEST_MANIFEST_BYTES = 384 * 1024 * 1024;
/** A manifest, the manifest of its parts, and so on: four levels are enough for any amount of data. */
export const MOST_LEVELS = 4;
/** The longest path of all supported systems, in UTF-16 units. */
export const LONGEST_PATH = 32_767;

const beginning = /^[ \t\r\n]*\{[ \t\r\n]*"format"[ \t\r\n]*:[ \t\r\n]*"dropslip-manifest"/;
/** Real manifests have no more spaces than this before the format. */
const BEGINNING_BYTES = 256;

/** True if bytes begin like a manifest. A quick check: the rest may still be invalid. */
export function isManifest(bytes: Uint8Array): boolean {
  return beginning.test(Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString('latin1'));
}

type File = { readonly [Member in 'path' | 'size' | 'sha256' | 'blake2b256']: ManifestFile[Member] | null };

/**
 * The identity of a folder: its name, and the path and digests of everything in it, line by line. The digests of a
 * folder in Dropslip are digests of this text in UTF-8. A manifest of the folder gives the same text.
 */
export function* folderIdentity(name: string, files: Iterable<File>, folders: Iterable<string>): Generator<string> {
  yield JSON.stringify(['folder', name]);
  for (const { path, size, sha256, blake2b256 } of files) yield `\n${JSON.stringify([path, size, sha256, blake2b256])}`;
  for (const path of folders) yield `\n${JSON.stringify([path])}`;
}
