import type { Connection } from '../connection.ts';

/** The forms of a bearer endpoint's path: the one that probing found, else the contract's and the versioned one. */
export function userPaths(connection: Connection, endpoint: string): readonly [string, ...string[]] {
  const known = connection.paths.userFamily;
  return known === null ? [`/user/${endpoint}`, `/v1/user/${endpoint}`] : [`${known}/${endpoint}`];
}
