import { failure, type Result, success } from '../../shared/failures/failure.ts';

/**
 * What ties the parts of something that was submitted in parts together. docs/manifest-format.md describes it for others; the
 * names here are those in the file. Sizes and offsets are whole bytes, digests lower-case hex with `0x`.
 */
export type Manifest = {
  /** `manifest`: the joined bytes are a manifest themselves. */
  readonly kind: 'file' | 'folder' | 'manifest';
  /** Of the file or the folder; null where it is inside the encryption, and where the kind is `manifest`. */
  readonly name: string | null;
  /** Of the stream: all parts joined. */
  readonly size: number;
  /** Of the stream; both null only for a folder that is not encrypted, whose files have their own. */
  readonly sha256: string | null;
  readonly blake2b256: string | null;
  /** In order, from 0 to `size` without a gap. */
  readonly parts: readonly ManifestPart[];
  /** Ranges of the stream, in order, from 0 to `size` without a gap. None where the stream is encrypted or a manifest. */
  readonly files: readonly ManifestFile[];
  /** Those with nothing in them. */
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
  /** Relative to the folder, `/` between its names. */
  readonly path: string;
  readonly offset: number;
  readonly size: number;
  readonly sha256: string;
  readonly blake2b256: string;
  /** UTC instant, as `Date.toISOString` writes it; null where it was not to be told. */
  readonly modified: string | null;
};

/** `contents`: an age file of the `Contents`, for whoever can read the stream. */
type ManifestEncryption = { readonly format: 'age'; readonly contents: Uint8Array };

/** What is in a stream once it is decrypted. */
export type Contents = {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  /** Of the decrypted stream. */
  readonly size: number;
  /** Of the decrypted stream; may be null for a folder, whose files have their own. */
  readonly sha256: string | null;
  readonly files: readonly ManifestFile[];
  readonly folders: readonly string[];
};

export const manifestFormat = 'dropslip-manifest';
export const contentsFormat = 'dropslip-contents';
export const formatVersion = 1;

/** Parts, files, or folders of one manifest: with parts of 1 MiB a file of 1 TiB. */
export const MOST_ENTRIES = 1_048_576;
/** Bytes: room for as many parts. */
export const LARGEST_MANIFEST_BYTES = 384 * 1024 * 1024;
/** A manifest, that of its own parts, and so on: four of them reach further than there are bytes in the world. */
export const MOST_LEVELS = 4;
/** UTF-16 units: the longest path of any system that Dropslip runs on. */
export const LONGEST_PATH = 32_767;

const beginning = /^[ \t\r\n]*\{[ \t\r\n]*"format"[ \t\r\n]*:[ \t\r\n]*"dropslip-manifest"/;
/** Bytes; more blanks before it nobody writes. */
const BEGINNING_BYTES = 256;

/** Whether bytes begin as a manifest does: a cheap look, which says nothing of the rest. */
export function isManifest(bytes: Uint8Array): boolean {
  return beginning.test(Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString('latin1'));
}

type File = { readonly [Member in 'path' | 'size' | 'sha256' | 'blake2b256']: ManifestFile[Member] | null };

/**
 * What a folder is, whatever else changes: its name, and all that is in it by its path and its bytes, line by line. What Dropslip
 * calls the digests of a folder are those of this text in UTF-8, which a manifest of the folder leads to as well.
 */
export function* folderIdentity(name: string, files: Iterable<File>, folders: Iterable<string>): Generator<string> {
  yield JSON.stringify(['folder', name]);
  for (const { path, size, sha256, blake2b256 } of files) yield `\n${JSON.stringify([path, size, sha256, blake2b256])}`;
  for (const path of folders) yield `\n${JSON.stringify([path])}`;
}

/** The manifests that led to here: how many, and every submission that they were read from. */
export type Levels = { readonly depth: number; readonly submissionIds: ReadonlySet<string> };

/** Where following manifests begins. */
export function firstLevel(submissionId: string): Levels {
  return { depth: 1, submissionIds: new Set([submissionId]) };
}

/**
 * One level down: `manifest` was read, and its parts are to be. What is made of its own parts, or goes on for ever, is
 * refused. Errors: `manifest-endless`.
 */
export function nextLevel({ depth, submissionIds }: Levels, { kind, parts }: Manifest): Result<Levels> {
  if (parts.some(({ submissionId }) => submissionIds.has(submissionId))) {
    return failure({ code: 'manifest-endless', values: { why: 'circle' } });
  }
  if (kind !== 'manifest') return success({ depth, submissionIds });
  if (depth >= MOST_LEVELS) return failure({ code: 'manifest-endless', values: { why: 'deep' } });
  return success({
    depth: depth + 1,
    submissionIds: new Set([...submissionIds, ...parts.map(({ submissionId }) => submissionId)]),
  });
}
