import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorityList } from './account-queue.ts';

test('submissions are taken by turn and age, after any additions, moves and removals', () => {
  const place = fc.record({ id: fc.integer({ min: 1, max: 12 }), turn: fc.integer({ min: -3, max: 0 }) });
  const step = fc.oneof(
    place.map((added) => ({ kind: 'add' as const, ...added })),
    place.map(({ id }) => ({ kind: 'remove' as const, id })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const list = new PriorityList();
      const model = new Map<number, number>();
      for (const one of steps) {
        if (one.kind === 'add') {
          list.add(one);
          model.set(one.id, one.turn);
        } else expect(list.remove(one.id)).toBe(model.delete(one.id));
        expect(list.size).toBe(model.size);
      }
      const expected = [...model].sort(([a, turnA], [b, turnB]) => turnA - turnB || a - b).map(([id]) => id);
      const taken: number[] = [];
      for (let id = list.first(); id !== null; id = list.first()) {
        taken.push(id);
        list.remove(id);
      }
      expect(taken).toEqual(expected);
    }),
  );
});

test('50,000 submissions are moved to the front and taken without a walk for each', () => {
  const list = new PriorityList();
  const ids = Array.from({ length: 50_000 }, (_, index) => index + 1);
  for (const turn of [0, -1]) for (const id of ids) list.add({ id, turn });
  const taken = ids.map(() => {
    const id = list.first();
    if (id !== null) list.remove(id);
    return id;
  });
  expect(taken).toEqual(ids);
});
