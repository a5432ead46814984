import { type Connection, endpointUrl, pathForms, signIn, tryForms } from '../connection.ts';
import { addressError, answerError, type ServiceError, wireError } from '../errors.ts';
import { standardLimits } from '../exchange.ts';
import type { Family } from '../rate-limiter.ts';
import { bytesBody, post } from '../request.ts';

/** The answer of a path to a request that costs nothing. */
export type Probe =
  /** The path exists and the credential was accepted: the service refused only the empty request. */
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'unauthorised'; readonly status: number; readonly error: ServiceError }
  | { readonly kind: 'no-such-path'; readonly status: number; readonly error: ServiceError }
  | { readonly kind: 'unclear'; readonly status: number | null; readonly error: ServiceError };

/**
 * Checks if the endpoint for submissions with an API key exists and accepts this key. An empty body is refused before
 * anything is charged.
 */
export function probeSubmission(connection: Connection, signal: AbortSignal): Promise<Probe> {
  const paths = pathForms(connection.submitBaseUrl ?? connection.baseUrl, ['/v1/submit_raw_data']);
  return tryForms(
    connection,
    paths,
    (path) => probe(connection, 'api-key', path, 'application/octet-stream', '', signal),
    (found) => found.kind === 'no-such-path',
    ({ kind }) => kind === 'accepted',
  );
}

/** Checks if this path accepts fund requests. An object without an amount registers nothing. */
export function probeRequestFunds(connection: Connection, path: string, signal: AbortSignal): Promise<Probe> {
  return probe(connection, 'access-token', path, 'application/json', '{}', signal);
}

async function probe(
  connection: Connection,
  family: Family,
  path: string,
  contentType: string,
  content: string,
  signal: AbortSignal,
): Promise<Probe> {
  const url = endpointUrl(connection, family, path);
  if (url === null) return { kind: 'unclear', status: null, error: addressError };
  const by = await signIn(connection, family);
  if ('code' in by) return { kind: 'unclear', status: null, error: by };
  const report = await post(by, {
    url,
    headers: { 'content-type': contentType },
    body: bytesBody(Buffer.from(content)),
    limits: { ...standardLimits, connectMs: 15_000, answerMs: 30_000 },
    signal,
  });
  const asked = { method: 'POST', url, scrub: by.scrub } as const;
  const { answer } = report;
  if (answer === null) return { kind: 'unclear', status: null, error: wireError(asked, report) };
  const { status } = answer;
  const error = answerError(asked, answer);
  if (answer.secretEchoed) return { kind: 'unclear', status, error };
  if (status === 401 || status === 403) return { kind: 'unauthorised', status, error };
  if (error.noSuchPath === true || status === 501) return { kind: 'no-such-path', status, error };
  if (status >= 400 && status < 500 && status !== 429 && status !== 408) return { kind: 'accepted', status };
  return { kind: 'unclear', status, error };
}
