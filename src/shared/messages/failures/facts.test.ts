import { expect, test } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import { failureFact } from './failure-message.ts';

const ofOneAttempt: readonly Failure[] = [
  { code: 'unreachable', values: { why: 'no-answer' } },
  { code: 'unreachable', values: { why: 'stopped-answering' } },
  { code: 'unreachable', values: { why: 'broke-off' }, after: 'all-sent-no-answer' },
  { code: 'rate-limited' },
  { code: 'unavailable', values: { why: 'service' } },
  { code: 'server-error', values: { said: 'no disk' } },
  { code: 'interrupted' },
  { code: 'stopped' },
  { code: 'id-of-other-bytes' },
];

test('what happened to a file that must not be tried again lightly tells nobody to, nor that it is looked for', () => {
  for (const failure of ofOneAttempt) {
    expect(failureFact(failure)).toMatch(/\S/);
    expect(failureFact(failure)).not.toMatch(/try again|retry|internet connection|looks for/i);
  }
});

test('what went before it is told, and what the service said', () => {
  expect(failureFact({ code: 'unreachable', values: { why: 'broke-off' }, after: 'all-sent-no-answer' })).toBe(
    'Everything was sent, so it may have been accepted. The connection to the service was lost.',
  );
  expect(failureFact({ code: 'server-error', values: { said: 'no disk' } })).toContain('It said: “no disk”');
});

test('where there is no advice to leave out, it is the sentence of the failure', () => {
  expect(failureFact({ code: 'empty-file' })).toBe('This file is empty, so there is nothing to submit.');
});
