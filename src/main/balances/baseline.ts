import { wholeUnits } from '../../shared/bridge/balances.ts';
import type { TokenRecord } from '../../shared/records.ts';
import type { BalanceMark, Baseline, KeyedMark } from './balance-marks.ts';

/** A key for each token of a list. Two records with one id and one address are still two tokens. */
export function keyed(
  tokens: readonly TokenRecord[],
): readonly { readonly key: string; readonly record: TokenRecord }[] {
  const seen = new Map<string, number>();
  return tokens.map((record) => {
    const name = `${record.tokenDetailsId} ${record.tokenAddress}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: count === 1 ? name : `${name} ${count}`, record };
  });
}

/** Ids that more than one token of the list has. */
export function sharedIds(tokens: readonly TokenRecord[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { tokenDetailsId } of tokens) (seen.has(tokenDetailsId) ? shared : seen).add(tokenDetailsId);
  return shared;
}

/** The fees of a token over its records since an instant (UTC); decimal text of any scale. */
export type FeesSince = (tokenDetailsId: string, since: string) => Promise<string>;

export type Seen = {
  readonly known: BalanceMark | null;
  readonly record: TokenRecord;
  /** UTC instant of the read. */
  readonly seenAt: string;
  readonly sharesId: boolean;
  /** Something may have been charged that no record shows yet: nothing is called missing now. */
  readonly mayBeCharged: boolean;
};

/** Long enough for a charge that comes a day after its record. */
const DAY_MS = 86_400_000;

/**
 * What is to be remembered of a token after a read. A balance must go down by fees alone: since the baseline, what is
 * gone and what the records' fees grew by are held against each other, clocks play no part. A rise moves the baseline
 * up with it. While something is missing the baseline stays, so that a record that comes later still explains it.
 */
export async function markAfter(seen: Seen, feesSince: FeesSince): Promise<BalanceMark> {
  const { known, record, seenAt } = seen;
  const warned = known?.warned ?? false;
  const balance = wholeUnits(record.tokenBalance);
  if (seen.sharesId || balance === null) return { record, seenAt, baseline: null, missing: null, warned };

  const fresh = async (): Promise<BalanceMark> => {
    const from = new Date(Date.parse(seenAt) - DAY_MS).toISOString();
    const fees = await feesSince(record.tokenDetailsId, from);
    const baseline = { balance: balance.toString(), at: seenAt, feesSince: from, fees };
    return { record, seenAt, baseline, missing: null, warned };
  };
  if (known === null || known.baseline === null) return fresh();

  const last = wholeUnits(known.record.tokenBalance) ?? balance;
  const rise = balance > last ? balance - last : 0n;
  const start = BigInt(known.baseline.balance) + rise;
  const baseline: Baseline = { ...known.baseline, balance: start.toString() };
  const paid = difference(await feesSince(record.tokenDetailsId, baseline.feesSince), baseline.fees);
  // Fees that are no whole base units say nothing about base units.
  const missing = paid === null ? 0n : start - balance - paid;
  if (missing <= 0n) return fresh();
  return { record, seenAt, baseline, missing: seen.mayBeCharged ? null : missing.toString(), warned };
}

/** The person has seen that something is missing: from here on everything counts as explained. */
export async function explained({ record, seenAt, warned }: BalanceMark, feesSince: FeesSince): Promise<BalanceMark> {
  return markAfter({ known: null, record, seenAt, sharesId: false, mayBeCharged: false }, feesSince).then((mark) => ({
    ...mark,
    warned,
  }));
}

/** Marks of tokens that the service no longer lists. */
export function gone(marks: readonly KeyedMark[], listed: readonly { readonly key: string }[]): readonly KeyedMark[] {
  const keys = new Set(listed.map(({ key }) => key));
  return marks.filter(({ key }) => !keys.has(key));
}

function difference(later: string, earlier: string): bigint | null {
  const [a, b] = [wholeUnits(later), wholeUnits(earlier)];
  return a === null || b === null ? null : a - b;
}
