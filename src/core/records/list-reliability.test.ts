import { describe, expect, test } from 'vitest';
import { parseSubmissions } from '../service/answers.ts';
import { isComplete, ListReliability } from './list-reliability.ts';

const [record] = parseSubmissions('[{"id":"a"}]') ?? [];
if (record === undefined) throw new Error('Not a record.');
const named = (id: string) => ({ ...record, id });
const sample = { submissionId: 'sample' };
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

  test('that leave out a record that they had before are not complete', () => {
    const history = new ListReliability();
    expect(history.note(ids('a', 'b'), [], 0, false)).toEqual({ complete: true, lateMs: 0 });
    expect(history.note(ids('a', 'c'), [], 1, false)).toEqual({ complete: false, lateMs: 0 });
    expect(history.note(ids('c', 'b', 'a'), [], 2, false)).toEqual({ complete: true, lateMs: 0 });
  });

  test('are known to be as late as a receipt was seen missing', () => {
    const history = new ListReliability();
    for (const readAt of [0, 100, 5_000]) {
      expect(history.note(ids('a'), [sample], readAt, false)).toMatchObject({ lateMs: readAt });
    }
    expect(history.note(ids('a', 'sample'), [sample], 9_000, false)).toEqual({ complete: true, lateMs: 5_000 });
  });
});
