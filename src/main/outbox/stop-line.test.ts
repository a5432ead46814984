import { afterEach, expect, test } from 'vitest';
import { createItemBook } from './item-book.ts';
import { accountId, agreed, closeRigs, openRig } from './outbox.fixture.ts';
import { item } from './outbox-item.fixture.ts';
import { createStopLine } from './stop-line.ts';

afterEach(closeRigs);

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

test('what was held beyond the line in an earlier batch and cancelled is held again when it is tried again', async () => {
  const rig = await openRig();
  const fee = 21_000_000_000_000n + 100n * 100_000_000n;
  await rig.outbox.changeSettings(accountId, { atOnce: 1, stopLine: fee.toString() });
  const content = (name: string) => ({ [name]: name.padEnd(100) });
  await rig.drop({ ...content('a'), ...content('b'), ...content('c') });
  await rig.untilAll('confirmed', 'paused');
  const held = rig.items().filter(({ state }) => state.kind === 'paused');
  await rig.outbox.cancel(held.map(({ id }) => id));
  await rig.drop(content('another batch'));
  await rig.untilAll('confirmed', 'cancelled');
  expect(await rig.spent()).toBe(2n * fee);
  for (const { id } of held) {
    await rig.outbox.retry([id], agreed);
    await rig.untilAll('confirmed', 'paused', 'cancelled');
  }
  expect(await rig.spent()).toBe(2n * fee);
  expect(rig.items().filter(({ state }) => state.kind === 'paused')).toHaveLength(2);
});
