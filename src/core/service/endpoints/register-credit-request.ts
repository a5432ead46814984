import { parseCreditOrder } from '../answers.ts';
import { type Connection, endpointUrl, type SignIn, signIn, tryForms, userPaths } from '../connection.ts';
import { addressError, type ServiceError } from '../errors.ts';
import { standardLimits } from '../exchange.ts';
import { isNoSuchPath } from '../get.ts';
import { bareInteger, writeJson } from '../lossless-json.ts';
import { bytesBody, post } from '../request.ts';
import { postVerdict } from '../verdict.ts';

type OrderOutcome =
  | { readonly kind: 'registered'; readonly orderId: string }
  | Refused
  | { readonly kind: 'not-sent' | 'unknown'; readonly error: ServiceError };

type Refused = { readonly kind: 'refused'; readonly error: ServiceError };

/**
 * Registers an order of credits, to be paid on a chain (`register_credit_request`). An order costs nothing, so an
 * `unknown` one may be registered again. Never throws.
 */
export async function registerCreditRequest(connection: Connection, chainId: string): Promise<OrderOutcome> {
  const by = await signIn(connection, 'access-token');
  if ('code' in by) return { kind: 'not-sent', error: by };
  return tryForms<OrderOutcome, Refused>(
    connection,
    userPaths('register_credit_request', 'credits'),
    (path) => register(connection, chainId, path, by),
    (outcome): outcome is Refused => outcome.kind === 'refused' && isNoSuchPath(outcome.error),
    ({ kind }) => kind === 'registered',
  );
}

async function register(connection: Connection, chainId: string, path: string, by: SignIn): Promise<OrderOutcome> {
  const url = endpointUrl(connection, 'access-token', path);
  if (url === null) return { kind: 'not-sent', error: addressError };
  const report = await post(by, {
    url,
    headers: { 'content-type': 'application/json' },
    body: bytesBody(Buffer.from(writeJson({ chain: bareInteger(BigInt(chainId)) }))),
    limits: standardLimits,
    signal: new AbortController().signal,
  });
  const verdict = postVerdict({ method: 'POST', url, scrub: by.scrub }, report, {
    // An order of another chain must not be paid on this one.
    receipt: ({ body }) => {
      const order = parseCreditOrder(body.toString('utf8'));
      return order === null || (order.chainId ?? chainId) !== chainId ? null : order.orderId;
    },
    namedId: () => null,
  });
  return verdict.kind === 'accepted' ? { kind: 'registered', orderId: verdict.value } : verdict;
}
