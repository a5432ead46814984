import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Ledger, Submission } from '../ledger.ts';
import { readWhole } from '../payload-store.ts';
import { type ExpenditureList, JSON_TYPE, parseLossless, stringifyLossless } from './dialects.ts';
import { Refusal, type Service } from './service.ts';
import { expectsContinue, mediaType } from './submission-routes.ts';

/** Public requests: the names of the tokens, and a health check. */
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

const REQUEST_FUNDS_BODY_BYTES = 64 * 1024;
const LARGEST_AMOUNT = 2n ** 256n - 1n;

const fundsRequest = z.object(
  {
    token_address: z.string('token_address must be the address of a whitelisted token'),
    amount_deposited: z
      .bigint('amount_deposited must be an integer in base units, not decimal scaled')
      .min(1n, 'amount_deposited must be more than 0')
      .max(LARGEST_AMOUNT, 'amount_deposited must be below 2^256'),
    chain_id: z.bigint('chain_id must be an integer').min(0n, 'chain_id must not be negative'),
  },
  'The body must be a JSON object with token_address, amount_deposited and chain_id',
);

export function addAccountRoutes(app: FastifyInstance, service: Service): void {
  const { gates, dialect, ledger } = service;
  const behindGate = { onRequest: gates.accessToken };

  for (const path of dialect.requestFundsPaths) {
    app.post(path, behindGate, (request, reply) => requestFunds(service, request, reply));
  }
  for (const family of dialect.userFamilies) {
    app.get(`${family}/get_all_expenditure`, behindGate, (request, reply) => {
      const list = dialect.expenditure;
      const limit = askedLimit(request.query) ?? list.defaultLimit;
      reply.type(JSON_TYPE);
      return Readable.from(writeList(ledger, list, limit), { objectMode: false });
    });
    app.get(`${family}/get_all_tokens`, behindGate, (request, reply) => {
      const tokens = ledger.tokens(askedLimit(request.query) ?? undefined);
      reply.type(JSON_TYPE);
      return stringifyLossless(dialect.tokens(tokens, ledger.userId));
    });
  }
}

async function requestFunds(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { ledger, dialect } = service;
  if (mediaType(request.raw) !== 'application/json') throw new Refusal(415, 'Content-Type must be application/json');
  if (expectsContinue(request.raw)) reply.raw.writeContinue();
  const checked = fundsRequest.safeParse(await readJson(request));
  if (!checked.success) throw new Refusal(400, checked.error.issues[0]?.message ?? 'The body cannot be used');
  const { token_address: address, amount_deposited: amount, chain_id: chainId } = checked.data;
  const token = ledger.tokenByAddress(address);
  if (token === null) throw new Refusal(400, `token_address is not a whitelisted token: ${address.slice(0, 100)}`);
  reply.type(JSON_TYPE);
  return stringifyLossless(dialect.deposit(ledger.deposit(token.tokenDetailsId, amount, chainId)));
}

async function readJson(request: FastifyRequest): Promise<unknown> {
  try {
    const text = (await readWhole(request.raw, REQUEST_FUNDS_BODY_BYTES)).toString('utf8');
    if (text === '') throw new Refusal(400, 'Empty data: the body must be a JSON object');
    return parseLossless(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal(400, 'The body is not JSON');
    throw error;
  }
}

/** The requested number of entries, or null. */
function askedLimit(query: unknown): number | null {
  const given = typeof query === 'object' && query !== null && 'limit' in query ? query.limit : undefined;
  if (given === undefined) return null;
  if (typeof given !== 'string' || !/^\d+$/.test(given)) {
    throw new Refusal(400, 'The query parameter limit must be a whole number, 0 or more');
  }
  return Math.min(Number(given), Number.MAX_SAFE_INTEGER);
}

function* writeList(ledger: Ledger, list: ExpenditureList, limit: number): Generator<string> {
  let separator = list.open;
  for (const page of ledger.submissions(list.order, limit)) {
    yield separator + page.map((submission) => JSON.stringify(list.entry(submission))).join(',');
    separator = ',';
  }
  yield separator === list.open ? list.open + list.close : list.close;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function addRecordRoutes(app: FastifyInstance, service: Service): void {
  const { gates, dialect, ledger } = service;
  const byAccessToken = dialect.userFamilies.map((family) => ({ family, gate: gates.accessToken }));
  const byApiKey = dialect.readsByApiKey ? [{ family: '/v1', gate: gates.apiKey }] : [];

  for (const { family, gate } of [...byAccessToken, ...byApiKey]) {
    app.get(`${family}/get_submission_info`, { onRequest: gate }, (request, reply) => {
      reply.type(JSON_TYPE);
      return reply.send(stringifyLossless(dialect.submission(askedSubmission(ledger, request.query))));
    });
  }
}

/** Refuses a query without an id (400), with an invalid id (406) and with an unknown id (404). */
function askedSubmission(ledger: Ledger, query: unknown): Submission {
  const id = typeof query === 'object' && query !== null && 'submission_id' in query ? query.submission_id : undefined;
  if (typeof id !== 'string' || id === '') throw new Refusal(400, 'The query parameter submission_id is required');
  if (!uuid.test(id)) throw new Refusal(406, 'submission_id is not a UUID');
  const submission = ledger.submission(id);
  if (submission === null) throw new Refusal(404, `No submission has the id ${id}`);
  return submission;
}

const PAUSE_MS = 50;

/**
 * `/v1/get_pre_image`: the submitted bytes. Any valid API key can read those of every user. A real service reads its
 * own copy before the block and the chain's copy after it; here both are the same.
 */
export function addPreImageRoute(app: FastifyInstance, service: Service): void {
  app.get('/v1/get_pre_image', { onRequest: service.gates.apiKey }, (request, reply) =>
    send(service, askedSubmission(service.ledger, request.query), reply),
  );
}

function send(service: Service, { id, size }: Submission, reply: FastifyReply): FastifyReply {
  const { faults, payloads } = service;
  const bytes = faults.preImage === 'gone' ? null : payloads.read(id);
  if (bytes === null) throw new Refusal(501, 'Neither the service nor the chain has these bytes');
  reply.type('application/octet-stream').header('content-length', size);
  return reply.send(faults.preImage === 'slow' ? Readable.from(slowly(bytes), { objectMode: false }) : bytes);
}

async function* slowly(bytes: AsyncIterable<Buffer>) {
  for await (const piece of bytes) {
    await wait(PAUSE_MS);
    yield piece;
  }
}
