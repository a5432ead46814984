import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { ServiceSettings } from './options.ts';
import { RateLimiter } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

type Gate = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The two doors of the service, as `onRequest` hooks: they answer 401 and 429 before a byte of the body is read. */
export type Gates = { readonly apiKey: Gate; readonly accessToken: Gate };

export function createGates(settings: Pick<ServiceSettings, 'apiKey' | 'accessToken' | 'rateLimit'>): Gates {
  const limiter = settings.rateLimit === null ? null : new RateLimiter(settings.rateLimit);
  const isApiKey = secretMatcher(settings.apiKey);
  const isAccessToken = secretMatcher(settings.accessToken);

  const admit = (credential: string, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const verdict = limiter?.count(credential);
    if (verdict !== undefined) reply.headers(verdict.headers);
    if (verdict?.allowed === false) done(new Refusal(429, 'Too many requests: wait until the limit resets'));
    else done();
  };

  return {
    apiKey: (request, reply, done) => {
      const given = request.headers['x-api-key'];
      if (typeof given !== 'string' || given === '') done(new Refusal(401, 'Missing API key'));
      else if (!isApiKey(given)) done(new Refusal(401, 'Invalid API key'));
      else admit('api-key', reply, done);
    },
    accessToken: (request, reply, done) => {
      const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
      if (given === undefined) done(new Refusal(401, 'Unauthorized', { 'www-authenticate': 'Bearer' }));
      else if (!isAccessToken(given)) {
        done(new Refusal(401, 'Invalid token passed', { 'www-authenticate': 'Bearer error="invalid_token"' }));
      } else admit('access-token', reply, done);
    },
  };
}

/** Compares digests, so that neither length nor content shows in the time that it takes. */
function secretMatcher(secret: string): (given: string) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (given) => timingSafeEqual(expected, digest(given));
}
