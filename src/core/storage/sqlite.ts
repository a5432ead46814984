import { createRequire } from 'node:module';

/**
 * SQLite from `node:sqlite`. The Node.js of Electron 33, which tests use where the pinned Electron is not available,
 * lacks that module. There, the development dependency `@photostructure/sqlite` replaces it, with the same API.
 */
export const { backup, DatabaseSync }: typeof import('node:sqlite') =
  process.getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite');

export type DatabaseSync = InstanceType<typeof DatabaseSync>;
