import { type Contents, type Manifest, type ManifestFile, type Platform, writtenPaths } from '../../manifest/index.ts';

/** A file of a folder as it is now; `path` relative to it, `/` between names. */
export type FoundFile = Pick<ManifestFile, 'path' | 'size' | 'sha256' | 'blake2b256'>;

/** Paths as the manifest has them; of what it does not have, as they were found. */
export type FolderVerdict = {
  /** `more`: all that was submitted is there and unchanged, and something beside it. */
  readonly kind: 'same' | 'more' | 'different';
  readonly changed: readonly string[];
  /** Files and empty folders. */
  readonly missing: readonly string[];
  readonly added: readonly string[];
};

/**
 * Holds a folder against a manifest, or the decrypted contents of one. `folders` are all that were found in it. Where this
 * system can't have a name, the one is taken under which Dropslip writes it.
 */
export function judgeFolder(
  found: readonly FoundFile[],
  folders: readonly string[],
  manifest: Pick<Manifest | Contents, 'files' | 'folders'>,
  platform: Platform,
): FolderVerdict {
  const { written } = writtenPaths([...manifest.files.map(({ path }) => path), ...manifest.folders], platform);
  const files = new Map(found.map((file) => [file.path, file]));
  const places = new Set(folders);
  const added = new Set(files.keys());
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [at, file] of manifest.files.entries()) {
    const place = placeOf(file.path, written[at] ?? '', files);
    const now = place === null ? undefined : files.get(place);
    if (place === null || now === undefined) missing.push(file.path);
    else {
      added.delete(place);
      if (!isSame(file, now)) changed.push(file.path);
    }
  }
  for (const [at, folder] of manifest.folders.entries()) {
    if (placeOf(folder, written[manifest.files.length + at] ?? '', places) === null) missing.push(folder);
  }
  const isWhole = changed.length === 0 && missing.length === 0;
  return { kind: !isWhole ? 'different' : added.size > 0 ? 'more' : 'same', changed, missing, added: [...added] };
}

/** The folder may be the one that was submitted, or one that was written from the manifest. */
function placeOf(path: string, written: string, among: { has(path: string): boolean }): string | null {
  if (among.has(written)) return written;
  return among.has(path) ? path : null;
}

function isSame(file: ManifestFile, now: FoundFile): boolean {
  return file.size === now.size && file.sha256 === now.sha256 && file.blake2b256 === now.blake2b256;
}
