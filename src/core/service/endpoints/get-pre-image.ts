import type { BodyReceiver, IsBodyProven } from '../answer.ts';
import { type Connection, pathForms, readCredentials, userPaths } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { firstThatAnswers, get, isNoSuchPath, readingTimeoutMs } from '../get.ts';
import type { Family, Leaves } from '../rate-limiter.ts';

const MEBIBYTE = 1024 * 1024;
/** On a slow line submitted bytes may take hours, and a part of them minutes; silence ends it long before. */
const STREAMED_MS = 6 * 60 * 60_000;

type PreImageOptions = {
  readonly signal?: AbortSignal;
  /** What it leaves of the rate limit to others. */
  readonly leaves?: Leaves;
  /** Longest answer, in bytes; 64 MiB unless said. */
  readonly mostBytes?: number;
  /** Is given the bytes as they come; the answer holds the beginning of them then. Each try begins it anew. */
  readonly receiver?: BodyReceiver;
  /** See `GetRequest`. */
  readonly isBodyProven?: IsBodyProven;
};

/**
 * Reads back the submitted bytes, where a deployment offers it: with the API key, else under the paths of the access token.
 * Errors: `bytes-not-offered`; `not-final` when neither the service nor the chain has them (yet); `not-found`; and all that
 * any request may end with.
 */
export async function getPreImage(
  connection: Connection,
  submissionId: string,
  options: PreImageOptions = {},
): Promise<ServiceResult<Uint8Array>> {
  const families = await familiesOf(connection);
  let error: ServiceError | null = null;
  for (const family of families) {
    const result = await ask(connection, family, submissionId, options);
    if (result.ok) return result;
    if (!isNoSuchPath(result.error)) return result;
    error ??= result.error;
    if (await isThere(connection, family, options)) return { ok: false, error: unknown(result.error) };
  }
  return {
    ok: false,
    error: {
      code: 'bytes-not-offered',
      ...(error?.detail === undefined ? {} : { detail: error.detail }),
    },
  };
}

/** `isBrief`: no bytes are meant to come. */
function ask(
  connection: Connection,
  family: Family,
  submissionId: string,
  { signal, leaves, mostBytes = 64 * MEBIBYTE, receiver, isBodyProven }: PreImageOptions,
  isBrief = false,
): Promise<ServiceResult<Uint8Array>> {
  const paths =
    family === 'api-key'
      ? pathForms(connection.submitBaseUrl ?? connection.baseUrl, null, ['/v1/get_pre_image'])
      : userPaths(connection, 'get_pre_image');
  const asking = firstThatAnswers(paths, (path) =>
    get(
      connection,
      {
        family,
        signedIn: true,
        path,
        query: { submission_id: submissionId },
        accept: 'application/octet-stream, */*;q=0.5',
        answerBytes: mostBytes,
        timeoutMs: isBrief ? readingTimeoutMs.list : STREAMED_MS,
        read: (answer) => answer.body,
        ...(leaves === undefined ? {} : { leaves }),
        ...(receiver === undefined ? {} : { receiver }),
        ...(isBodyProven === undefined ? {} : { isBodyProven }),
      },
      signal,
    ),
  );
  return asking.then((result) => (result.ok ? { ok: true, value: result.value.value } : result));
}

/**
 * A 404 in plain text may be about the id or about the path: what is no id is told apart from an unknown one by every service
 * that looks at ids at all.
 */
async function isThere(connection: Connection, family: Family, { signal, leaves }: PreImageOptions): Promise<boolean> {
  const options = { ...(signal === undefined ? {} : { signal }), ...(leaves === undefined ? {} : { leaves }) };
  const probed = await ask(connection, family, 'not-an-id', { mostBytes: MEBIBYTE, ...options }, true);
  return !probed.ok && !isNoSuchPath(probed.error) && probed.error.status !== undefined;
}

function unknown({ status, detail }: ServiceError): ServiceError {
  return {
    code: 'not-found',
    ...(status === undefined ? {} : { status }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Those that the account has a secret of; with none of them, the key, whose absence is then told. */
async function familiesOf(connection: Connection): Promise<readonly [Family, ...Family[]]> {
  const credentials = await readCredentials(connection);
  const has = (secret: string | null | undefined): boolean => (secret ?? '').trim() !== '';
  const hasToken = has(credentials?.accessToken);
  if (!has(credentials?.apiKey) && hasToken) return ['access-token'];
  return hasToken ? ['api-key', 'access-token'] : ['api-key'];
}
