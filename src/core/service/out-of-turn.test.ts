import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requestFunds } from './endpoints/request-funds.ts';
import { submitRawData } from './endpoints/submit-raw-data.ts';
import { cleanUp, connectionTo, fileOf, patientHooks, speaking } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const byKey = { variant: 'api-key' } as const;

function answer(id: string): string {
  const body = JSON.stringify({ submission_id: id });
  return `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A service that answers each submission once its last byte, an `!`, is there; with the connections that it was given. */
async function numbering() {
  const connections: Socket[] = [];
  let submissions = 0;
  const { baseUrl } = await speaking((socket) => {
    connections.push(socket);
    socket.on('data', (piece) => {
      if (piece.at(-1) !== '!'.charCodeAt(0)) return;
      submissions += 1;
      socket.write(answer(`own-${submissions}`));
    });
  });
  const submit = async () =>
    submitRawData(connectionTo(baseUrl), await fileOf(Buffer.from('bytes!')), byKey, patientHooks());
  return { connections, submit };
}

test('a connection is used again where each answer was asked for', async () => {
  const { connections, submit } = await numbering();
  for (const n of [1, 2, 3]) expect(await submit()).toMatchObject({ submissionId: `own-${n}` });
  expect(connections).toHaveLength(1);
});

test('once the service has hung up on a connection that was hardly idle, each file has one of its own', async () => {
  const { connections, submit } = await numbering();
  await submit();
  const [first] = connections;
  if (first === undefined) throw new Error('Nobody came.');
  first.end();
  await once(first, 'close');
  for (const n of [2, 3]) expect(await submit()).toMatchObject({ submissionId: `own-${n}` });
  expect(connections).toHaveLength(3);
});

test('of many files at most one is lost to a service that hangs up while the next is on its way', async () => {
  let posts = 0;
  const { baseUrl } = await speaking((socket) => {
    let onThis = 0;
    socket.on('data', (piece) => {
      onThis += 1;
      // As it hangs up it hears nothing more.
      if (onThis > 1) socket.destroy();
      if (onThis > 1 || piece.at(-1) !== '!'.charCodeAt(0)) return;
      posts += 1;
      socket.write(answer(`own-${posts}`));
    });
  });
  const kinds: string[] = [];
  for (let files = 0; files < 6; files += 1) {
    const outcome = await submitRawData(
      connectionTo(baseUrl),
      await fileOf(Buffer.from('bytes!')),
      byKey,
      patientHooks(),
    );
    kinds.push(outcome.kind);
  }
  expect(kinds.filter((kind) => kind !== 'accepted')).toHaveLength(1);
});

test('a connection that was idle for too long says nothing against others', async () => {
  const { connections, submit } = await numbering();
  await submit();
  const [first] = connections;
  if (first === undefined) throw new Error('Nobody came.');
  await once(first, 'close');
  for (const n of [2, 3]) expect(await submit()).toMatchObject({ submissionId: `own-${n}` });
  expect(connections).toHaveLength(2);
});

test('an answer that nobody asked for ends its connection, and each file then has one of its own', async () => {
  const { connections, submit } = await numbering();
  expect(await submit()).toMatchObject({ submissionId: 'own-1' });
  const [first] = connections;
  if (first === undefined) throw new Error('Nobody came.');
  first.write(answer('stranger'));
  await once(first, 'close');
  expect(await submit()).toMatchObject({ submissionId: 'own-2' });
  expect(await submit()).toMatchObject({ submissionId: 'own-3' });
  expect(connections).toHaveLength(3);
});

function refusal(status: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`;
}

/** Says all of this at once to what is asked on a connection for the second time, and `own-n` to anything else. */
async function sayingAtOnce(...answers: readonly string[]) {
  let [asked, connections] = [0, 0];
  const { baseUrl } = await speaking((socket) => {
    let onThis = 0;
    connections += 1;
    socket.on('data', (piece) => {
      if (!['!', '}'].includes(String.fromCharCode(piece.at(-1) ?? 0))) return;
      asked += 1;
      onThis += 1;
      socket.write(onThis === 2 && connections === 1 ? answers.join('') : answer(`own-${asked}`));
    });
  });
  const submit = async () =>
    submitRawData(connectionTo(baseUrl), await fileOf(Buffer.from('bytes!')), byKey, patientHooks());
  return { submit, baseUrl, connections: () => connections };
}

test.each([
  ['a receipt', answer('stranger')],
  ['“not now”', refusal('429 Too Many Requests')],
  ['a refusal', refusal('400 Bad Request')],
  ['an address that is not known', refusal('404 Not Found')],
])('%s with another answer behind it tells nothing of the file', async (_what, first) => {
  const { submit } = await sayingAtOnce(first, answer('own-2'));
  expect(await submit()).toMatchObject({ submissionId: 'own-1' });
  expect(await submit()).toMatchObject({ kind: 'unknown', error: { code: 'id-in-doubt' } });
});

test('after two answers to one question each file has a connection of its own', async () => {
  const { submit, connections } = await sayingAtOnce(answer('stranger'), answer('own-2'));
  for (const _ of [1, 2]) await submit();
  for (const n of [3, 4, 5]) expect(await submit()).toMatchObject({ submissionId: `own-${n}` });
  expect(connections()).toBe(4);
});

test('a deposit that is answered twice is uncertain', async () => {
  const { baseUrl } = await sayingAtOnce(answer('stranger'), answer('own-2'));
  const deposit = { tokenAddress: '0x1', amountDeposited: 1n, chainId: 1n };
  expect(await requestFunds(connectionTo(baseUrl), deposit)).toMatchObject({ kind: 'registered' });
  expect(await requestFunds(connectionTo(baseUrl), deposit)).toMatchObject({ kind: 'unknown' });
});
