import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileAt } from './database-copy.ts';
import { identityOf, startOf } from './database-identity.ts';
import { firstWith } from './migrations.ts';
import { lastStep } from './steps.ts';

const BEFORE_IDENTITIES = 'of before there were any';

/** What a data file says of itself, whatever lies in its log. `identity` and `start`: null where it tells of none. */
export type FileWithoutLog = {
  readonly step: number;
  readonly identity: string | null;
  /** The last one whose own step is in it. */
  readonly start: string | null;
};

/** Null where it cannot be read: that is for others to tell. Also of one into which only a part of its log was moved. */
export function readWithoutLog(path: string): FileWithoutLog | null {
  return fileAt(path) === null ? null : readFrom(withoutItsLog(path));
}

/** How far a copy is, which is whole without a log. */
export function stepOfCopyAt(path: string): number {
  return fileAt(path) === null ? 0 : (readFrom(path)?.step ?? 0);
}

/** As if nothing else could change it (sqlite.org/uri.html, `immutable`): then its log is not looked for. */
function withoutItsLog(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

function readFrom(path: string | URL): FileWithoutLog | null {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      return {
        step: version < firstWith.steps ? 0 : lastStep(database),
        identity: version < firstWith.identity ? BEFORE_IDENTITIES : identityOf(database),
        start: startOf(database),
      };
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** What a copy says of itself, in a file that no connection has opened: it is whole without a log. */
export function isLogged(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    // sqlite.org/fileformat.html: the versions that writing and reading it take, 2 for a log.
    const versions = Buffer.alloc(2);
    readSync(file, versions, 0, 2, 18);
    return versions.includes(2);
  } finally {
    closeSync(file);
  }
}
