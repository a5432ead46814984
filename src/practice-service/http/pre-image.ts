import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PreImageFault } from '../faults.ts';
import type { Submission } from '../ledger.ts';
import { Refusal } from './access.ts';
import { askedSubmission } from './record-routes.ts';
import type { Service } from './service.ts';

const PAUSE_MS = 50;
const oneRange = /^bytes=(\d+)-(\d*)$/;

/**
 * `/v1/get_pre_image`: the submitted bytes, to whoever holds the key; whose they are, nobody asks. From the service's own
 * copy before the block and from the chain's after it: here both are one.
 */
export function addPreImageRoute(app: FastifyInstance, service: Service): void {
  let asked = 0;
  app.get('/v1/get_pre_image', { onRequest: service.gates.apiKey }, (request, reply) => {
    asked += 1;
    if (service.faults.preImage === 'rate-limited' && asked % 2 === 1) {
      throw new Refusal(429, 'Too many requests: wait until the limit resets', { 'retry-after': '1' });
    }
    return send(service, askedSubmission(service.ledger, request.query), request, reply);
  });
}

function send(service: Service, asked: Submission, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { faults, payloads, ledger } = service;
  const fault = faults.preImage;
  const { id, size } = fault === 'other-id' ? (ledger.anotherThan(asked) ?? asked) : asked;
  const range = fault === 'ranges' ? askedRange(request, size) : null;
  const bytes = fault === 'gone' ? null : payloads.read(id, range?.start, range?.end);
  if (bytes === null) throw new Refusal(501, 'Neither the service nor the chain has these bytes');
  if (fault === 'ranges') reply.header('accept-ranges', 'bytes');
  if (range !== null) reply.status(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`);
  reply.type('application/octet-stream').header('content-length', range === null ? size : range.end - range.start);
  const isAsKept = fault === null || fault === 'ranges' || fault === 'other-id' || fault === 'rate-limited';
  return reply.send(isAsKept ? bytes : Readable.from(withFault(bytes, size, fault), { objectMode: false }));
}

async function* withFault(bytes: AsyncIterable<Buffer>, size: number, fault: PreImageFault | null) {
  let sent = 0;
  for await (const piece of bytes) {
    if (fault === 'slow') await wait(PAUSE_MS);
    if (fault === 'changed-byte' && sent === 0 && piece[0] !== undefined) piece[0] ^= 1;
    if (fault === 'cut-off' && sent + piece.length > size / 2) {
      yield piece.subarray(0, Math.floor(size / 2) - sent);
      throw new Error('Cut off, as asked for.');
    }
    yield piece;
    sent += piece.length;
  }
}

/** `end` is exclusive. Null where no range is asked for, or none that there is. */
function askedRange({ headers }: FastifyRequest, size: number): { start: number; end: number } | null {
  const [, from, to] = oneRange.exec(headers.range ?? '') ?? [];
  if (from === undefined) return null;
  const start = Number(from);
  const end = to === undefined || to === '' ? size : Math.min(Number(to) + 1, size);
  return start < end ? { start, end } : null;
}
