import type { TokenName } from '../../../shared/records.ts';
import type { Connection } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { pathForms } from '../http/address.ts';
import { heldBytes } from '../http/answer.ts';
import { firstThatAnswers, get, readingTimeoutMs } from '../http/get.ts';
import { parseTokenMap } from '../parsing/answers.ts';
import { ListThread } from '../parsing/list-thread.ts';

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

/** Reads a short answer here, a long one in a thread of its own. */
async function namesAt(
  connection: Connection,
  path: string,
  signal?: AbortSignal,
): Promise<ServiceResult<TokenName[]>> {
  const thread = new ListThread('names');
  try {
    const answer = await get(
      connection,
      {
        family: 'access-token',
        signedIn: false,
        path,
        answerBytes: mostBytes,
        timeoutMs: readingTimeoutMs.list,
        read: ({ body }) => {
          if (body.byteLength > heldBytes) return { kind: 'long' } as const;
          const names = parseTokenMap(body.toString('utf8'));
          return names === null ? null : ({ kind: 'short', names } as const);
        },
        receiver: thread.receiver,
      },
      signal,
    );
    if (!answer.ok) return answer;
    if (answer.value.kind === 'short') return { ok: true, value: answer.value.names };
    const end = await thread.read();
    if (end.kind === 'read') return { ok: true, value: end.entries };
    return { ok: false, error: end.kind === 'died' ? { ...unreadable, detail: end.detail } : unreadable };
  } finally {
    thread.close();
  }
}

const unreadable: ServiceError = {
  code: 'unreadable-answer',
  message: 'The service’s token names could not be read. Try again later; if it stays so, tell the service’s operator.',
  status: 200,
};

/** A site's own page or sign-in answers unknown paths too, so more than a 404 leads on: reading twice costs nothing. */
function isElsewhere({ status, code }: ServiceError): boolean {
  return status !== undefined && status < 500 && code !== 'rate-limited' && code !== 'secret-echoed';
}
