import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseSubmissions } from '../service/parsing/answers.ts';
import { ListReliability } from './list-reliability.ts';

const [record] = parseSubmissions('[{"id":"a"}]') ?? [];
if (record === undefined) throw new Error('Not a record.');
const listOf = (prefix: string, count: number) => ({
  records: Array.from({ length: count }, (_, at) => ({ ...record, id: `${prefix}-${at}` })),
  ended: true,
});

test('a list of hundreds of thousands is noted in turns, between which other things are done', async () => {
  const reliability = new ListReliability();
  await reliability.note(listOf('a', 200_001), [], 0, false);
  let done = false;
  let turns = 0;
  const noted = Promise.resolve(reliability.note(listOf('b', 200_001), [], 1, false)).then(() => {
    done = true;
  });
  await setImmediate();
  for (; !done; turns += 1) await setImmediate();
  await noted;
  expect(turns).toBeGreaterThan(50);
});

test('a list that was empty for once is whole again as soon as all of it is back', async () => {
  const reliability = new ListReliability();
  const list = listOf('a', 20_001);
  expect(await reliability.note(list, [], 0, false)).toMatchObject({ complete: true });
  expect(await reliability.note({ records: [], ended: true }, [], 1, false)).toMatchObject({ complete: false });
  expect(await reliability.note(list, [], 2, false)).toMatchObject({ complete: true });
});

test('a service whose records vanish by the hundred thousand proves nothing any more, even once all are back', async () => {
  const reliability = new ListReliability();
  const rounds = ['a', 'b', 'c'].map((prefix) => listOf(prefix, 200_001));
  for (const [at, list] of rounds.entries()) await reliability.note(list, [], at, false);
  const all = { records: rounds.flatMap(({ records }) => records), ended: true };
  expect(await reliability.note(all, [], 4, false)).toEqual({ complete: false, lateMs: 600_000 });
});
