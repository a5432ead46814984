import type { ServiceKind } from '../../../shared/account.ts';
import type { TokenRecord } from '../../../shared/records.ts';
import { CREDITS } from '../../../shared/submissions/cost.ts';
import type { CreditPurse } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { isNoSuchPath } from '../get.ts';
import { getAllTokens } from './get-all-tokens.ts';
import { getApps, getUser } from './get-credits.ts';

/** `kind`: null if the service has tokens, so that it is not known which of the other kinds it is. */
export type ReadBalances = { readonly kind: Extract<ServiceKind, 'credits'> | null; readonly tokens: TokenRecord[] };

/**
 * Reads the account's balances: of tokens, or of credits if the service has those. Asks for the other ones only if the
 * service does not know the path of the expected ones.
 */
export async function getBalances(connection: Connection, signal?: AbortSignal): Promise<ServiceResult<ReadBalances>> {
  const tokens = async (): Promise<ServiceResult<ReadBalances>> => {
    const listed = await getAllTokens(connection, {}, signal);
    return listed.ok ? { ok: true, value: { kind: null, tokens: listed.value } } : listed;
  };
  const credits = async (): Promise<ServiceResult<ReadBalances>> => {
    const [user, apps] = await Promise.all([getUser(connection, signal), getApps(connection, signal)]);
    if (!user.ok) return user;
    if (!apps.ok && !isNoSuchPath(apps.error)) return apps;
    const purses = [user.value, ...(apps.ok ? apps.value : [])];
    return { ok: true, value: { kind: 'credits', tokens: purses.map(tokenOfPurse) } };
  };
  const [expected, other] = connection.serviceKind === 'credits' ? [credits, tokens] : [tokens, credits];
  const first = await expected();
  if (first.ok || !isNoSuchPath(first.error)) return first;
  const second = await other();
  return second.ok ? second : first;
}

/** A balance of credits in the form of a token's: its address is `credits`, or `credits/` and the app's id. */
export function tokenOfPurse({ appId, userId, balance, extra }: CreditPurse): TokenRecord {
  return {
    tokenDetailsId: appId ?? CREDITS,
    userId,
    tokenAddress: appId === null ? CREDITS : `${CREDITS}/${appId}`,
    tokenBalance: balance,
    extra,
  };
}
