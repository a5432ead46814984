import type { TokenBalance } from '../../../shared/bridge/balances.ts';

/** Longer lists are gone through by nobody: any other token is chosen by its address. */
export const MOST_OFFERED = 200;

/** The tokens to choose from, each address once, with the one that is chosen. */
export function offeredTokens(listed: readonly TokenBalance[], choice: string): readonly TokenBalance[] {
  const byAddress = new Map<string, TokenBalance>();
  for (const token of listed) {
    const fits = byAddress.size < MOST_OFFERED || token.tokenAddress === choice;
    if (fits && !byAddress.has(token.tokenAddress)) byAddress.set(token.tokenAddress, token);
  }
  return [...byAddress.values()];
}
