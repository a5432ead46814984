import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isOfCallSize } from '../../../shared/bridge/ipc.ts';
import { lookupCalls } from '../../../shared/bridge/lookup.ts';
import { MOST_TEXT_LINES } from '../../../shared/lookup-keys.ts';
import { questionsOf } from './commands.ts';
import { readLookupText } from './lookup-text.ts';

test('a list as long as one may be is asked whole, with names, dates and pieces of ids in it', () => {
  const lines = [
    ...Array.from({ length: 150_000 }, () => randomUUID()),
    ...Array.from({ length: 40_000 }, () => randomUUID().slice(0, 23)),
    ...Array.from({ length: 10_000 }, (_, line) => `3. letter ${line} 12 nov`),
  ];
  const read = readLookupText(lines.join('\n'), 'en-GB', Date.now());
  const questions = read.kind === 'list' ? questionsOf(read.entries, 'en-GB', Date.now()) : [];
  expect(questions.filter(({ kind }) => kind === 'text')).toHaveLength(MOST_TEXT_LINES);
  expect(questions).toHaveLength(190_000);
  const input = { listId: 'list', accountId: 'a', questions };
  expect(isOfCallSize(input)).toBe(true);
  expect(lookupCalls['lookup.startList'].input.safeParse(input).success).toBe(true);
});
