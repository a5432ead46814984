import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isOfCallSize } from '../../../shared/bridge/ipc.ts';
import { LONGEST_OTHER_CELL, lookupCalls, MOST_OTHER_CELLS, MOST_TEXT_LINES } from '../../../shared/bridge/lookup.ts';
import { readLookupText } from './input/lookup-text.ts';
import { questionsOf } from './list-commands.ts';

test('a list as long as one may be is asked whole, with names, dates, pieces of ids and other cells in it', () => {
  const lines = [
    ...Array.from({ length: 150_000 }, () => randomUUID()),
    ...Array.from({ length: 40_000 }, () => randomUUID().slice(0, 23)),
    ...Array.from({ length: 10_000 }, (_, line) => `3. letter ${line} 12 nov`),
  ];
  const read = readLookupText(lines.join('\n'), 'en-GB', Date.now());
  const asked = read.kind === 'list' ? questionsOf(read.entries, 'en-GB', Date.now()) : [];
  const otherwise = Array.from({ length: MOST_OTHER_CELLS }, () => 'x'.repeat(LONGEST_OTHER_CELL));
  const questions = asked.map((question) => (question.kind === 'text' ? { ...question, otherwise } : question));
  expect(questions.filter(({ kind }) => kind === 'text')).toHaveLength(MOST_TEXT_LINES);
  expect(questions).toHaveLength(190_000);
  const input = { listId: 'list', accountId: 'a', questions };
  expect(isOfCallSize(input)).toBe(true);
  expect(lookupCalls['lookup.startList'].input.safeParse(input).success).toBe(true);
});
