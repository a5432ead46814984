import { expect, test } from 'vitest';
import { failureMessage } from '../messages/failures/failure-message.ts';
import { keptFailure } from './kept-failure.ts';

const foreign = 'This was saved by another version of Dropslip and cannot be read by this one.';

test.each([
  ['of now', { code: 'empty', values: { by: 'service' } }, 'empty', /^The service refused an empty submission/],
  ['of an earlier version', { code: 'empty', message: 'As it said then.' }, 'empty', /^As it said then\.$/],
  ['whose code nobody knows', { code: 'of-tomorrow' }, 'of-another-version', foreign],
  // What may have been charged is told by its code, whatever else of it is damaged.
  ['whose values are damaged', { code: 'id-in-doubt', values: { why: 7 } }, 'id-in-doubt', foreign],
  ['without the values of its code', { code: 'server-error' }, 'server-error', foreign],
  [
    'with values that its code has not',
    { code: 'answered-early', values: 1 },
    'answered-early',
    /^The service answered/,
  ],
])('a failure %s keeps its code and has a sentence', (_what, row, code, sentence) => {
  const kept = keptFailure.parse({ ...row, detail: 'HTTP 500' });
  expect(kept).toMatchObject({ code, detail: 'HTTP 500' });
  expect(failureMessage(kept)).toMatch(sentence);
});
