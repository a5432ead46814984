import type { TokenName } from '../../../shared/records.ts';
import { parseTokenMap } from '../answers.ts';
import type { Connection } from '../connection.ts';
import { pathForms } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { answerBytes, firstThatAnswers, get, readingTimeoutMs } from '../get.ts';

/**
 * Reads the names of the tokens that the service accepts, without signing in. The contract defines neither path nor
 * shape, so the known ones are tried. `path` is the one that answered.
 */
export async function getTokenMap(
  connection: Connection,
  signal?: AbortSignal,
): Promise<ServiceResult<{ readonly names: TokenName[]; readonly path: string }>> {
  const paths = pathForms(connection.baseUrl, ['/token_map', '/v1/token_map']);
  const result = await firstThatAnswers(
    connection,
    paths,
    (path) =>
      get(
        connection,
        {
          family: 'access-token',
          signedIn: false,
          path,
          answerBytes: answerBytes.tokens,
          timeoutMs: readingTimeoutMs.single,
          read: ({ body }) => parseTokenMap(body.toString('utf8')),
        },
        signal,
      ),
    isElsewhere,
  );
  return result.ok ? { ok: true, value: { names: result.value.value, path: result.value.path } } : result;
}

/**
 * A website answers unknown paths with its own page or sign-in, so more than a 404 leads to the next path. A second
 * read costs nothing.
 */
function isElsewhere({ status, code }: ServiceError): boolean {
  return status !== undefined && status < 500 && code !== 'rate-limited' && code !== 'secret-echoed';
}
