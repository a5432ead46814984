import { lstatSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder in which the app writes and removes what it likes. Throws where something else has its name: through a
 * link the app would be at work in a folder of the person's.
 */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  refuseAnothersFolder(path);
}

/** Throws where there is no folder, or only a link to one. */
export function refuseAnothersFolder(path: string): void {
  if (!lstatSync(path).isDirectory()) throw new Error(`A link is in the place of a folder: ${path}`);
}
