import type { SubmissionRecord } from '../../../shared/records.ts';
import { type Connection, readCredentials } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { pathForms, userPaths } from '../http/address.ts';
import { answerBytes, firstThatAnswers, get, readingTimeoutMs } from '../http/get.ts';
import { parseSubmission } from '../parsing/answers.ts';
import type { Family, Leaves } from '../rate-limiter.ts';

/**
 * Reads one submission record (service-interface.md, 4.4). With an API key alone it asks `/v1/get_submission_info`,
 * which some deployments have. `leaves`: what it leaves of the rate limit to others. Errors: `not-found`, `not-an-id` and
 * all that any request may end with.
 */
export async function getSubmissionInfo(
  connection: Connection,
  submissionId: string,
  signal?: AbortSignal,
  leaves?: Leaves,
): Promise<ServiceResult<SubmissionRecord>> {
  const family = await familyOf(connection);
  const paths =
    family === 'api-key'
      ? pathForms(connection.submitBaseUrl ?? connection.baseUrl, null, ['/v1/get_submission_info'])
      : userPaths(connection, 'get_submission_info');
  const result = await firstThatAnswers(paths, (path) =>
    get(
      connection,
      {
        family,
        signedIn: true,
        path,
        query: { submission_id: submissionId },
        answerBytes: answerBytes.single,
        timeoutMs: readingTimeoutMs.single,
        ...(leaves === undefined ? {} : { leaves }),
        read: (answer) => {
          const record = parseSubmission(answer.body.toString('utf8'));
          // Another submission's record is no answer, whatever it says.
          return record?.id.toLowerCase() === submissionId.trim().toLowerCase() ? record : null;
        },
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}

async function familyOf(connection: Connection): Promise<Family> {
  const credentials = await readCredentials(connection);
  const has = (secret: string | null | undefined) => (secret ?? '').trim() !== '';
  return !has(credentials?.accessToken) && has(credentials?.apiKey) ? 'api-key' : 'access-token';
}
