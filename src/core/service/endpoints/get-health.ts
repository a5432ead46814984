import { parseHealth } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes, get } from '../get.ts';

/** Asks if the service is up, without signing in. Some deployments lack this endpoint (`not-found`). */
export function getHealth(
  connection: Connection,
  signal?: AbortSignal,
): Promise<ServiceResult<{ readonly status: string; readonly message: string | null }>> {
  return get(
    connection,
    {
      family: 'access-token',
      signedIn: false,
      path: '/health',
      answerBytes: answerBytes.single,
      timeoutMs: 10_000,
      read: (answer) => parseHealth(answer.body.toString('utf8')),
    },
    signal,
  );
}
