import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../http/dialects.ts';
import type { Service } from '../http/service.ts';
import { expectsContinue, mediaType } from '../http/submission-routes.ts';
import { PayloadTooLarge, readWhole } from '../payload-store.ts';
import { nodeCalls } from './calls.ts';
import { answerBody } from './json-rpc.ts';

export const NODE_PATH = '/node';

const PLAIN = 'text/plain; charset=utf-8';
const LONGEST_BODY_BYTES = 1024 * 1024;
const SLOW_MS = 2_000;

/** The node of the practice chain: JSON-RPC over POST, without credentials and without a rate limit. */
export function addNodeRoutes(app: FastifyInstance, service: Service): void {
  app.post(NODE_PATH, (request, reply) => answer(service, request, reply));
  app.route({
    method: ['GET', 'PUT', 'DELETE'],
    url: NODE_PATH,
    handler: (_request, reply) =>
      reply.status(405).header('allow', 'POST').type(PLAIN).send('Used HTTP Method is not allowed. POST is required\n'),
  });
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { chain, payloads, faults } = service;
  if (faults.node === 'down') {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (faults.node === 'silent') return reply.hijack();
  if (faults.node === 'no-json') {
    return reply.status(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>\n');
  }
  if (mediaType(request.raw) !== 'application/json') {
    reply.status(415).type(PLAIN);
    return reply.send('Supplied content type is not allowed. Content-Type: application/json is required\n');
  }
  if (expectsContinue(request.raw)) reply.raw.writeContinue();
  const body = await readBody(request);
  if (body === null) return reply.status(413).type(PLAIN).send('The request is too big\n');
  if (faults.node === 'slow') await wait(SLOW_MS, undefined, { ref: false });
  const calls = nodeCalls(chain.blocks, payloads, faults.node);
  return reply.type(JSON_TYPE).send(Readable.from(answerBody(body, calls), { objectMode: false }));
}

async function readBody(request: FastifyRequest): Promise<string | null> {
  try {
    return (await readWhole(request.raw, LONGEST_BODY_BYTES)).toString('utf8');
  } catch (error) {
    if (error instanceof PayloadTooLarge) return null;
    throw error;
  }
}
