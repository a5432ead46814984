import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Conditions } from './batch-plan.ts';
import { hashesOf, RecordFaults, type TakenSubmission } from './record-faults.ts';

const ids = Array.from({ length: 40 }, (_, index) => `id ${index}`);
const bodies = new Map(ids.map((id) => [id, hashesOf(Buffer.from(id))]));
const asItIs: Conditions['lists'] = { shuffled: false, twice: false, gaps: false, late: false, cap: null };
const records = ids.map((id) => ({ id, data_hash: `0x${bodies.get(id)?.keccak256}`, more: { fees: '1' } }));
const shape = z.array(z.object({ id: z.string(), data_hash: z.string().nullable() }));

function faults(lists: Partial<Conditions['lists']>, hashes: Conditions['hashes'] = { kind: 'as before', from: 0 }) {
  const conditions: Conditions = {
    dialect: 'documented',
    errorsFirst: false,
    submitBy: 'api-key',
    faultShare: 0,
    hashes,
    lists: { ...asItIs, ...lists },
    serviceKilledAt: null,
  };
  const at = performance.now();
  const taken: ReadonlyMap<string, TakenSubmission> = new Map(
    [...bodies].map(([id, known], place) => [id, { file: id, place, at, ...known }]),
  );
  const met = new Set<string>();
  const made = new RecordFaults(1, conditions, taken, (fault) => met.add(fault));
  return { met, list: (calm = false) => shape.parse(JSON.parse(made.list(JSON.stringify(records), calm))), made };
}
const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

describe('a list', () => {
  test('without habits, and any list in the last life, comes as it is', () => {
    expect(idsOf(faults({}).list())).toEqual(ids);
    const all = { shuffled: true, twice: true, gaps: true, late: true, cap: 3 };
    expect(idsOf(faults(all).list(true))).toEqual(ids);
  });

  test('in any order holds the same', () => {
    const { list } = faults({ shuffled: true });
    const first = idsOf(list());
    expect(first).not.toEqual(ids);
    expect(idsOf(list())).not.toEqual(first);
    expect(first.toSorted()).toEqual(ids.toSorted());
  });

  test('with gaps misses a record in the first list that it belongs in, and in no later one', () => {
    const { list } = faults({ gaps: true });
    expect(list().length).toBeLessThan(ids.length);
    expect(idsOf(list())).toEqual(ids);
  });

  test('that is late misses what was just taken, and has it a second later', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { list } = faults({ late: true });
    expect(list().length).toBeLessThan(ids.length);
    vi.advanceTimersByTime(1_000);
    expect(idsOf(list())).toEqual(ids);
  });

  test('names some twice, or ends at its cap', () => {
    expect(faults({ twice: true }).list().length).toBeGreaterThan(ids.length);
    expect(faults({ cap: 7 }).list()).toHaveLength(7);
  });
});

test('a record has an error for some seconds, and names no block then, wherever it is read', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { list, made, met } = faults({});
  const wrapped = (id: string): unknown => {
    const own = { id, block_hash: '0xab', fees: '1' };
    return JSON.parse(made.record(JSON.stringify({ submission: own, id, state: 'Finalized', error: null, data: own })));
  };
  const erring = list(true).filter(({ data_hash }) => data_hash === null);
  expect(erring.length).toBeGreaterThan(0);
  expect(erring.length).toBeLessThan(ids.length / 2);
  expect([...met]).toEqual(['error, then block']);
  const [first = { id: '' }] = erring;
  const error = 'TIMEOUT';
  const submission = { id: first.id, block_hash: null, fees: null, error };
  expect(wrapped(first.id)).toEqual({ submission, id: first.id, state: 'Error', error, data: {} });
  vi.advanceTimersByTime(12_000);
  expect(list(true).filter(({ data_hash }) => data_hash === null)).toEqual([]);
  expect(wrapped(first.id)).toMatchObject({ state: 'Finalized', error: null });
});

describe('the hash of a record', () => {
  const hashesIn = (kind: Conditions['hashes']['kind']) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { list } = faults({}, { kind, from: 10 });
    // No record has an error any more.
    vi.advanceTimersByTime(12_000);
    return list(true).map((record) => record.data_hash);
  };

  test.for(['other kind', 'encrypted', 'missing'] as const)(
    'changes (%s) from one submission on, and not before',
    (kind) => {
      const hashes = hashesIn(kind);
      expect(hashes.slice(0, 11)).toEqual(records.slice(0, 11).map((record) => record.data_hash));
      for (const [index, hash] of hashes.entries()) {
        const known = bodies.get(ids[index] ?? '');
        if (index <= 10) continue;
        if (kind === 'missing') expect(hash).toBeNull();
        else if (kind === 'other kind') expect(hash).toBe(`0x${known?.blake2b256}`);
        else expect([`0x${known?.blake2b256}`, `0x${known?.keccak256}`]).not.toContain(hash);
      }
    },
  );

  test('is the same where one record is asked for, in a wrapper too', () => {
    const { made } = faults({}, { kind: 'missing', from: 0 });
    const wrapped = { submission: { id: 'id 5', data_hash: '0xab' }, id: 'id 5', data: { data_hash: '0xab' } };
    expect(JSON.parse(made.record(JSON.stringify(wrapped)))).toEqual({
      submission: { id: 'id 5', data_hash: null },
      id: 'id 5',
      data: { data_hash: null },
    });
  });
});
