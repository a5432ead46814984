import type { TokenRecord } from '../../../shared/records.ts';
import type { Answer } from '../answer.ts';
import { parseTokens } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes } from '../get.ts';
import { type ListOptions, lowerLimits, mayRefuseLimit, userList } from './user-list.ts';

/** The contract calls `limit` required here; no deployment has been seen with more tokens. */
const allTokens = 1000;

const tokens = {
  endpoint: 'get_all_tokens',
  mostBytes: answerBytes.tokens,
  read: ({ body }: Answer): TokenRecord[] | null => parseTokens(body.toString('utf8')),
};

/**
 * Lists the account's tokens and balances (service-interface.md, 4.6). `limit` is a number of entries. If the service
 * refuses it, lower limits are tried, then none.
 */
export async function getAllTokens(
  connection: Connection,
  { limit = allTokens }: ListOptions = {},
  signal?: AbortSignal,
): Promise<ServiceResult<TokenRecord[]>> {
  const first = await userList(connection, tokens, { limit }, signal);
  let listed = first;
  for (const lower of [...lowerLimits(limit), null]) {
    if (listed.ok || !mayRefuseLimit(listed.error)) break;
    listed = await userList(connection, tokens, lower === null ? {} : { limit: lower }, signal);
  }
  return listed.ok || first.ok || !mayRefuseLimit(listed.error) ? listed : first;
}
