import type { Connection } from './connection.ts';
import { type BodyReceiver, heldBytes } from './exchange.ts';
import { answerBytes, firstThatAnswers, get, type Reading, readingTimeoutMs } from './get.ts';
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
  const read: Reading<Entry[]>['read'] = ({ body }) => parse(body.toString('utf8'));
  return ask(connection, endpoint, options, { answerBytes: answerBytes.list, read }, signal);
}

/**
 * Hands the bytes of one of the lists on as they come. An answer as short as an error in a success status is parsed here;
 * a long one may still turn out to be unreadable.
 */
export function userListBody(
  connection: Connection,
  endpoint: string,
  options: ListOptions,
  parse: (body: string) => readonly unknown[] | null,
  receiver: BodyReceiver,
  signal?: AbortSignal,
): Promise<ServiceResult<true>> {
  const read: Reading<true>['read'] = ({ body }) =>
    body.byteLength > heldBytes || parse(body.toString('utf8')) !== null ? true : null;
  return ask(connection, endpoint, options, { answerBytes: answerBytes.listBody, read, receiver }, signal);
}

async function ask<Value>(
  connection: Connection,
  endpoint: string,
  { limit }: ListOptions,
  reading: Pick<Reading<Value>, 'answerBytes' | 'read' | 'receiver'>,
  signal?: AbortSignal,
): Promise<ServiceResult<Value>> {
  const result = await firstThatAnswers(userPaths(connection, endpoint), (path) =>
    get(
      connection,
      {
        ...reading,
        family: 'access-token',
        signedIn: true,
        path,
        query: limit === undefined ? {} : { limit: String(limit) },
        timeoutMs: readingTimeoutMs.list,
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}
