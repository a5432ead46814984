import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemState } from '../../shared/submissions.ts';
import { createBatch } from './batch.ts';
import type { OutboxItem } from './outbox-item.ts';

const at = '2026-05-03T12:00:00.000Z';

function item(id: number, size: number, state: ItemState): OutboxItem {
  return {
    id,
    accountId: 'a',
    path: `/f/${id}`,
    name: `${id}`,
    folder: null,
    size,
    mtimeNs: '1',
    addedAt: at,
    keccak256: null,
    attempts: 0,
    cost: null,
    settlement: null,
    state,
  };
}

const submitted: ItemState = { kind: 'submitted', submissionId: 'x', at };

test('totals kept by addition equal totals counted anew, whatever happens in whatever order', () => {
  const states: ItemState[] = [{ kind: 'waiting' }, { kind: 'sending', attempt: 1 }, submitted, { kind: 'cancelled' }];
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ id: fc.integer({ min: 1, max: 6 }), state: fc.constantFrom(...states), gone: fc.boolean() }),
      ),
      (steps) => {
        const batch = createBatch(() => 0);
        const blocker = item(99, 7, { kind: 'waiting' });
        batch.observe(blocker);
        const model = new Map<number, OutboxItem>([[99, blocker]]);
        for (const { id, state, gone } of steps) {
          if (gone) {
            batch.forget(id);
            model.delete(id);
            continue;
          }
          const changed = item(id, id * 10, state);
          batch.observe(changed);
          if (model.has(id) || state.kind === 'waiting' || state.kind === 'sending') model.set(id, changed);
        }
        const done = [...model.values()].filter(
          ({ state }) => state.kind === 'submitted' || state.kind === 'cancelled',
        );
        const sum = (items: readonly OutboxItem[]): number => items.reduce((total, { size }) => total + (size ?? 0), 0);
        expect(batch.summary()).toMatchObject({
          files: model.size,
          filesDone: done.length,
          bytes: sum([...model.values()]),
          bytesDone: sum(done),
        });
      },
    ),
  );
});

test('a batch starts anew when something is added after everything was done', () => {
  const batch = createBatch(() => 0);
  batch.observe(item(1, 10, { kind: 'waiting' }));
  batch.observe(item(1, 10, submitted));
  batch.observe(item(2, 20, { kind: 'waiting' }));
  expect(batch.summary()).toMatchObject({ files: 1, filesDone: 0, bytes: 20 });
});

test('rate and time left come from the bytes that the socket has taken', () => {
  let now = 0;
  const batch = createBatch(() => now);
  batch.observe(item(1, 1000, { kind: 'waiting' }));
  batch.summary();
  now = 1000;
  batch.sent({ id: 1, done: 250, total: 1000 });
  expect(batch.summary()).toMatchObject({ bytesDone: 250, bytesPerSecond: 250, secondsLeft: 3 });
});

test('bytes of a try that failed count no more', () => {
  const batch = createBatch(() => 0);
  batch.observe(item(1, 1000, { kind: 'waiting' }));
  batch.sent({ id: 1, done: 900, total: 1000 });
  batch.stopped(1);
  expect(batch.summary().bytesDone).toBe(0);
});
