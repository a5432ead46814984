import { expect, test } from 'vitest';
import { answerLost } from '../journal/transitions.ts';
import { type AttemptEnd, type Consequence, consequenceOf, inSmallerPieces } from './consequence.ts';

const at = '2026-05-03T12:00:00.000Z';
const held = { until: Date.parse(at) + 5000, reason: 'rate-limited' } as const;
const limiter = { held: () => null, hold: () => Date.parse(at) + 1000 };

function refused(
  code: 'unauthorised' | 'secret-echoed' | 'too-large' | 'not-accepted-here',
  status: number,
): AttemptEnd {
  return { kind: 'refused', again: false, error: { code, status } };
}

const interrupted = { type: 'interrupted' } as const;
const unauthorised = { event: interrupted, outcome: 'refused', credential: 'unauthorised' } as const;

test.each<[string, AttemptEnd, Partial<Consequence>]>([
  [
    'is accepted with its id',
    { kind: 'accepted', submissionId: '0xa' },
    { event: { type: 'accepted', submissionId: '0xa', at }, outcome: 'accepted', failures: [] },
  ],
  ['waits for another key', refused('unauthorised', 401), unauthorised],
  ['waits for another key although the answer repeated it (401)', refused('secret-echoed', 401), unauthorised],
  ['waits for another key although the answer repeated it (403)', refused('secret-echoed', 403), unauthorised],
  [
    'is rejected if another refusal repeated the key',
    refused('secret-echoed', 400),
    { event: { type: 'refuse', reason: { code: 'secret-echoed' } }, outcome: 'refused' },
  ],
  [
    'is rejected by any other refusal',
    refused('not-accepted-here', 403),
    { event: { type: 'refuse', reason: { code: 'not-accepted-here' } }, outcome: 'refused' },
  ],
  [
    'is interrupted by a stop, because the user’s wish is in the journal',
    { kind: 'not-sent', error: { code: 'cancelled' } },
    { event: interrupted, outcome: 'not-sent', failures: [] },
  ],
  [
    'waits for a missing credential',
    { kind: 'not-sent', error: { code: 'credential-missing', values: { why: 'keychain-silent' } } },
    { event: interrupted, outcome: 'not-sent', credential: 'credential-missing' },
  ],
  [
    'has an uncertain result after a failure of the service',
    { kind: 'unknown', error: { code: 'server-error', values: { said: 'No.' }, status: 500 } },
    { event: answerLost(at, { code: 'server-error', values: { said: 'No.' } }), outcome: 'unknown' },
  ],
  [
    'has an uncertain result after a stop',
    { kind: 'unknown', error: { code: 'cancelled' } },
    { event: answerLost(at, { code: 'stopped' }), outcome: 'unknown' },
  ],
  [
    'is prepared again if it has changed',
    { kind: 'file-changed', detail: 'Found 3 bytes.' },
    { event: { type: 'refuse', reason: { code: 'file-changed', detail: 'Found 3 bytes.' } }, prepareAgain: true },
  ],
  [
    'is prepared again if a part has changed',
    { kind: 'part-unreadable', reason: { code: 'file-changed' } },
    { event: { type: 'refuse', reason: { code: 'file-changed' } }, outcome: 'not-sent', prepareAgain: true },
  ],
  [
    'is rejected if the service refuses the size that it took before',
    { kind: 'refused-what-it-took', said: 'Too large.' },
    { event: { type: 'refuse', reason: { code: 'refused-what-it-took', detail: 'Too large.' } }, outcome: 'refused' },
  ],
  [
    'has an uncertain result if the id belongs to other bytes',
    { kind: 'id-of-other-bytes', submissionId: '0xa' },
    { event: expect.objectContaining({ type: 'lose-answer' }), outcome: 'unknown' },
  ],
])('a file %s', (_name, end, consequence) => {
  expect(consequenceOf(end, at, limiter)).toMatchObject(consequence);
});

test.each([401, 403])('the account waits for another key after an uncertain result with status %i', (status) => {
  const end = { kind: 'unknown', error: { code: 'id-in-doubt', status } } as const;
  expect(consequenceOf(end, at, limiter).credential).toBe('unauthorised');
  expect(consequenceOf({ ...end, error: { ...end.error, status: 500 } }, at, limiter).credential).toBeUndefined();
});

test('a service that says “not now” gets the file after the pause that the account has', () => {
  const end = { kind: 'refused', again: true, error: { code: 'rate-limited', status: 429 } } as const;
  const until = new Date(held.until).toISOString();
  expect(consequenceOf(end, at, { ...limiter, held: () => held }).event).toMatchObject({ type: 'retry-later', until });
});

test('only a file that is refused as too large is sent in smaller parts', () => {
  const isSmaller = (end: AttemptEnd): boolean => {
    const follows = consequenceOf(end, at, limiter);
    return inSmallerPieces(follows, end).event.type === 'interrupted';
  };
  expect(isSmaller(refused('too-large', 413))).toBe(true);
  expect(isSmaller(refused('not-accepted-here', 413))).toBe(false);
  expect(isSmaller({ kind: 'unknown', error: { code: 'too-large' } })).toBe(false);
});

const refusal = { code: 'not-accepted-here', detail: 'POST /', status: 404 } as const;

test.each([
  [{ kind: 'not-sent', error: { code: 'unreachable', values: { why: 'broke-off' } } }, 'retry-later'],
  [{ kind: 'not-sent', error: { code: 'cancelled' } }, 'interrupted'],
  [{ kind: 'not-sent', error: { code: 'own-secret' } }, 'refuse'],
  [{ kind: 'file-changed', detail: 'Found 3 bytes.' }, 'refuse'],
  [{ kind: 'file-unreadable', code: 'ENOENT', detail: 'No such file.' }, 'refuse'],
] as const)('%j has its usual result, but is journalled as refused after an earlier refusal', (outcome, type) => {
  expect(consequenceOf(outcome, at, limiter)).toMatchObject({ event: { type }, outcome: 'not-sent' });
  const after = consequenceOf({ ...outcome, refusal }, at, limiter);
  expect(after).toMatchObject({ event: { type }, outcome: 'refused' });
  expect(after.failures[0]).toEqual({ code: 'not-accepted-here', detail: 'POST /' });
});
