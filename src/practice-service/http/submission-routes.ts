import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ArrivedSubmission } from '../ledger.ts';
import { type Shortfall, shortfallOf, type Token } from '../options.ts';
import { PayloadTooLarge } from '../payload-store.ts';
import { JSON_TYPE, stringifyLossless } from './dialects.ts';
import type { Service } from './service.ts';
import { Refusal } from './service.ts';

/** The Content-Length in bytes; 0 without a body, null for a chunked body. */
function declaredLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

/** The media type in lower case without parameters, or null. */
export function mediaType({ headers }: IncomingMessage): string | null {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || null;
}

/** True if the client waits for `100 Continue` before it sends the body. */
export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/**
 * Both ways to submit: `/v1/submit_raw_data` with an API key, `/user/submit_raw_data?token=` with an access token. With
 * credits, only the first exists.
 */
export function addSubmissionRoutes(app: FastifyInstance, service: Service): void {
  const { gates, dialect } = service;
  app.post('/v1/submit_raw_data', { onRequest: gates.apiKey }, (request, reply) => {
    requireMediaType(request, ['application/octet-stream']);
    return service.submitting.track(
      submit(service, request, reply, defaultToken(service), askedAppId(service, request)),
    );
  });
  if (dialect.kind === 'credits') return;
  for (const family of dialect.userFamilies) {
    app.post(`${family}/submit_raw_data`, { onRequest: gates.accessToken }, (request, reply) => {
      // The contract says application/json for bytes that need not be JSON, so they are accepted unchanged.
      requireMediaType(request, ['application/json', 'application/octet-stream']);
      return service.submitting.track(submit(service, request, reply, namedToken(service, request.query)));
    });
  }
}

async function submit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  token: Token,
  networkAppId: number | null = null,
): Promise<string> {
  const { ledger, payloads, settings, faults, submitting } = service;
  const limit = settings.payloadLimitBytes;
  const declared = declaredLength(request.raw);
  if (declared === 0) throw nothingToSubmit();
  if (declared !== null) {
    if (declared > limit) throw new PayloadTooLarge(limit);
    // Avoids a useless upload. The balance at acceptance decides.
    if (ledger.refusesShortfall) refuseShortfall(shortfallOf(token, declared), token);
  }
  if (expectsContinue(request.raw)) reply.raw.writeContinue();

  const id = randomUUID();
  try {
    const arrived = await payloads.receive(id, request.raw, declared, limit);
    if (arrived.size === 0) throw nothingToSubmit();
    const submission = { id, tokenDetailsId: token.tokenDetailsId, ...arrived, networkAppId, isBlob: settings.blobs };
    if (faults.arriving !== 'late-record') await register(service, submission, token);
    else void submitting.track(wait(RECORD_DELAY_MS).then(() => register(service, submission, token)));
  } catch (error) {
    await payloads.discard(id);
    throw error;
  }
  if (faults.arriving === 'late-401') throw new Refusal(401, 'Unauthorized');
  if (faults.arriving === 'late-500') throw new Refusal(500, 'The database did not answer');
  reply.type(JSON_TYPE);
  return stringifyLossless({ submission_id: id });
}

const RECORD_DELAY_MS = 1_000;

async function register(
  { ledger, payloads, chain, faults }: Service,
  submission: ArrivedSubmission,
  token: Token,
): Promise<void> {
  const error = faults.arriving === 'error-first' ? 'TIMEOUT' : null;
  const acceptance = await ledger.accept({ ...submission, error });
  refuseShortfall(acceptance.kind === 'refused' ? acceptance : null, token);
  payloads.keep(submission.id);
  chain.awaitBlock();
}

function requireMediaType(request: FastifyRequest, accepted: readonly string[]): void {
  const given = mediaType(request.raw);
  if (given === null || !accepted.includes(given)) {
    throw new Refusal(415, `Content-Type must be ${accepted[0]}, not ${given ?? 'absent'}`);
  }
}

/**
 * The network's app id that a submission names, or null. If the app has a list of them, refuses a submission without one
 * (400) and with another (403).
 */
function askedAppId({ settings: { allowedAppIds } }: Service, { headers }: FastifyRequest): number | null {
  const given = headers['x-avail-app-id'];
  if (given === undefined) {
    if (allowedAppIds !== null) throw new Refusal(400, 'x-avail-app-id header required for this app');
    return null;
  }
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) throw new Refusal(400, 'x-avail-app-id must be a number');
  const asked = Number(given);
  if (allowedAppIds?.includes(asked) === false) {
    throw new Refusal(403, `x-avail-app-id ${asked} is not allowed for this app`);
  }
  return asked;
}

function defaultToken({ ledger }: Service): Token {
  const [token] = ledger.tokens(1);
  if (token === undefined) throw new Error('The ledger has no tokens.');
  return token;
}

function namedToken({ ledger }: Service, query: unknown): Token {
  const name = typeof query === 'object' && query !== null && 'token' in query ? query.token : undefined;
  if (typeof name !== 'string' || name === '') {
    throw new Refusal(400, 'The query parameter token must name one token of token_map');
  }
  const token = ledger.tokenByName(name);
  if (token === null) throw new Refusal(400, `Unknown token: ${name}`);
  return token;
}

function refuseShortfall(shortfall: Shortfall | null, token: Token): void {
  if (shortfall === null) return;
  throw new Refusal(
    402,
    `Insufficient balance: this submission costs ${shortfall.fee} base units of ${token.name}, the balance is ${shortfall.balance}`,
  );
}

function nothingToSubmit(): Refusal {
  return new Refusal(400, 'Empty data: there is nothing to submit');
}
