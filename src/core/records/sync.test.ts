import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

/** Reads lists of a service as settling does. `isEnough`: the first record is all that is looked for. */
async function openLists(monotonic: () => number = () => 0) {
  const { records } = await openRecordsRig({ monotonic });
  return {
    read: (baseUrl: string, expected = 0, isEnough = false) =>
      records.readList(accountId, connectionTo(baseUrl), {
        expected,
        ids: isEnough ? ['record-0'] : null,
        receipts: [],
        readAt: 0,
        isTrusted: true,
      }),
    forget: () => records.moved(accountId),
  };
}

test('a service that sends all that it has, however few were asked for, is asked for more, and the next time at once', async () => {
  const limits: (string | null)[] = [];
  const many = Array.from({ length: 1_200 }, (_, at) => ({ id: `record-${at}`, note: '.'.repeat(3_000) }));
  const { baseUrl } = await answering(({ url }, response) => {
    limits.push(new URL(url, 'http://service').searchParams.get('limit'));
    json(response, 200, many);
  });
  const lists = await openLists();
  for (const _ of [1, 2]) {
    const listed = await lists.read(baseUrl);
    expect(listed).toMatchObject({ ok: true, value: { complete: true, records: { length: many.length } } });
  }
  expect(limits).toEqual(['1000', '20000', '20000']);
});

describe('a service that refuses a limit above its bound', () => {
  const refusal = { error: 'limit must be smaller' };

  /** Lists so many records at most, and refuses to be asked for more. `own`: its cap where no limit is asked for. */
  async function bounded(count: number, bound: number, own: number, status = 400) {
    const limits: (string | null)[] = [];
    const { baseUrl } = await answering(({ url }, response) => {
      const limit = new URL(url, 'http://service').searchParams.get('limit');
      limits.push(limit);
      if (limit !== null && Number(limit) > bound) return json(response, status, refusal);
      const listed = Math.min(count, limit === null ? own : Number(limit));
      json(
        response,
        200,
        Array.from({ length: listed }, (_, at) => ({ id: `record-${at}` })),
      );
    });
    let now = 0;
    const lists = await openLists(() => now);
    const read = (isEnough = false, expected = 0) => lists.read(baseUrl, expected, isEnough);
    const pass = (ms: number): void => {
      now += ms;
    };
    return { limits, lists, read, pass };
  }

  const part = (length: number) => ({ ok: true, value: { complete: false, records: { length } } });

  test.each([400, 413, 422])('with a %i is asked for a hundred, which proves no absence', async (status) => {
    const { limits, read } = await bounded(7, 100, 100, status);
    expect(await read()).toMatchObject(part(7));
    expect(limits).toEqual(['1000', '100']);
  });

  test('is asked without one where a hundred are not all', async () => {
    const { limits, read } = await bounded(300, 100, 250);
    expect(await read()).toMatchObject(part(250));
    expect(limits).toEqual(['1000', '100', null]);
  });

  test('is asked without one where it refuses any', async () => {
    const { limits, read } = await bounded(7, 0, 100);
    expect(await read()).toMatchObject(part(7));
    expect(limits).toEqual(['1000', '100', null]);
  });

  test('is not asked without one where a hundred hold all that is looked for', async () => {
    const { limits, read } = await bounded(300, 100, 250);
    expect(await read(true)).toMatchObject(part(100));
    expect(limits).toEqual(['1000', '100']);
  });

  test('keeps what came with a smaller one', async () => {
    const { limits, read } = await bounded(1_500, 1_000, 50);
    for (const _ of [1, 2]) expect(await read()).toMatchObject(part(1_000));
    expect(limits).toEqual(['1000', '20000', '1000']);
  });

  test('is asked for an ordinary number where many are looked for', async () => {
    const { limits, read } = await bounded(700, 1_000, 50);
    expect(await read(false, 800)).toMatchObject(part(700));
    expect(limits).toEqual(['1600', '1000']);
  });

  test('is asked at once for what it takes, for an hour', async () => {
    const { limits, lists, read, pass } = await bounded(7, 100, 100);
    for (const _ of [1, 2]) await read();
    expect(limits).toEqual(['1000', '100', '100']);
    pass(3_600_001);
    await read();
    expect(limits.slice(3)).toEqual(['1000', '100']);
    lists.forget();
    await read();
    expect(limits.slice(5)).toEqual(['1000', '100']);
  });

  test('and all smaller ones is called what it is', async () => {
    const server = await answering((_, response) => json(response, 400, { error: 'no account' }));
    const lists = await openLists();
    const read = () => lists.read(server.baseUrl);
    for (const _ of [1, 2]) expect(await read()).toMatchObject({ ok: false, error: { code: 'rejected' } });
    expect(server.received).toHaveLength(6);
  });

  test('and asks for a pause then is left alone', async () => {
    const server = await answering(({ url }, response) =>
      json(response, url.endsWith('limit=1000') ? 400 : 429, { error: 'no' }),
    );
    const listed = await (await openLists()).read(server.baseUrl);
    expect(listed).toMatchObject({ ok: false, error: { code: 'rate-limited' } });
    expect(server.received).toHaveLength(2);
  });
});

/** Answers with a list of so many records, each of so many bytes, as fast as they are taken. */
function write(response: ServerResponse, count: number, bytes: number): void {
  // Letters would be searched for the account's secrets, which takes the longest.
  const note = '.'.repeat(bytes);
  const some = 500;
  let at = 0;
  const go = (): void => {
    if (response.destroyed) return;
    if (at >= count) {
      response.end(']');
      return;
    }
    const records = Array.from({ length: Math.min(some, count - at) }, () => {
      at += 1;
      return `${at === 1 ? '[' : ','}{"id":"record-${at}","note":"${note}"}`;
    });
    response.write(records.join(''), go);
  };
  go();
}

const limitOf = ({ url }: { readonly url: string }): number =>
  Number(new URL(url, 'http://service').searchParams.get('limit'));

describe('a list of long records', () => {
  test('is read as far as Spending reads it', async () => {
    const { baseUrl } = await answering((request, response) =>
      write(response, Math.min(4_500, limitOf(request)), 16_000),
    );
    const listed = await (await openLists()).read(baseUrl);
    expect(listed).toMatchObject({ ok: true, value: { complete: true, records: { length: 4_500 } } });
  });

  test('that is too long whole proves no absence, is read as far as it goes, and is left alone for an hour', async () => {
    const limits: number[] = [];
    let count = Number.POSITIVE_INFINITY;
    const { baseUrl } = await answering((request, response) => {
      limits.push(limitOf(request));
      write(response, Math.min(count, limitOf(request)), 2_500);
    });
    let now = 0;
    const lists = await openLists(() => now);
    const read = () => lists.read(baseUrl);
    for (const _ of [1, 2]) {
      expect(await read()).toMatchObject({ ok: true, value: { complete: false, records: { length: 1_000 } } });
    }
    expect(limits).toEqual([1_000, 20_000, 400_000, 1_000]);
    now = 3_600_001;
    count = 1_500;
    expect(await read()).toMatchObject({ ok: true, value: { complete: true, records: { length: 1_500 } } });
    expect(limits.slice(4)).toEqual([1_000, 20_000]);
  });

  test('that is too long whatever is asked for is not asked for again until the account has another service', async () => {
    let asked = 0;
    let isLong = true;
    const { baseUrl } = await answering((_, response) => {
      asked += 1;
      write(response, isLong ? 50_000 : 1, 5_000);
    });
    const lists = await openLists();
    const read = () => lists.read(baseUrl);
    for (const _ of [1, 2, 3]) expect(await read()).toMatchObject({ ok: false, error: { tooLong: true } });
    expect(asked).toBe(3);
    isLong = false;
    expect(await read()).toMatchObject({ ok: false, error: { tooLong: true } });
    lists.forget();
    expect(await read()).toMatchObject({ ok: true, value: { complete: true } });
  });
});
