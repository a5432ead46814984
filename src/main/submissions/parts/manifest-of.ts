import { type ManifestPart, type ManifestToWrite, storableName, writeManifest } from '../../manifest/index.ts';
import { instantOf } from '../content/folder-stream.ts';
import type { StoredSubmission } from '../journal/submission.ts';

/** SHA-256 and BLAKE2b-256 of a stream, lower-case hex with `0x`. */
type StreamDigests = { readonly sha256: string; readonly blake2b256: string };

/** What names the slices of a file; the same bytes each time. Systems have names that no manifest can: `a\b` on Linux. */
export function manifestOfFile(
  { name: found, size, mtimeNs }: Pick<StoredSubmission, 'name' | 'size' | 'mtimeNs'>,
  digests: StreamDigests,
  parts: Iterable<ManifestPart>,
): Uint8Array<ArrayBuffer> {
  const name = storableName(found);
  const modified = instantOf(mtimeNs);
  const file = { path: name, offset: 0, size: size ?? 0, ...digests, modified };
  return writeManifest({ ...bare, kind: 'file', name, size: size ?? 0, ...digests, parts, files: [file] });
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
