import { type ManifestFile, type ManifestPart, writeManifest } from '../../manifest/index.ts';

const hash = `0x${'0'.repeat(64)}`;
const most = Number.MAX_SAFE_INTEGER;
const part: ManifestPart = {
  offset: most,
  size: 1_048_576,
  sha256: hash,
  blake2b256: hash,
  submissionId: hash.slice(-36),
};
const file: ManifestFile = {
  path: '',
  offset: most,
  size: most,
  sha256: hash,
  blake2b256: hash,
  modified: new Date(0).toISOString(),
};

function written(parts: readonly ManifestPart[], files: readonly ManifestFile[]): number {
  return writeManifest({
    kind: 'folder',
    name: '',
    size: most,
    sha256: hash,
    blake2b256: hash,
    parts,
    files,
    folders: [],
    encryption: null,
  }).length;
}

const PART_BYTES = written([part, part], []) - written([part], []);
const FILE_BYTES = written([], [file, file]) - written([], [file]);
const FRAME_BYTES = written([part], [file]) - PART_BYTES - FILE_BYTES;
/** The blanks, quotes and comma of one on a line of its own. */
const FOLDER_BYTES = 6;

/** What one file or empty folder takes in a manifest, at most. */
export function entryBytes(kind: 'file' | 'folder', path: string): number {
  return Buffer.byteLength(JSON.stringify(path)) + (kind === 'file' ? FILE_BYTES : FOLDER_BYTES);
}

/** Submissions, and the bytes of each, together. */
export type SubmissionLoad = { readonly submissions: number; readonly bytes: number };

/** `levels`: manifests of manifests; infinite if parts are too small to name their own parts. */
type ManifestLoad = SubmissionLoad & { readonly levels: number };

/** What a single file takes in its manifest, at most. */
export function fileEntryBytes(name: string): number {
  return entryBytes('file', name) + Buffer.byteLength(JSON.stringify(name));
}

/**
 * The manifest of so many parts, at most. It goes in parts itself if it is larger than one. `entries`: bytes of all that is listed
 * in it.
 */
export function manifestLoad(parts: number, entries: number, partSize: number): ManifestLoad {
  let bytes = FRAME_BYTES + parts * PART_BYTES + entries;
  let load: ManifestLoad = { submissions: Math.ceil(bytes / partSize), bytes, levels: 1 };
  for (let own = load.submissions; own > 1; own = Math.ceil(bytes / partSize)) {
    bytes = FRAME_BYTES + own * PART_BYTES;
    const submissions = Math.ceil(bytes / partSize);
    if (submissions >= own) return { ...load, levels: Number.POSITIVE_INFINITY };
    load = { submissions: load.submissions + submissions, bytes: load.bytes + bytes, levels: load.levels + 1 };
  }
  return load;
}

/** A stream of `size` bytes in parts, its manifests included. */
export function loadInParts(size: number, entries: number, partSize: number): ManifestLoad {
  const parts = Math.ceil(size / partSize);
  const { submissions, bytes, levels } = manifestLoad(parts, entries, partSize);
  return { submissions: parts + submissions, bytes: size + bytes, levels };
}
