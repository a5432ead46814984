import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { at, hash, openSettlement, type Row, record, unsettled } from './settlement.fixture.ts';

describe('looking for sixty files in a list of a thousand', () => {
  function openMany() {
    const confirmed = Array.from({ length: 1_000 }, (_, index): Row => {
      const submissionId = `s${index}`;
      return { state: { kind: 'confirmed', submissionId, at }, submissionId, outcome: 'accepted' };
    });
    const reason = { code: 'interrupted' };
    const refused = Array.from(
      { length: 500 },
      (): Row => ({ state: { kind: 'rejected', reason }, outcome: 'refused' }),
    );
    const lost = Array.from({ length: 60 }, (): Row => ({ state: unsettled, outcome: 'unknown' }));
    let reads = 0;
    const records = confirmed.map(({ submissionId = '' }, index) => {
      const entry = record(submissionId, { dataHash: hash('b', index) });
      return Object.defineProperty({ ...entry }, 'id', {
        get: () => {
          reads += 1;
          return submissionId;
        },
        enumerable: true,
      });
    });
    const stranger = record('stranger', { dataHash: hash('c', 0) });
    return {
      ...openSettlement([...confirmed, ...refused, ...lost]),
      records: [...records, stranger],
      reads: () => reads,
    };
  }

  test('reads the list a few times, not once for each file', async () => {
    const { settle, records, reads } = openMany();
    await settle(records, 1_000);
    expect(reads()).toBeLessThan(20 * records.length);
  });

  test('reads other programs’ records a few times, not once for each file', async () => {
    const { settle, records } = openMany();
    let reads = 0;
    const strangers = Array.from({ length: 1_000 }, (_, index) =>
      Object.defineProperty(record(`other ${index}`, {}), 'dataHash', {
        get: () => {
          reads += 1;
          return hash('c', index);
        },
      }),
    );
    await settle([...records, ...strangers], 1_000);
    expect(reads).toBeLessThan(20 * strangers.length);
  });

  test('asks the journal for the attempts of each submission once', async () => {
    const { settle, records, queries } = openMany();
    await settle(records, 1_000);
    expect(queries()).toBe(60);
  });

  test('lets other work run in between', async () => {
    const { settle, records } = openMany();
    let turns = 0;
    let isOver = false;
    const settled = settle(records, 1_000).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
    await settled;
    expect(turns).toBeGreaterThan(10);
  });
});
