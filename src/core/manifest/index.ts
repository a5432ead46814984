export type { Contents, Manifest, ManifestFile, ManifestPart } from './manifest.ts';
export {
  folderIdentity,
  isManifest,
  LARGEST_MANIFEST_BYTES,
  MOST_LEVELS,
} from './manifest.ts';
export { isPath, manifestPaths, storableName } from './manifest-paths.ts';
export { readContents, readManifest } from './read-manifest.ts';
export { manifestLines, writeContents, writeManifest } from './write-manifest.ts';
export { type NameOf, type Naming, type Platform, thisPlatform, writableName, writtenPaths } from './written-paths.ts';
