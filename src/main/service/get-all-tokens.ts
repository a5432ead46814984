import type { TokenRecord } from '../../shared/records.ts';
import { parseTokens } from './answers/index.ts';
import type { Connection } from './connection.ts';
import type { ServiceResult } from './outcome.ts';
import { type ListOptions, type UserList, userList } from './user-list.ts';

/** The contract calls `limit` required here; nobody has this many tokens. */
const allTokens = 1000;

const tokens: UserList<'tokens'> = {
  kind: 'tokens',
  endpoint: 'get_all_tokens',
  mostBytes: 8 * 1024 * 1024,
  parse: parseTokens,
};

/** Lists the account's tokens and balances (service-interface.md, 4.6). `limit` is a whole number of entries. */
export async function getAllTokens(
  connection: Connection,
  options: ListOptions = {},
  signal?: AbortSignal,
): Promise<ServiceResult<TokenRecord[]>> {
  const listed = await userList(connection, tokens, { limit: options.limit ?? allTokens }, signal);
  return listed.ok ? { ok: true, value: listed.value.entries } : listed;
}
