import type { Connection } from './connection.ts';
import type { Answer } from './exchange.ts';
import { answerBytes, firstThatAnswers, get, readingTimeoutMs } from './get.ts';
import type { ServiceResult } from './outcome.ts';
import { userPaths } from './user-paths.ts';

/** Whole number of entries wanted; without it a deployment's own cap applies. */
export type ListOptions = { readonly limit?: number };

/** Reads one of the bearer family's lists. */
export function userList<Entry>(
  connection: Connection,
  endpoint: string,
  options: ListOptions,
  parse: (body: string) => Entry[] | null,
  signal?: AbortSignal,
): Promise<ServiceResult<Entry[]>> {
  return read(connection, endpoint, options, answerBytes.list, ({ body }) => parse(body.toString('utf8')), signal);
}

/** Bytes up to which a list is looked through before it is handed on: an error in a success status is that short. */
const LOOKED_THROUGH = 64 * 1024;

/** One of the lists as the bytes that came. Only a short one is known to be readable. */
export function userListBody(
  connection: Connection,
  endpoint: string,
  options: ListOptions,
  parse: (body: string) => readonly unknown[] | null,
  signal?: AbortSignal,
): Promise<ServiceResult<Buffer>> {
  const readable = (body: Buffer): boolean => body.byteLength > LOOKED_THROUGH || parse(body.toString('utf8')) !== null;
  return read(
    connection,
    endpoint,
    options,
    answerBytes.listBody,
    ({ body }) => (readable(body) ? body : null),
    signal,
  );
}

async function read<Value>(
  connection: Connection,
  endpoint: string,
  { limit }: ListOptions,
  longest: number,
  take: (answer: Answer) => Value | null,
  signal?: AbortSignal,
): Promise<ServiceResult<Value>> {
  const result = await firstThatAnswers(userPaths(connection, endpoint), (path) =>
    get(
      connection,
      {
        family: 'access-token',
        signedIn: true,
        path,
        query: limit === undefined ? {} : { limit: String(limit) },
        answerBytes: longest,
        timeoutMs: readingTimeoutMs.list,
        read: take,
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}
