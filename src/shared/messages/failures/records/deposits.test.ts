import { expect, test } from 'vitest';
import type { Failure } from '../../../failures/failure.ts';
import { failureMessage } from '../failure-message.ts';
import { depositsMessages } from './deposits.ts';

test('what names nothing is one whole sentence or more', () => {
  const sentences = Object.values<unknown>(depositsMessages).filter((message) => typeof message === 'string');
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test.each<[Failure, string]>([
  [
    { code: 'too-many-attempts', values: { most: 100 } },
    'This deposit was tried 100 times. Check the balance, then register a new deposit if you still need it.',
  ],
  [
    { code: 'too-many-open', values: { most: 50 } },
    '50 deposits of this account are still open. Wait for them or settle the uncertain ones, then register the next.',
  ],
  [
    { code: 'too-many-choices', values: { most: 1_000 } },
    'You can set decimals and warnings for 1000 tokens of an account. Undo one that you no longer need first.',
  ],
])('%j is said to the letter', (failure, sentence) => {
  expect(failureMessage(failure)).toBe(sentence);
});
