import type { ManifestFile } from './manifest.ts';

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
