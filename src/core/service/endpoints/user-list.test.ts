import { fork } from 'node:child_process';
import { once } from 'node:events';
import type * as http from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo } from '../scripted-server.fixture.ts';
import { expenditureOf } from './expenditure.fixture.ts';
import { getAllTokens } from './get-all-tokens.ts';

afterEach(cleanUp);

const MIB = 1024 * 1024;

/** Answers with `unit` over and over, until so many bytes are written or nobody takes more. */
function repeat(response: http.ServerResponse, start: string, unit: string, end: string, bytes: number): void {
  const piece = Buffer.from(unit.repeat(Math.ceil(MIB / unit.length)));
  let left = bytes;
  response.write(start);
  const go = (): void => {
    if (response.destroyed) return;
    if (left <= 0) {
      response.end(end);
      return;
    }
    left -= piece.length;
    response.write(piece, go);
  };
  go();
}

describe('a list that is made to exhaust the memory', () => {
  test.each<[string, string, string, string, number]>([
    ['60 MB of fees that grow to a thousand digits each', '[', '{"id":"a","fees":1e1000},', '1]', 60 * MIB],
    ['arrays in arrays', '[', '[', ']', 40 * MIB],
    ['objects in objects', '[', '{"a":', '1', 40 * MIB],
    ['40 MB of one text', '["', 'x', '"]', 40 * MIB],
    ['millions of small members', '[{', '"a1":1,"b2":2,"c3":3,', '"z":1}]', 40 * MIB],
    ['millions of tiny records', '[', '{"id":1},', '{"id":1}]', 60 * MIB],
  ])('leaves the app running in the memory that it has: %s', async (_what, start, unit, end, bytes) => {
    const { baseUrl } = await answering((_, response) => repeat(response, start, unit, end, bytes));
    const child = fork(new URL('./list-bomb.fixture.ts', import.meta.url), [baseUrl], {
      execArgv: ['--max-old-space-size=160'],
    });
    const [told] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    expect(told).toMatchObject({ codes: ['unreadable-answer', 'unreadable-answer'] });
    expect(told.megabytes).toBeLessThan(768);
  });
});

const record = { id: 'a', token_details_id: 1, token_address: '0xaa', token_balance: '5', note: 'x'.repeat(100) };
const many = Array.from({ length: 1_000 }, (_, at) => ({ ...record, id: `id ${at}`, token_balance: `${at}` }));

test('a long list comes over whole and in order, however it is wrapped', async () => {
  for (const answer of [many, { results: many }, { state: 'SUCCESS', data: { results: many, more: [] } }]) {
    const { baseUrl } = await answering((_, response) => response.end(JSON.stringify(answer, null, 1)));
    const listed = await expenditureOf(connectionTo(baseUrl));
    expect(listed.ok && listed.value.entries.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    const tokens = await getAllTokens(connectionTo(baseUrl));
    expect(tokens.ok && tokens.value.map(({ tokenBalance }) => Number(tokenBalance))).toEqual([...many.keys()]);
  }
});

test('an answer is read no further than so many entries can be long, and that is said in words', async () => {
  const { baseUrl } = await answering((_, response) => repeat(response, '[', '{"id":"a"},', '{"id":"a"}]', 8 * MIB));
  const listed = await expenditureOf(connectionTo(baseUrl), { limit: 1_000 });
  expect(listed).toMatchObject({
    ok: false,
    error: { tooLong: true },
  });
});
