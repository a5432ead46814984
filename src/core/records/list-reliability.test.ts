import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parseSubmissions } from '../service/answers.ts';
import { isComplete, ListReliability } from './list-reliability.ts';

const [record] = parseSubmissions('[{"id":"a"}]') ?? [];
if (record === undefined) throw new Error('Not a record.');
const named = (id: string) => ({ ...record, id });
const sample = { submissionId: 'sample' };
const listOf = (prefix: string, count: number) => ({
  records: Array.from({ length: count }, (_, at) => named(`${prefix}-${at}`)),
  ended: true,
});

describe('a list is complete', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => named(`${index}`));

  test('only when it came to its end and holds every receipt of the account', () => {
    expect(isComplete({ records: [named('sample')], ended: true }, [sample])).toBe(true);
    expect(isComplete({ records: [named('sample')], ended: false }, [sample])).toBe(false);
    expect(isComplete({ records: ids(3), ended: true }, [sample])).toBe(false);
  });

  test('and its length is no cap that services have', () => {
    for (const length of [0, 1, 10, 25, 64, 99, 101, 110, 174, 200, 499, 999, 1_024]) {
      expect(isComplete({ records: ids(length), ended: true }, []), `${length}`).toBe(true);
    }
    for (const cap of [20, 50, 100, 250, 500, 1_000]) {
      expect(isComplete({ records: ids(cap), ended: true }, []), `${cap}`).toBe(false);
    }
    expect(isComplete({ records: [...ids(100), ...ids(3)], ended: true }, [])).toBe(false);
  });

  test('or the service is known to have no cap', () => {
    expect(isComplete({ records: ids(100), ended: true }, [], true)).toBe(true);
  });
});

describe('an account’s lists', () => {
  const ids = (...names: string[]) => ({ records: names.map(named), ended: true });

  test('that leave out what they had before are not complete, and as good as late', async () => {
    const history = new ListReliability();
    expect(await history.note(ids('a', 'b'), [], 0, false)).toEqual({ complete: true, lateMs: 0 });
    expect(await history.note(ids('a', 'c'), [], 1, false)).toEqual({ complete: false, lateMs: 600_000 });
    expect(await history.note(ids('c', 'b', 'a'), [], 2, false)).toEqual({ complete: true, lateMs: 600_000 });
  });

  test('are known to be as late as a receipt was seen missing', async () => {
    const history = new ListReliability();
    for (const readAt of [0, 100, 5_000]) {
      expect(await history.note(ids('a'), [sample], readAt, false)).toMatchObject({ lateMs: readAt });
    }
    expect(await history.note(ids('a', 'sample'), [sample], 9_000, false)).toEqual({ complete: true, lateMs: 5_000 });
  });
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
