import { CREDITS, type TokenRecord } from '../../shared/records.ts';

/** True for the address of a balance of credits, which is that of the account or of one of its apps. */
export function isCredits(tokenAddress: string): boolean {
  return tokenAddress === CREDITS || tokenAddress.startsWith(`${CREDITS}/`);
}

/** The balances that pay for an app's submissions, in this order (`credit_selection`). */
export type PaysFrom = 'app' | 'main' | 'app-then-main';
const selections: readonly PaysFrom[] = ['app', 'main', 'app-then-main'];

/** Returns the balances that pay for this app's submissions; null if the service does not say. */
export function paysFrom({ extra }: TokenRecord): PaysFrom | null {
  return selections[Number(extra.credit_selection ?? Number.NaN)] ?? null;
}

/**
 * Returns the credits that pay for the account's next submission. The API key decides which app it is for, so they are
 * known only if there is one app at most.
 */
export function payingCredits(tokens: readonly TokenRecord[]): bigint | null {
  const main = tokens.find(({ tokenAddress }) => tokenAddress === CREDITS);
  const [app, other] = tokens.filter((token) => token !== main && isCredits(token.tokenAddress));
  if (main === undefined || other !== undefined) return null;
  const balance = BigInt(main.tokenBalance);
  if (app === undefined) return balance;
  switch (paysFrom(app)) {
    case 'app':
      return BigInt(app.tokenBalance);
    case 'main':
      return balance;
    case 'app-then-main':
      return BigInt(app.tokenBalance) + balance;
    case null:
      return null;
  }
}
