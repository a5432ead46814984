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
    expect(history.isComplete(ids('a', 'b'), [], false)).toBe(true);
    expect(history.isComplete(ids('a', 'c'), [], false)).toBe(false);
    expect(history.isComplete(ids('c', 'b', 'a'), [], false)).toBe(true);
  });

  test('that leave out a receipt are not complete', () => {
    const history = new ListReliability();
    expect(history.isComplete(ids('a'), [sample], false)).toBe(false);
    expect(history.isComplete(ids('a', 'sample'), [sample], false)).toBe(true);
  });
});
