import type { TokenName } from '../../../shared/records.ts';
import { pathForms } from '../address.ts';
import { parseTokenMap } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { firstThatAnswers, get, readingTimeoutMs } from '../get.ts';
import { readList } from './user-list.ts';

/** Of 50,000 ordinary names. */
const mostBytes = 8 * 1024 * 1024;

/**
 * Reads the names of the tokens that the service takes, without signing in. Neither path nor shape is in the contract:
 * the known ones are tried, and `path` says which answered so that it can be remembered.
 */
export async function getTokenMap(
  connection: Connection,
  signal?: AbortSignal,
): Promise<ServiceResult<{ readonly names: TokenName[]; readonly path: string }>> {
  const paths = pathForms(connection.baseUrl, connection.paths.tokenMap, ['/token_map', '/v1/token_map']);
  const result = await firstThatAnswers(paths, (path) => namesAt(connection, path, signal), isElsewhere);
  return result.ok ? { ok: true, value: { names: result.value.value, path: result.value.path } } : result;
}

async function namesAt(
  connection: Connection,
  path: string,
  signal?: AbortSignal,
): Promise<ServiceResult<TokenName[]>> {
  const asked = {
    family: 'access-token',
    signedIn: false,
    path,
    answerBytes: mostBytes,
    timeoutMs: readingTimeoutMs.list,
  } as const;
  const names = { kind: 'names', parse: parseTokenMap } as const;
  const read = await readList(names, (reading) => get(connection, { ...asked, ...reading }, signal));
  if (!read.ok) return read;
  const end = read.value;
  if (end.kind === 'read') return { ok: true, value: end.entries };
  return { ok: false, error: end.kind === 'died' ? { ...unreadable, detail: end.detail } : unreadable };
}

const unreadable: ServiceError = {
  code: 'unreadable-answer',
  values: { why: 'token-names' },
  status: 200,
};

/** A site's own page or sign-in answers unknown paths too, so more than a 404 leads on: reading twice costs nothing. */
function isElsewhere({ status, code }: ServiceError): boolean {
  return status !== undefined && status < 500 && code !== 'rate-limited' && code !== 'secret-echoed';
}
