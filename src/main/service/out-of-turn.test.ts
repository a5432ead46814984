import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, connectionTo, fileOf, patientHooks, speaking } from './scripted-server.ts';
import { submitRawData } from './submit-raw-data.ts';

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

test('a connection on which the service hangs up while nothing is asked says nothing against others', async () => {
  const { connections, submit } = await numbering();
  await submit();
  const [first] = connections;
  if (first === undefined) throw new Error('Nobody came.');
  first.end();
  await once(first, 'close');
  for (const n of [2, 3]) expect(await submit()).toMatchObject({ submissionId: `own-${n}` });
  expect(connections).toHaveLength(2);
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
