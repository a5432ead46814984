import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Answer } from '../../../src/core/service/answer.ts';
import { parseReceipt } from '../../../src/core/service/answers.ts';
import { answerError, type ServiceError, unreadableError, wireError } from '../../../src/core/service/errors.ts';
import type { WireFailure } from '../../../src/core/service/exchange.ts';
import { rateOf, retryTime } from '../../../src/core/service/rate-headers.ts';
import { saysNoSuchPath } from '../../../src/core/service/statements.ts';
import { postVerdict, submissionIdIn } from '../../../src/core/service/verdict.ts';
import { failureMessage } from '../../../src/shared/messages/failures/failure-message.ts';
import { hostileText, numberText, shortText } from '../hostile-text.ts';
import { inPieces, mutated } from '../mutations.ts';
import { errorJson, receiptJson } from '../service-shapes.ts';
import { target } from '../target.ts';

const SECRET = 'token.with/odd+chars=and"more';
const now = Date.parse('2026-05-03T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

const waitText = fc.oneof(
  fc.nat().map(String),
  numberText,
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  mutated(fc.constantFrom('Sun, 03 May 2026 12:05:00 GMT', '120', '1777809600')),
  shortText,
);
const headers: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...[
      'retry-after',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'date',
      'location',
      'content-type',
    ],
  ),
  fc.oneof(
    waitText,
    fc.constantFrom('text/html', `/moved?key=${SECRET}`, 'https://other.example/x', '//', `https://${SECRET}@x/`),
  ),
  { maxKeys: 6 },
);

const answer: fc.Arbitrary<Answer> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 201, 204, 302, 400, 401, 404, 405, 406, 413, 429, 500, 501, 502, 503),
    fc.integer({ min: 100, max: 999 }),
  ),
  statusText: fc.oneof(shortText, fc.constant(SECRET)),
  headers,
  body: inPieces(
    fc.oneof(
      mutated(errorJson),
      mutated(receiptJson),
      hostileText,
      mutated(fc.constantFrom(`{"error":"${'x'.repeat(190)} bad key ${SECRET}"}`, `Invalid ${SECRET}`)),
    ),
  ).map(({ bytes }) => bytes),
  complete: fc.boolean(),
  tooLong: fc.boolean(),
  secretEchoed: fc.boolean(),
});

const failure: fc.Arbitrary<WireFailure> = fc.oneof(
  fc.constant({ kind: 'cancelled' as const }),
  fc.record({
    kind: fc.constant('connection' as const),
    connected: fc.boolean(),
    code: fc.oneof(
      fc.constantFrom('ENOTFOUND', 'ECONNREFUSED', 'ERR_NOT_HTTP', 'ERR_PROXY', 'EPROTO', 'SELF_SIGNED_CERT_IN_CHAIN'),
      shortText,
    ),
    text: fc.oneof(shortText, fc.constant(`bad header ${SECRET}`)),
    proxy: fc.option(fc.domain(), { nil: null }),
  }),
  fc.record({
    kind: fc.constant('timeout' as const),
    waitedFor: fc.constantFrom('connection' as const, 'sending' as const, 'answer' as const),
    proxy: fc.option(fc.domain(), { nil: null }),
  }),
);

const url = new URL('https://service.example/core-api/v1/submit_raw_data?token=ethereum');
const scrub = (text: string): string => text.replaceAll(SECRET, '•••').replaceAll(encodeURIComponent(SECRET), '•••');

function checkError(error: ServiceError): void {
  const { code, detail = '', retryAt } = error;
  const message = failureMessage(error);
  assert(code.length > 0 && message.length > 0);
  assert(message.length < 1_500, `a sentence of ${message.length} characters`);
  assert(!/[\r\n]/.test(message));
  assert(detail.length < 1_500, `details of ${detail.length} characters`);
  for (const text of [message, detail]) assert(!text.includes(SECRET), 'a secret is told');
  assert(retryAt === undefined || Number.isFinite(retryAt));
}

const errors = target({
  name: 'service-errors',
  input: fc.tuple(
    answer,
    fc.option(failure, { nil: null }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom('GET' as const, 'POST' as const),
  ),
  run: ([one, failure, handedOver, answeredEarly, method]) => {
    const report = { handedOver, answeredEarly, failure };
    const asked = { method, url, scrub };
    const errors = [answerError(asked, one), unreadableError(asked, one, 'Why.')];
    errors.push(wireError(asked, { ...report, answer: one }));
    errors.push(wireError(asked, { ...report, answer: null }));
    saysNoSuchPath(one);
    const read = {
      receipt: ({ body }: Answer) => parseReceipt(body.toString('utf8')),
      namedId: ({ body }: Answer) => submissionIdIn(body.toString('utf8')),
    };
    for (const given of [one, null]) {
      const verdict = postVerdict(asked, { ...report, answer: given }, read);
      if (verdict.kind !== 'accepted') errors.push(verdict.error);
      const refusal =
        given !== null &&
        ((given.status >= 400 && given.status < 500 && given.status !== 408) ||
          (given.status === 503 && given.headers['retry-after'] !== undefined));
      const namesId = given !== null && read.namedId(given) !== null;
      if (verdict.kind === 'accepted') assert(given?.complete && given.status < 300 && !answeredEarly);
      else if (verdict.kind === 'refused') assert(refusal && !namesId);
      else if (handedOver || namesId) assert.equal(verdict.kind, 'unknown');
      else assert(verdict.kind === 'not-sent' || answeredEarly);
    }
    for (const error of errors) checkError(error);
    // The time of the retry depends on the clock.
    return errors.map(({ retryAt, ...error }) => [error, retryAt === undefined]);
  },
});

const waiting = target({
  name: 'waiting-headers',
  input: headers,
  run: (given) => {
    const at = retryTime(given, now);
    assert(at === undefined || (at >= now && at <= now + dayMs));
    const rate = rateOf(given, now);
    if (rate !== null) {
      assert(rate.limit >= 1 && rate.remaining >= 0 && rate.remaining <= rate.limit);
      assert(rate.resetAt >= now && rate.resetAt <= now + dayMs);
    }
    return [at, rate];
  },
});

export const errorTargets = [errors, waiting];
