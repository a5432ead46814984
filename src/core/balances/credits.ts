import type { CreditFacts, PaysFrom } from '../../shared/bridge/balances.ts';
import type { TokenRecord } from '../../shared/records.ts';
import { CREDITS } from '../../shared/submissions/cost.ts';
import { rowText } from '../../shared/text.ts';
import { jsonIn } from '../storage/index.ts';

/** True for the address of a balance of credits, which is that of the account or of one of its apps. */
export function isCredits(tokenAddress: string): boolean {
  return tokenAddress === CREDITS || tokenAddress.startsWith(`${CREDITS}/`);
}

/** By `credit_selection`. */
const payers: ReadonlyMap<string | undefined, PaysFrom> = new Map([
  ['0', 'app'],
  ['1', 'main'],
  ['2', 'app-then-main'],
]);

function paysFrom({ extra }: TokenRecord): PaysFrom | null {
  return payers.get(extra.credit_selection) ?? null;
}

/** Returns null for a token. */
export function creditFacts(token: TokenRecord): CreditFacts | null {
  const { tokenAddress, extra } = token;
  if (!isCredits(tokenAddress)) return null;
  if (tokenAddress === CREDITS) return { kind: 'main', allocated: amountIn(extra, 'allocated_credit_balance') };
  const name = jsonText(extra.app_name);
  return {
    kind: 'app',
    name: name === null ? null : rowText(name),
    paysFrom: paysFrom(token),
    usedOfMain: amountIn(extra, 'fallback_credit_used'),
    encrypts: extra.encryption === 'true',
  };
}

/**
 * Returns whole units from a field that the contract does not define, given as JSON text (`"12"`, `12` or `12.5`); null if
 * it is not an amount.
 */
export function amountIn(extra: Readonly<Record<string, string>>, field: string): string | null {
  const digits = /^"?(\d{1,200})(?:\.\d*)?"?$/.exec(extra[field] ?? '')?.[1];
  return digits === undefined ? null : BigInt(digits).toString();
}

export function jsonText(json: string | undefined): string | null {
  const value: unknown = json === undefined ? null : jsonIn(json);
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Returns the credits that pay for the account's next submission. The API key decides which app it is for: `appId` is
 * that of the last known record, null if there is none yet. Then they are known only if there is one app at most.
 */
export function payingCredits(tokens: readonly TokenRecord[], appId: string | null): bigint | null {
  const main = tokens.find(({ tokenAddress }) => tokenAddress === CREDITS);
  const apps = tokens.filter((token) => token !== main && isCredits(token.tokenAddress));
  const [app, other] = apps.filter(({ tokenDetailsId }) => appId === null || tokenDetailsId === appId);
  if (main === undefined || other !== undefined) return null;
  const balance = BigInt(main.tokenBalance);
  if (app === undefined) return apps.length === 0 && appId === null ? balance : null;
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
