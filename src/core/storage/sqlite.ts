import { createRequire } from 'node:module';

/**
 * SQLite as `node:sqlite` provides it. Electron 33, which the tests run on where the pinned Electron cannot be fetched, has a
 * Node.js without that module. There the development dependency `@photostructure/sqlite` takes its place, with the same API.
 */
export const { backup, DatabaseSync }: typeof import('node:sqlite') =
  process.getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite');

export type DatabaseSync = InstanceType<typeof DatabaseSync>;
