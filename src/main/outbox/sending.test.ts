import { expect, test } from 'vitest';
import { consequenceOf } from './sending.ts';

const at = '2026-05-03T12:00:00.000Z';
const hold = (): number => Date.parse(at) + 1000;

test('a send that was stopped is interrupted: whether a person wanted that is in the journal, not on the wire', () => {
  const outcome = { kind: 'not-sent', error: { code: 'cancelled', message: 'Cancelled.' } } as const;
  expect(consequenceOf(outcome, at, hold).event).toEqual({ type: 'interrupted' });
});

test('a failure of the service’s own leaves the answer open', () => {
  const outcome = { kind: 'unknown', error: { code: 'server-error', message: 'No.', status: 500 } } as const;
  expect(consequenceOf(outcome, at, hold)).toMatchObject({ event: { type: 'lose-answer' }, outcome: 'unknown' });
});
