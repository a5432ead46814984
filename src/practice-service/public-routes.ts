import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from './dialect.ts';
import { stringifyLossless } from './lossless-json.ts';
import type { Service } from './service.ts';

/** What anybody may ask: the names of the tokens, and whether the service runs. */
export function addPublicRoutes(app: FastifyInstance, { dialect, ledger }: Service): void {
  for (const path of dialect.tokenMapPaths) {
    app.get(path, (_request, reply) => {
      reply.type(JSON_TYPE);
      return reply.send(stringifyLossless(dialect.tokenMap(ledger.tokens())));
    });
  }
  app.get('/health', (_request, reply) => {
    reply.type(JSON_TYPE);
    return reply.send(JSON.stringify({ status: 'OK', message: 'Service is running' }));
  });
}
