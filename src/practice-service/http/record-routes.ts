import type { FastifyInstance } from 'fastify';
import type { Ledger, Submission } from '../ledger.ts';
import { Refusal } from './access.ts';
import { JSON_TYPE, stringifyLossless } from './dialects.ts';
import { withRecordFault } from './record-faults.ts';
import type { Service } from './service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function addRecordRoutes(app: FastifyInstance, service: Service): void {
  const { gates, dialect, ledger } = service;
  const byAccessToken = dialect.userFamilies.map((family) => ({ family, gate: gates.accessToken }));
  const byApiKey = dialect.readsByApiKey ? [{ family: '/v1', gate: gates.apiKey }] : [];

  for (const { family, gate } of [...byAccessToken, ...byApiKey]) {
    app.get(`${family}/get_submission_info`, { onRequest: gate }, (request, reply) => {
      reply.type(JSON_TYPE);
      return reply.send(
        stringifyLossless(dialect.submission(withRecordFault(askedSubmission(ledger, request.query), service))),
      );
    });
  }
}

/** Refuses a query without an id (400), an id that is none (406) and one that nobody knows (404). */
export function askedSubmission(ledger: Pick<Ledger, 'submission'>, query: unknown): Submission {
  const id = typeof query === 'object' && query !== null && 'submission_id' in query ? query.submission_id : undefined;
  if (typeof id !== 'string' || id === '') throw new Refusal(400, 'The query parameter submission_id is required');
  if (!uuid.test(id)) throw new Refusal(406, 'submission_id is not a UUID');
  const submission = ledger.submission(id);
  if (submission === null) throw new Refusal(404, `No submission has the id ${id}`);
  return submission;
}
