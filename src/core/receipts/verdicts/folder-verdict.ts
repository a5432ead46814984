import { type FolderVerdict, MOST_PATHS, type SomePaths } from '../../../shared/submissions/verification.ts';
import { type Contents, type Manifest, type ManifestFile, type Platform, writtenPaths } from '../../manifest/index.ts';

/** What is held against a folder: of a manifest, of the contents of an encrypted one, or as it is kept here. */
export type FolderContents = Pick<Manifest | Contents, 'files' | 'folders'>;

/** A file of a folder as it is now; `path` relative to it, `/` between names. */
export type FoundFile = Pick<ManifestFile, 'path' | 'size' | 'sha256' | 'blake2b256'>;

/** A file that was submitted, and where it is now. */
type PlacedFile = { readonly file: ManifestFile; readonly place: string };

/** Paths as the manifest has them; of what it does not have, as they were found. */
type PlacedFolder = {
  readonly placed: readonly PlacedFile[];
  /** Files and empty folders. */
  readonly missing: readonly string[];
  readonly added: readonly string[];
};

/**
 * Finds what a manifest has among the files and folders that a folder has now. Where this system can't have a name, the one is
 * taken under which Dropslip writes it.
 */
export function placeFolder(
  found: Iterable<string>,
  folders: Iterable<string>,
  { files, folders: emptyFolders }: FolderContents,
  platform: Platform,
): PlacedFolder {
  const paths = [...files.map(({ path }) => path), ...emptyFolders];
  // The folder may be the one that was submitted, or one that was written from the manifest, by who submitted it or others.
  const ways = [
    writtenPaths(paths, platform).written,
    writtenPaths(paths, platform, '', { nameOf: 'others' }).written,
    paths,
  ];
  const placeOf = (at: number, among: ReadonlySet<string>) =>
    ways.map((places) => places[at] ?? '').find((place) => among.has(place)) ?? null;
  const added = new Set(found);
  const places = new Set(added);
  const placed: PlacedFile[] = [];
  const missing: string[] = [];
  for (const [at, file] of files.entries()) {
    const place = placeOf(at, places);
    if (place === null) missing.push(file.path);
    else {
      added.delete(place);
      placed.push({ file, place });
    }
  }
  const allFolders = new Set(folders);
  for (const [at, folder] of emptyFolders.entries()) {
    if (placeOf(files.length + at, allFolders) === null) missing.push(folder);
  }
  return { placed, missing, added: [...added] };
}

export function judgeFolder(
  changed: readonly string[],
  { missing, added }: Pick<PlacedFolder, 'missing' | 'added'>,
): Extract<FolderVerdict, { by: 'files' }> {
  const isWhole = changed.length === 0 && missing.length === 0;
  const kind = !isWhole ? 'different' : added.length > 0 ? 'more' : 'same';
  return { by: 'files', kind, changed: some(changed), missing: some(missing), added: some(added) };
}

export function isSame(file: Omit<FoundFile, 'path'>, now: Omit<FoundFile, 'path'>): boolean {
  return file.size === now.size && file.sha256 === now.sha256 && file.blake2b256 === now.blake2b256;
}

function some(paths: readonly string[]): SomePaths {
  return { count: paths.length, first: paths.slice(0, MOST_PATHS) };
}
