import type { BodyReceiver } from '../answer.ts';
import { type Connection, familiesOf, pathForms, userPaths } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { firstThatAnswers, get, isNoSuchPath, readingTimeoutMs } from '../get.ts';
import type { Family, Leaves } from '../rate-limiter.ts';

const MEBIBYTE = 1024 * 1024;
/** A slow line may need hours for a file and minutes for a part. Silence ends the request much sooner. */
const STREAMED_MS = 6 * 60 * 60_000;

type PreImageOptions = {
  readonly signal?: AbortSignal;
  /** The part of the rate limit left to other requests. */
  readonly leaves?: Leaves;
  /** The longest answer, in bytes; 64 MiB by default. */
  readonly mostBytes?: number;
  /** Gets the bytes while they arrive; the result then contains only their beginning. Each try calls `begin`. */
  readonly receiver?: BodyReceiver;
};

/**
 * Downloads the submitted bytes, if the deployment offers that: with the API key, else with the access token. The
 * contract does not offer it, and services with credits only to API keys. Errors:
 * `bytes-not-offered`; `not-final` if neither the service nor the chain has them yet; `not-found`; and the errors of
 * any request.
 */
export async function getPreImage(
  connection: Connection,
  submissionId: string,
  options: PreImageOptions = {},
): Promise<ServiceResult<Uint8Array>> {
  let error: ServiceError | null = null;
  const { serviceKind } = connection;
  for (const family of serviceKind === 'contract' ? [] : await familiesOf(connection, 'api-key')) {
    if (family === undefined || (serviceKind === 'credits' && family !== 'api-key')) break;
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

/** `isBrief`: the answer is expected to be short. */
function ask(
  connection: Connection,
  family: Family,
  submissionId: string,
  { signal, leaves, mostBytes = 64 * MEBIBYTE, receiver }: PreImageOptions,
  isBrief = false,
): Promise<ServiceResult<Uint8Array>> {
  const paths =
    family === 'api-key'
      ? pathForms(connection.submitBaseUrl ?? connection.baseUrl, ['/v1/get_pre_image'])
      : userPaths('get_pre_image');
  const asking = firstThatAnswers(connection, paths, (path) =>
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
      },
      signal,
    ),
  );
  return asking.then((result) => (result.ok ? { ok: true, value: result.value.value } : result));
}

/**
 * A 404 in plain text may be about the id or the path. A request with an invalid id tells them apart, because services
 * that have the endpoint answer it differently.
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
