export type { Contents, Manifest, ManifestEncryption, ManifestFile, ManifestPart } from './manifest.ts';
export { isManifest, LARGEST_MANIFEST_BYTES, MOST_ENTRIES, MOST_LEVELS } from './manifest.ts';
export { firstLevel, type Levels, nextLevel } from './manifest-levels.ts';
export { nameProblem, pathProblem } from './manifest-paths.ts';
export { readContents, readManifest } from './read-manifest.ts';
export { type ManifestToWrite, manifestLines, writeContents, writeManifest } from './write-manifest.ts';
