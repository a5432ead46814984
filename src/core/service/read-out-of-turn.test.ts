import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { expenditureOf } from './endpoints/expenditure.fixture.ts';
import { getAllExpenditure, getSubmissionInfo } from './index.ts';
import { cleanUp, connectionTo, speaking } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const record = (id: string) => ({ id, amount_data: '5' });

function answer(body: unknown, status = '200 OK', headers = ''): string {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\n${headers}\r\n${text}`;
}

/** A service that says this to what it is asked for the first time, and so on; the last over and over. */
async function saying(...answers: readonly ((socket: Socket) => void)[]) {
  let asked = 0;
  const { baseUrl } = await speaking((socket) => {
    socket.on('data', () => {
      asked += 1;
      answers[Math.min(asked, answers.length) - 1]?.(socket);
    });
  });
  return { connection: connectionTo(baseUrl), asked: () => asked };
}

const says =
  (...texts: readonly string[]) =>
  (socket: Socket) =>
    void socket.write(texts.join(''));

const unreadable = { ok: false, error: { code: 'unreadable-answer' } };
const own = answer([record('one'), record('two')]);

describe('of two answers at once to what is read neither is believed', () => {
  test.each<[string, string]>([
    ['a list of before', answer([record('one')])],
    ['the empty list of another question', answer([])],
    ['a refusal', answer({ error: 'Unauthorized' }, '401 Unauthorized')],
    ['“not now”', answer({ error: 'slow' }, '429 Too Many Requests', 'Retry-After: 600\r\n')],
    ['an address that is not known', answer({ detail: 'Not Found' }, '404 Not Found')],
    ['a redirect', answer('', '307 Temporary Redirect', 'Location: /elsewhere\r\n')],
  ])('where the first is %s', async (_what, first) => {
    const { connection, asked } = await saying(says(own), says(first, own));
    expect(await expenditureOf(connection, { limit: 100 })).toMatchObject({ ok: true });
    const before = asked();
    expect(await expenditureOf(connection, { limit: 100, fresh: true })).toMatchObject(unreadable);
    expect(asked()).toBe(before + 1);
  });

  test('where others read the bytes of the list', async () => {
    const { connection } = await saying(says(answer([]), own));
    const receiver = { begin: () => undefined, take: () => undefined };
    expect(await getAllExpenditure(connection, { limit: 100 }, receiver)).toMatchObject(unreadable);
  });

  test('where one submission is read', async () => {
    const { connection } = await saying(says(answer(record('two')), answer(record('two'))));
    expect(await getSubmissionInfo(connection, 'two')).toMatchObject(unreadable);
  });
});

test('what is asked after two answers at once is read on a connection of its own', async () => {
  const { connection } = await saying(says(answer([]), own), says(own));
  await expenditureOf(connection, { limit: 100 });
  for (const _ of [1, 2]) {
    expect(await expenditureOf(connection, { limit: 100 })).toMatchObject({
      ok: true,
      value: { entries: { length: 2 } },
    });
  }
});

test('a service that hangs up behind its answer, unannounced, is read', async () => {
  const { connection } = await saying((socket) => void socket.end(own));
  for (const _ of [1, 2, 3]) {
    expect(await expenditureOf(connection, { limit: 100 })).toMatchObject({ ok: true });
  }
});
