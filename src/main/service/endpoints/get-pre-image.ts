import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { pathForms } from '../http/address.ts';
import { answerBytes, firstThatAnswers, get, readingTimeoutMs } from '../http/get.ts';

/**
 * Reads back the submitted bytes, where a deployment offers it (API key; at most 64 MiB).
 * Errors: `not-final` when neither the service nor the chain has them (yet), and all that any request may end with.
 */
export async function getPreImage(
  connection: Connection,
  submissionId: string,
  signal?: AbortSignal,
): Promise<ServiceResult<Uint8Array>> {
  const paths = pathForms(connection.submitBaseUrl ?? connection.baseUrl, null, ['/v1/get_pre_image']);
  const result = await firstThatAnswers(paths, (path) =>
    get(
      connection,
      {
        family: 'api-key',
        signedIn: true,
        path,
        query: { submission_id: submissionId },
        answerBytes: answerBytes.list,
        timeoutMs: readingTimeoutMs.list,
        read: (answer) => answer.body,
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}
