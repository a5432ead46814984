import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from './dialect.ts';
import type { Submission } from './ledger.ts';
import { stringifyLossless } from './lossless-json.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reading one submission: its record and, where the deployment offers it, its bytes. */
export function addRecordRoutes(app: FastifyInstance, service: Service): void {
  const { gates, dialect, ledger, payloads } = service;
  const byAccessToken = dialect.userFamilies.map((family) => ({ family, gate: gates.accessToken }));
  const byApiKey = dialect.readsByApiKey ? [{ family: '/v1', gate: gates.apiKey }] : [];

  for (const { family, gate } of [...byAccessToken, ...byApiKey]) {
    app.get(`${family}/get_submission_info`, { onRequest: gate }, (request, reply) => {
      reply.type(JSON_TYPE);
      return reply.send(stringifyLossless(dialect.submission(askedSubmission(service, request.query))));
    });
  }
  for (const { family, gate } of byApiKey) {
    app.get(`${family}/get_pre_image`, { onRequest: gate }, (request, reply) => {
      // The service's own copy before the block, the chain's after it: here both are one. Whose it is, nobody asks.
      const submission = askedSubmission({ ledger }, request.query);
      const bytes = payloads.read(submission.id);
      if (bytes === null) throw new Refusal(501, 'Neither the service nor the chain has these bytes');
      reply.type('application/octet-stream').header('content-length', submission.size);
      return reply.send(bytes);
    });
  }
}

function askedSubmission({ ledger }: Pick<Service, 'ledger'>, query: unknown): Submission {
  const id = typeof query === 'object' && query !== null && 'submission_id' in query ? query.submission_id : undefined;
  if (typeof id !== 'string' || id === '') throw new Refusal(400, 'The query parameter submission_id is required');
  if (!uuid.test(id)) throw new Refusal(406, 'submission_id is not a UUID');
  const submission = ledger.submission(id);
  if (submission === null) throw new Refusal(404, `No submission has the id ${id}`);
  return submission;
}
