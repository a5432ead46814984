import type { Connection } from './connection.ts';
import { answerBytes, firstThatAnswers, get, readingTimeoutMs } from './get.ts';
import type { ServiceResult } from './outcome.ts';
import { userPaths } from './user-paths.ts';

/** Whole number of entries wanted; without it a deployment's own cap applies. */
export type ListOptions = { readonly limit?: number };

/** Reads one of the bearer family's lists. */
export async function userList<Entry>(
  connection: Connection,
  endpoint: string,
  { limit }: ListOptions,
  parse: (body: string) => Entry[] | null,
  signal?: AbortSignal,
): Promise<ServiceResult<Entry[]>> {
  const result = await firstThatAnswers(userPaths(connection, endpoint), (path) =>
    get(
      connection,
      {
        family: 'access-token',
        signedIn: true,
        path,
        query: limit === undefined ? {} : { limit: String(limit) },
        answerBytes: answerBytes.list,
        timeoutMs: readingTimeoutMs.list,
        read: (answer) => parse(answer.body.toString('utf8')),
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}
