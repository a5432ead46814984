import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../scripted-server.fixture.ts';
import { probeRequestFunds, probeSubmission } from './probe.ts';

afterEach(cleanUp);

const never = new AbortController().signal;

test('a path that answers 404 in the service’s own words is there, and one where a router answers is not', async () => {
  const server = await answering(({ url }, response) =>
    json(response, 404, { error: url.startsWith('/users/') ? 'Unknown token' : 'Not Found' }),
  );
  const connection = connectionTo(server.baseUrl);
  expect(await probeRequestFunds(connection, '/users/request_funds', never)).toMatchObject({ kind: 'accepted' });
  expect(await probeRequestFunds(connection, '/user/request_funds', never)).toMatchObject({ kind: 'no-such-path' });
});

test('the submission is looked for under its other form only where a path is not there', async () => {
  const server = await answering((_, response) => json(response, 404, { error: 'Empty payload' }));
  const found = await probeSubmission(connectionTo(`${server.baseUrl}/v1`), never);
  expect(found).toMatchObject({ kind: 'accepted' });
  expect(server.received.map(({ url }) => url)).toEqual(['/v1/v1/submit_raw_data']);
});
