import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lookupCalls } from '../../../shared/bridge/lookup.ts';
import { MOST_LINES } from '../../../shared/lookup-keys.ts';
import { questionsOf } from './commands.ts';
import { readLookupText } from './lookup-text.ts';

test('a list asks about as many lines as one call may hold', () => {
  const lines = [
    ...Array.from({ length: MOST_LINES }, () => randomUUID()),
    ...Array.from({ length: 100 }, (_, line) => `letter ${line}.txt`),
  ];
  const read = readLookupText(lines.toReversed().join('\n'), 'en-GB', Date.now());
  const questions = read.kind === 'list' ? questionsOf(read.entries, 'en-GB', Date.now()) : [];
  expect(questions).toHaveLength(MOST_LINES);
  const input = { listId: 'list', accountId: 'a', questions };
  expect(lookupCalls['lookup.startList'].input.safeParse(input).success).toBe(true);
});
