import { expect, test } from 'vitest';
import { consequenceOf } from './consequence.ts';

const at = '2026-05-03T12:00:00.000Z';
const limiter = { held: () => null, hold: () => Date.parse(at) + 1000 };

test('a stopped send is interrupted: the user’s wish is in the journal', () => {
  const outcome = { kind: 'not-sent', error: { code: 'cancelled' } } as const;
  expect(consequenceOf(outcome, at, limiter).event).toEqual({ type: 'interrupted' });
});

test('a failure of the service’s own leaves the answer open', () => {
  const outcome = { kind: 'unknown', error: { code: 'server-error', values: { said: 'No.' }, status: 500 } } as const;
  expect(consequenceOf(outcome, at, limiter)).toMatchObject({ event: { type: 'lose-answer' }, outcome: 'unknown' });
});

test('an uncertain file whose key was refused holds the account like any other refused key', () => {
  const outcome = {
    kind: 'unknown',
    error: { code: 'id-in-doubt', status: 401 },
  } as const;
  expect(consequenceOf(outcome, at, limiter)).toMatchObject({
    event: { type: 'lose-answer' },
    credential: 'unauthorised',
  });
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
