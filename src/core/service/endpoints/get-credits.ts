import type { Answer } from '../answer.ts';
import { type CreditOrderRecord, type CreditPurse, parseApps, parseCreditOrders, parseUser } from '../answers.ts';
import { type Connection, userPaths } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes, firstThatAnswers, get, readingTimeoutMs } from '../get.ts';

/** Reads the account's own balance of credits (`get_user`). */
export function getUser(connection: Connection, signal?: AbortSignal): Promise<ServiceResult<CreditPurse>> {
  return read(connection, 'get_user', ({ body }) => parseUser(body.toString('utf8')), signal);
}

/** Reads the account's apps and their balances of credits (`get_apps`). */
export function getApps(connection: Connection, signal?: AbortSignal): Promise<ServiceResult<CreditPurse[]>> {
  return read(connection, 'get_apps', ({ body }) => parseApps(body.toString('utf8')), signal);
}

/** Lists all orders of credits of the account, in any order (`get_fund_list`). */
export function getFundList(connection: Connection, signal?: AbortSignal): Promise<ServiceResult<CreditOrderRecord[]>> {
  return read(connection, 'get_fund_list', ({ body }) => parseCreditOrders(body.toString('utf8')), signal);
}

async function read<Value>(
  connection: Connection,
  endpoint: string,
  parse: (answer: Answer) => Value | null,
  signal?: AbortSignal,
): Promise<ServiceResult<Value>> {
  const result = await firstThatAnswers(connection, userPaths(endpoint, 'credits'), (path) =>
    get(
      connection,
      {
        family: 'access-token',
        signedIn: true,
        path,
        answerBytes: answerBytes.tokens,
        timeoutMs: readingTimeoutMs.single,
        read: parse,
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}
