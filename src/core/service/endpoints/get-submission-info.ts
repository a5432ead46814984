import type { SubmissionRecord } from '../../../shared/records.ts';
import { parseSubmission } from '../answers.ts';
import { type Connection, familiesOf, pathForms, userPaths } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { answerBytes, firstThatAnswers, get, isNoSuchPath, readingTimeoutMs } from '../get.ts';
import type { Family, Leaves } from '../rate-limiter.ts';

/**
 * Reads one submission record (service-interface.md, 4.4): with the access token and, if that finds nothing (404), with
 * the API key under `/v1/get_submission_info`. The contract does not have the latter, and services with credits have
 * only the latter. `leaves`: the part of the rate limit left to other requests. Errors: `not-found`, `not-an-id` and the
 * errors of any request.
 */
export async function getSubmissionInfo(
  connection: Connection,
  submissionId: string,
  signal?: AbortSignal,
  leaves?: Leaves,
): Promise<ServiceResult<SubmissionRecord>> {
  const { serviceKind } = connection;
  const [family, other] =
    serviceKind === 'credits' ? (['api-key'] as const) : await familiesOf(connection, 'access-token');
  if (serviceKind === 'contract' && family === 'api-key') return { ok: false, error: { code: 'not-found' } };
  const result = await ask(connection, family, submissionId, signal, leaves);
  if (result.ok || other === undefined || !knowsNothing(result.error)) return result;
  // Without the contract's path, the service is of another kind by now.
  if (serviceKind === 'contract' && !isNoSuchPath(result.error)) return result;
  const second = await ask(connection, other, submissionId, signal, leaves);
  return second.ok || !(knowsNothing(second.error) || second.error.code === 'unauthorised') ? second : result;
}

const knowsNothing = (error: ServiceError): boolean => error.code === 'not-found' || isNoSuchPath(error);

async function ask(
  connection: Connection,
  family: Family,
  submissionId: string,
  signal?: AbortSignal,
  leaves?: Leaves,
): Promise<ServiceResult<SubmissionRecord>> {
  const paths =
    family === 'api-key'
      ? pathForms(connection.submitBaseUrl ?? connection.baseUrl, ['/v1/get_submission_info'])
      : userPaths('get_submission_info');
  const result = await firstThatAnswers(connection, paths, (path) =>
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
          return record?.id.toLowerCase() === submissionId.trim().toLowerCase() ? record : null;
        },
      },
      signal,
    ),
  );
  if (result.ok) return { ok: true, value: result.value.value };
  const { error } = result;
  // Some services answer 500 for an unknown id.
  if (error.code !== 'server-error' || !/not found/i.test(error.values.said ?? '')) return result;
  const { values: _, ...facts } = error;
  return { ok: false, error: { ...facts, code: 'not-found' } };
}
