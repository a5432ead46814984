import { afterEach, expect, test } from 'vitest';
import { accessToken, answering, cleanUp, connectionTo, json } from '../scripted-server.fixture.ts';
import { registerCreditRequest } from './register-credit-request.ts';

afterEach(cleanUp);

/** The fields that deployments answer. */
const order = {
  id: 17,
  user_id: 'user',
  chain_id: 84532,
  amount_credit: null,
  request_status: 'PENDING',
  created_at: '2026-07-01T10:00:00',
  request_type: 'DEPOSIT',
  tx_hash: null,
  token_address: null,
  amount_paid: null,
};
const success = { state: 'SUCCESS', message: 'Credit request created successfully', data: order };

test('an order is registered with the chain as a bare number', async () => {
  const server = await answering((_, response) => json(response, 200, success));
  expect(await registerCreditRequest(connectionTo(server.baseUrl), '84532')).toEqual({
    kind: 'registered',
    orderId: '17',
  });
  expect(server.received).toMatchObject([
    { url: '/v1/user/register_credit_request', headers: { authorization: `Bearer ${accessToken}` } },
  ]);
  expect(server.received[0]?.body.toString()).toBe('{"chain":84532}');
});

test('a service without the versioned path is asked under the other one', async () => {
  const server = await answering(({ url }, response) =>
    url.startsWith('/v1/') ? response.writeHead(404).end() : json(response, 200, success),
  );
  const outcome = await registerCreditRequest(connectionTo(server.baseUrl), '84532');
  expect(outcome).toEqual({ kind: 'registered', orderId: '17' });
});

test.each([
  [400, { error: 'The body must be a JSON object with chain' }, 'refused'],
  [401, 'Unauthorized', 'refused'],
  [500, { state: 'ERROR', message: 'Error creating credit request' }, 'unknown'],
  [200, { state: 'ERROR', message: 'Error creating credit request' }, 'unknown'],
  [200, { state: 'SUCCESS', data: { ...order, id: 'seventeen' } }, 'unknown'],
  [200, { state: 'SUCCESS', data: { ...order, chain_id: 1 } }, 'unknown'],
])('%i %j is %s', async (status, body, kind) => {
  const server = await answering((_, response) => json(response, status, body));
  expect(await registerCreditRequest(connectionTo(server.baseUrl), '84532')).toMatchObject({ kind });
});
