import { afterEach, expect, test } from 'vitest';
import { wayOut } from './agents.ts';
import { getHealth, submitRawData } from './index.ts';
import { answering, cleanUp, connectionTo, fileOf, json, patientHooks } from './scripted-server.fixture.ts';

afterEach(cleanUp);

test('the timer of an idle connection that goes off once it is used again ends no request on it', async () => {
  const { baseUrl, received } = await answering(async ({ method }, response) => {
    if (method === 'POST') {
      // As Node (24.21) does where the second that a connection may be idle is over just as it is taken.
      const { agent } = await wayOut(new URL(baseUrl));
      for (const socket of Object.values(agent.sockets).flat()) reused.push(socket?.emit('timeout'));
    }
    json(response, 200, method === 'POST' ? { submission_id: 'id-1' } : { status: 'OK' });
  });
  const reused: unknown[] = [];
  const connection = connectionTo(baseUrl);
  expect(await getHealth(connection)).toMatchObject({ ok: true });
  const file = await fileOf(Buffer.from('Dear service'));
  expect(await submitRawData(connection, file, { variant: 'api-key' }, patientHooks())).toEqual({
    kind: 'accepted',
    submissionId: 'id-1',
  });
  // Somebody heard it, on the one connection there was.
  expect(reused).toEqual([true]);
  expect(received).toHaveLength(2);
});
