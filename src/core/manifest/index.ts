export { folderIdentity } from './folder-identity.ts';
export type { Contents, Manifest, ManifestFile, ManifestPart } from './manifest.ts';
export { isManifest, LARGEST_MANIFEST_BYTES, MOST_LEVELS } from './manifest.ts';
export { firstLevel, type Levels, nextLevel } from './manifest-levels.ts';
export { manifestPaths, pathProblem, storableName } from './manifest-paths.ts';
export { readContents, readManifest } from './read-manifest.ts';
export { type NameOf, type Naming, type Platform, thisPlatform, writableName } from './writable-name.ts';
export { type ManifestToWrite, manifestLines, writeContents, writeManifest } from './write-manifest.ts';
export { writtenPaths } from './written-paths.ts';
