import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asSubmitted, sizeAsSubmitted } from '../data-hash.ts';
import type { Ledger, Submission } from '../ledger.ts';
import { readWhole } from '../payload-store.ts';
import { type ExpenditureList, JSON_TYPE, parseLossless, stringifyLossless, type TokenDialect } from './dialects.ts';
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

const JSON_BODY_BYTES = 64 * 1024;
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

  for (const family of dialect.userFamilies) {
    app.get(`${family}/get_all_expenditure`, behindGate, (request, reply) => {
      const list = dialect.expenditure;
      const limit = askedNumber(request.query, 'limit') ?? list.defaultLimit;
      const offset = list.page === null ? null : askedNumber(request.query, 'offset');
      reply.type(JSON_TYPE);
      return Readable.from(writeList(ledger, list, limit, offset), { objectMode: false });
    });
  }
  if (dialect.kind === 'credits') return;
  for (const path of dialect.requestFundsPaths) {
    app.post(path, behindGate, (request, reply) => requestFunds(ledger, dialect, request, reply));
  }
  for (const family of dialect.userFamilies) {
    app.get(`${family}/get_all_tokens`, behindGate, (request, reply) => {
      const tokens = ledger.tokens(askedNumber(request.query, 'limit') ?? undefined);
      reply.type(JSON_TYPE);
      return stringifyLossless(dialect.tokens(tokens, ledger.userId));
    });
  }
}

async function requestFunds(
  ledger: Ledger,
  dialect: TokenDialect,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const {
    token_address: address,
    amount_deposited: amount,
    chain_id: chainId,
  } = await readBody(fundsRequest, request, reply);
  const token = ledger.tokenByAddress(address);
  if (token === null) throw new Refusal(400, `token_address is not a whitelisted token: ${address.slice(0, 100)}`);
  reply.type(JSON_TYPE);
  return stringifyLossless(dialect.deposit(ledger.deposit(token.tokenDetailsId, amount, chainId)));
}

/** Reads a JSON body. Refuses another media type (415) and a body that does not match the schema (400). */
export async function readBody<Body>(
  schema: z.ZodType<Body>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Body> {
  if (mediaType(request.raw) !== 'application/json') throw new Refusal(415, 'Content-Type must be application/json');
  if (expectsContinue(request.raw)) reply.raw.writeContinue();
  const checked = schema.safeParse(await readJson(request));
  if (checked.success) return checked.data;
  throw new Refusal(400, checked.error.issues[0]?.message ?? 'The body cannot be used');
}

async function readJson(request: FastifyRequest): Promise<unknown> {
  try {
    const text = (await readWhole(request.raw, JSON_BODY_BYTES)).toString('utf8');
    if (text === '') throw new Refusal(400, 'Empty data: the body must be a JSON object');
    return parseLossless(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal(400, 'The body is not JSON');
    throw error;
  }
}

const numbersQuery = z.object({ limit: z.unknown().optional(), offset: z.unknown().optional() });

/** A number of entries in the query, or null. */
function askedNumber(query: unknown, name: 'limit' | 'offset'): number | null {
  const given = numbersQuery.parse(query)[name];
  if (given === undefined) return null;
  if (typeof given !== 'string' || !/^\d+$/.test(given)) {
    throw new Refusal(400, `The query parameter ${name} must be a whole number, 0 or more`);
  }
  return Math.min(Number(given), Number.MAX_SAFE_INTEGER);
}

/** `offset`: writes the form of a page. Null: writes the form of a list. */
function* writeList(ledger: Ledger, list: ExpenditureList, limit: number, offset: number | null): Generator<string> {
  const isPage = list.page !== null && offset !== null;
  const open = isPage ? list.page.open : list.open;
  const close = isPage ? list.page.close(ledger.submissionCount()) : list.close;
  let separator = open;
  for (const submissions of ledger.submissions(list.order, limit, offset ?? 0)) {
    yield separator + submissions.map((submission) => JSON.stringify(list.entry(submission))).join(',');
    separator = ',';
  }
  yield separator === open ? open + close : close;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function addRecordRoutes(app: FastifyInstance, service: Service): void {
  const { gates, dialect, ledger } = service;
  const byAccessToken =
    dialect.kind === 'credits' ? [] : dialect.userFamilies.map((family) => ({ family, gate: gates.accessToken }));
  const byApiKey = dialect.readsByApiKey ? [{ family: '/v1', gate: gates.apiKey }] : [];

  for (const { family, gate } of [...byAccessToken, ...byApiKey]) {
    app.get(`${family}/get_submission_info`, { onRequest: gate }, (request, reply) => {
      reply.type(JSON_TYPE);
      const id = askedId(request.query);
      const submission = ledger.submission(id);
      if (submission !== null) return reply.send(stringifyLossless(dialect.submission(submission)));
      const { status, message } = dialect.unknownSubmission(id);
      throw new Refusal(status, message);
    });
  }
}

/** Refuses a query without an id (400) and with an invalid id (406). */
function askedId(query: unknown): string {
  const id = typeof query === 'object' && query !== null && 'submission_id' in query ? query.submission_id : undefined;
  if (typeof id !== 'string' || id === '') throw new Refusal(400, 'The query parameter submission_id is required');
  if (!uuid.test(id)) throw new Refusal(406, 'submission_id is not a UUID');
  return id;
}

const PAUSE_MS = 50;

/**
 * `/v1/get_pre_image`: the submitted bytes. Any valid API key can read those of every user. With credits, the bytes of
 * the chain follow once there is a block, which differ if the operator encrypts.
 */
export function addPreImageRoute(app: FastifyInstance, service: Service): void {
  app.get('/v1/get_pre_image', { onRequest: service.gates.apiKey }, (request, reply) => {
    const id = askedId(request.query);
    const submission = service.ledger.submission(id);
    if (submission === null) throw new Refusal(404, `No submission has the id ${id}`);
    return send(service, submission, reply);
  });
}

function send(service: Service, submission: Submission, reply: FastifyReply): FastifyReply {
  const { dialect, faults, payloads } = service;
  const bytes = faults.preImage === 'gone' ? null : payloads.read(submission.id);
  if (bytes === null) throw new Refusal(501, 'Neither the service nor the chain has these bytes');
  const isFromChain = dialect.kind === 'credits' && submission.block !== null;
  const sent = isFromChain ? Readable.from(changed(bytes, asSubmitted(submission)), { objectMode: false }) : bytes;
  reply
    .type('application/octet-stream')
    .header('content-length', isFromChain ? sizeAsSubmitted(submission) : submission.size);
  return reply.send(faults.preImage === 'slow' ? Readable.from(slowly(sent), { objectMode: false }) : sent);
}

async function* changed(bytes: AsyncIterable<Buffer>, change: (piece: Uint8Array) => Uint8Array) {
  for await (const piece of bytes) yield change(piece);
}

async function* slowly(bytes: AsyncIterable<Buffer>) {
  for await (const piece of bytes) {
    await wait(PAUSE_MS);
    yield piece;
  }
}
