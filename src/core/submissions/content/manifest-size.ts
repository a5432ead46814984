import { type ManifestFile, type ManifestPart, writeManifest } from '../../manifest/index.ts';
import { type Load, loadInPieces, sumOfLoads } from '../journal/load.ts';

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
/** The indentation, quotes, comma and line break of an entry on its own line. */
const FOLDER_BYTES = 6;

/** Returns the maximum size in bytes of one manifest entry. */
export function entryBytes(kind: 'file' | 'folder', path: string): number {
  return Buffer.byteLength(JSON.stringify(path)) + (kind === 'file' ? FILE_BYTES : FOLDER_BYTES);
}

/** `levels` counts manifests of manifests. It is infinite if parts are too small to list their own parts. */
type ManifestLoad = Load & { readonly levels: number };

/** Returns the maximum size in bytes of the entry of a file that is submitted alone, with its name. */
export function fileEntryBytes(name: string): number {
  return entryBytes('file', name) + Buffer.byteLength(JSON.stringify(name));
}

/**
 * Returns the maximum load of the manifest of `parts` parts. A manifest larger than a part is split into parts itself.
 * `entries` is the size of its file entries.
 */
export function manifestLoad(parts: number, entries: number, partSize: number): ManifestLoad {
  const largest = (bytes: number): Load => {
    const load = loadInPieces(bytes, partSize);
    return { ...load, bounds: load.submissions };
  };
  let level = largest(FRAME_BYTES + parts * PART_BYTES + entries);
  let [load, levels] = [level, 1];
  while (level.submissions > 1) {
    const next = largest(FRAME_BYTES + level.submissions * PART_BYTES);
    if (next.submissions >= level.submissions) return { ...load, levels: Number.POSITIVE_INFINITY };
    load = sumOfLoads([load, next]);
    levels += 1;
    level = next;
  }
  return { ...load, levels };
}

/** Returns the load of a stream of `size` bytes in parts, manifests included. */
export function loadInParts(size: number, entries: number, partSize: number): ManifestLoad {
  const parts = loadInPieces(size, partSize);
  const manifest = manifestLoad(parts.submissions, entries, partSize);
  return { ...sumOfLoads([parts, manifest]), levels: manifest.levels };
}
