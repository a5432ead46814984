import { expect, test } from 'vitest';
import { createItemBook } from './item-book.ts';
import { item } from './outbox-item.fixture.ts';
import { createStopLine } from './stop-line.ts';

const start = Date.parse('2026-05-03T12:00:00.000Z');
const lost = { since: '2026-05-03T12:00:00.000Z', reason: { code: 'x', message: 'Why.' } };

test('while the file that went ahead is checked the others wait for its price; only when nobody knows the person is asked', () => {
  let now = start;
  const scout = item(1, 10, { kind: 'waiting' });
  const other = item(2, 10, { kind: 'waiting' });
  const book = createItemBook([scout, other]);
  const clock = { now: () => now, monotonic: () => now };
  const stopLine = createStopLine({ clock, book, line: () => 100n, spent: () => 0n, costOf: () => null });
  expect(stopLine.verdict(scout)).toEqual({ kind: 'go', cost: null });

  book.apply(1, { type: 'send', attempt: 1 });
  book.apply(1, { type: 'lose-answer', ...lost, until: new Date(start + 60_000).toISOString() });
  expect(stopLine.verdict(other)).toEqual({ kind: 'learn', ms: 60_000 });
  now += 300_000;
  expect(stopLine.verdict(other)).toEqual({ kind: 'learn', ms: 1_000 });

  book.apply(1, { type: 'cannot-tell', why: 'no-records' });
  expect(stopLine.verdict(other)).toEqual({ kind: 'ask' });
});
