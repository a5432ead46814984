import type { CreditFacts, PaysFrom, TokenBalance } from '../../../shared/bridge/balances.ts';
import { rowText, shortenHex } from '../../../shared/text.ts';
import { localDay } from '../../../shared/time.ts';
import { formatCost, formatDay } from '../../ui/format.ts';

type Titled = Pick<TokenBalance, 'name' | 'tokenAddress' | 'credits'>;

export function tokenTitle({ name, tokenAddress, credits }: Titled): string {
  if (credits?.kind === 'main') return 'Main balance';
  if (credits?.kind === 'app') return credits.name ?? `App ${rowText(shortenHex(tokenAddress.replace(/^.*\//, '')))}`;
  return name ?? `Unknown token ${rowText(shortenHex(tokenAddress))}`;
}

type Unit = Pick<TokenBalance, 'name' | 'decimals'>;

/** An amount in whole tokens with the token's name; in base units if the decimals are unknown. */
export function amountWords(baseUnits: string, { name, decimals }: Unit): string {
  return formatCost({ amount: baseUnits, token: name, decimals });
}

/** `As of today at 14:05`, `As of 3 May`. */
export function asOfWords(asOf: string, now: number): string {
  return `As of ${formatDay(asOf, now).replace(/^on /, '')}`;
}

const payingWords: { readonly [From in PaysFrom]: string } = {
  app: 'Its submissions are paid from its own credits.',
  main: 'Its submissions are paid from the main balance.',
  'app-then-main': 'Its submissions are paid from its own credits first, then from the main balance.',
};

/** The sentences about an app's balance. */
export function appNotes(facts: CreditFacts | null): readonly string[] {
  if (facts?.kind !== 'app') return [];
  return [
    ...(facts.paysFrom === null ? [] : [payingWords[facts.paysFrom]]),
    ...(facts.encrypts ? ['The service encrypts what this app submits.'] : []),
  ];
}

/**
 * The credits that submissions of the account can use. None if an app spends credits that only it can use: the records do
 * not tell its spending apart.
 */
export function sharedCredits(tokens: readonly TokenBalance[]): bigint {
  let sum = 0n;
  for (const { balance, used, credits } of tokens) {
    if (credits?.kind === 'main' || credits?.paysFrom === 'app-then-main') sum += BigInt(balance);
    else if (credits?.paysFrom !== 'main' && used !== '0') return 0n;
  }
  return sum;
}

const DAY_MS = 86_400_000;
const DAYS = 30;

type Spending = {
  /** Whole credits. */
  readonly balance: bigint;
  /** Whole credits since `since` (UTC instant), or in the last 30 days if that is null. */
  readonly spent: bigint;
  readonly since: string | null;
};

/** How long credits last at the rate of up to 30 days. Null without spending or without credits. */
export function lastsWords({ balance, spent, since }: Spending, now: number): string | null {
  if (balance <= 0n || spent <= 0n) return null;
  const passed = since === null ? DAYS : Math.ceil((now - Date.parse(since)) / DAY_MS);
  const over = BigInt(Math.max(1, Math.min(DAYS, passed)));
  const days = (balance * over) / spent;
  const rate = `at the rate of the last ${over === 1n ? 'day' : `${over} days`}`;
  if (days > 730n) return `Your credits last for years ${rate}.`;
  if (days < 1n) return `Your credits last less than a day ${rate}.`;
  const [count, unit] = days >= 60n ? [days / 30n, 'month'] : [days, 'day'];
  return `Your credits last about ${count} ${unit}${count > 1n ? 's' : ''} ${rate}.`;
}

/** The day that the rate is computed from, `YYYY-MM-DD`. */
export function rateFrom(now: number): string {
  return localDay(now - (DAYS - 1) * DAY_MS);
}
