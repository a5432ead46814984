import { type Connection, endpointUrl, pathForms, type SignIn, signIn, tryForms } from '../connection.ts';
import { addressError, type ServiceError } from '../errors.ts';
import { standardLimits, type WireLimits } from '../exchange.ts';
import { isNoSuchPath } from '../get.ts';
import { bareInteger, readJson, writeJson } from '../lossless-json.ts';
import { bytesBody, post } from '../request.ts';
import { statesRefusal } from '../statements.ts';
import { postVerdict } from '../verdict.ts';

/** A deposit on the chain. `amountDeposited` is in whole base units. */
export type Deposit = {
  readonly tokenAddress: string;
  readonly amountDeposited: bigint;
  readonly chainId: bigint;
};

/** The outcome of registering a deposit, under the same rule as `SubmitOutcome`. */
export type FundsOutcome =
  /** `path` is the one that answered. `answer` is the service's text, for "Details". */
  | { readonly kind: 'registered'; readonly path: string; readonly answer: string }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  | { readonly kind: 'unknown'; readonly error: ServiceError };

/** The known paths of the endpoint. */
export const fundPaths = ['/users/request_funds', '/user/request_funds', '/v1/user/request_funds'] as const;

/**
 * Registers a deposit (service-interface.md, 4.3), once. Three paths are known for the endpoint. The next one is tried
 * only after a 404 or 405 that is about the path, not the deposit. Never throws.
 */
export async function requestFunds(
  connection: Connection,
  deposit: Deposit,
  signal: AbortSignal = new AbortController().signal,
  limits: WireLimits = standardLimits,
): Promise<FundsOutcome> {
  const by = await signIn(connection, 'access-token');
  if ('code' in by) return { kind: 'not-sent', error: by };
  const paths = pathForms(connection.baseUrl, fundPaths);
  return tryForms<FundsOutcome, Refused>(
    connection,
    paths,
    (path) => register(connection, deposit, path, by, signal, limits),
    (outcome): outcome is Refused => outcome.kind === 'refused' && isNoSuchPath(outcome.error),
    ({ kind }) => kind === 'registered',
  );
}

type Refused = Extract<FundsOutcome, { kind: 'refused' }>;

async function register(
  connection: Connection,
  deposit: Deposit,
  path: string,
  by: SignIn,
  signal: AbortSignal,
  limits: WireLimits,
): Promise<FundsOutcome> {
  const url = endpointUrl(connection, 'access-token', path);
  if (url === null) return { kind: 'not-sent', error: addressError };
  const bytes = Buffer.from(
    writeJson({
      token_address: deposit.tokenAddress,
      amount_deposited: bareInteger(deposit.amountDeposited),
      chain_id: bareInteger(deposit.chainId),
    }),
  );
  const headers = { 'content-type': 'application/json' };
  const report = await post(by, { url, headers, body: bytesBody(bytes), limits, signal });
  const verdict = postVerdict({ method: 'POST', url, scrub: by.scrub }, report, {
    receipt: (answer) => {
      const text = answer.body.toString('utf8');
      const isRegistered = answer.complete && answer.status < 300 && saysRegistered(text);
      if (!isRegistered) return null;
      return answer.secretEchoed ? '' : by.scrub(text);
    },
    // A deposit has no id. If a failure status contains a stated success, the outcome is unknown.
    namedId: ({ body }) => (successStatement.test(body.toString('utf8')) ? '' : null),
  });
  if (verdict.kind === 'accepted') return { kind: 'registered', path, answer: verdict.value };
  // Without `namedId`, which is empty.
  return verdict.kind === 'unknown' ? { kind: 'unknown', error: verdict.error } : verdict;
}

const successStatement = /"(?:state|status)"\s*:\s*"success"|"success"\s*:\s*true/i;

/**
 * True if an answer with a success status registers the deposit. The contract shows no such answer, so an empty one
 * counts, and JSON that states no failure. Anything else, also a bare text, leaves the outcome unknown.
 */
export function saysRegistered(body: string): boolean {
  const json = readJson(body);
  if (json === undefined) return body.trim() === '';
  return typeof json !== 'string' && json !== false && !statesRefusal(json);
}
