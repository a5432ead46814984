import { wholeUnits } from '../../shared/amounts.ts';
import type { TokenSpending } from '../../shared/bridge/records.ts';
import type { TokenRecord } from '../../shared/records.ts';
import type { Records } from '../records/index.ts';
import type { BalanceMark, BalanceMarks, Baseline, KeyedMark } from './balance-marks.ts';
import type { TokenReading, Tokens } from './tokens.ts';

/** The fees of a token over its records since an instant (UTC); decimal text of any scale. */
export type FeesSince = (tokenDetailsId: string, since: string) => Promise<string>;

type Seen = {
  readonly known: BalanceMark | null;
  readonly record: TokenRecord;
  /** UTC instant of the read. */
  readonly seenAt: string;
  readonly sharesId: boolean;
  /** Something may have been charged that no record shows yet: nothing is called missing now. */
  readonly mayHaveUnrecordedCharge: boolean;
};

/** Records that were read within this time need not be read to reckon with them. */
const RECORDS_FRESH_FOR_MS = 60_000;

export type BalanceWatchParts = {
  readonly tokens: Tokens;
  readonly marks: BalanceMarks;
  readonly records: Pick<Records, 'spentSince' | 'refresh'>;
  /** Whether submissions of the account are under way, so that a charge may have no record yet. */
  readonly mayHaveUnrecordedCharge: (accountId: string) => boolean;
  /** A balance fell below the line that the person set. */
  readonly onLow: (accountId: string, mark: BalanceMark) => void;
};

/** Holds each read of an account's balances against the one before, and remembers what is to be known at the next. */
export class BalanceWatch {
  readonly #parts: BalanceWatchParts;
  readonly #observations = new Map<string, Promise<void>>();
  #closed = false;

  constructor(parts: BalanceWatchParts) {
    this.#parts = parts;
  }

  /** One after the other for each account: each read is held against the one before. */
  observe(accountId: string, reading: TokenReading): Promise<void> {
    const observation = this.settled(accountId)
      .then(() => (this.#closed || reading.error !== null ? undefined : this.#remember(accountId, reading)))
      // The account was removed while its balances were read.
      .catch(() => undefined);
    this.#observations.set(accountId, observation);
    return observation;
  }

  /** Resolves once all that was read until now is remembered. */
  settled(accountId: string): Promise<void> {
    return this.#observations.get(accountId) ?? Promise.resolve();
  }

  /** The fees that an account's records show for a token since an instant. */
  feesOf(accountId: string): FeesSince {
    // All records are gone through once for each instant, however many tokens are asked about.
    const sums = new Map<string, Promise<ReadonlyMap<string | null, TokenSpending>>>();
    return async (tokenDetailsId, since) => {
      const summed = sums.get(since) ?? this.#parts.records.spentSince(accountId, new Date(since)).then(byToken);
      sums.set(since, summed);
      return (await summed).get(tokenDetailsId)?.fees ?? '0';
    };
  }

  isLow(accountId: string, { record }: BalanceMark): boolean {
    const { warnBelow } = this.#parts.tokens.choiceOf(accountId, record.tokenAddress);
    return warnBelow !== null && BigInt(record.tokenBalance) < BigInt(warnBelow);
  }

  /** The person has drawn a line, or taken it back: whoever draws it above the balance is looking at it. */
  async lineDrawn(accountId: string, tokenAddress: string): Promise<void> {
    const { marks } = this.#parts;
    const touched = marks.all(accountId).filter(({ mark }) => mark.record.tokenAddress === tokenAddress);
    await marks.put(
      accountId,
      touched.map(({ key, mark }) => ({ key, mark: { ...mark, warned: this.isLow(accountId, mark) } })),
    );
  }

  /** The person has seen that something is missing of a token that is listed. */
  async explain(accountId: string, { key, mark }: KeyedMark): Promise<void> {
    await this.#parts.marks.put(accountId, [{ key, mark: await explained(mark, this.feesOf(accountId)) }]);
  }

  close(): void {
    this.#closed = true;
  }

  async #remember(accountId: string, reading: TokenReading): Promise<void> {
    const { marks, records, onLow } = this.#parts;
    const seenAt = reading.lists.tokensReadAt;
    if (seenAt === null) return;
    const known = new Map(marks.all(accountId).map(({ key, mark }) => [key, mark]));
    let seen = await this.#marksAfter(accountId, reading, seenAt, known);
    if (seen.some(({ mark }) => mark.missing !== null)) {
      // Before something is called missing, all records must have been looked at.
      await records.refresh(accountId, RECORDS_FRESH_FOR_MS);
      seen = await this.#marksAfter(accountId, reading, seenAt, known);
    }
    if (this.#closed) return;
    const marked = seen.map(({ key, mark }) => ({ key, mark: { ...mark, warned: this.isLow(accountId, mark) } }));
    await marks.put(accountId, marked);
    const low = marked.filter(({ key, mark }) => mark.warned && known.get(key)?.warned !== true);
    // The line is one address's, and a service may list thousands of tokens with it.
    const perAddress = new Map(low.map(({ mark }) => [mark.record.tokenAddress, mark]));
    for (const mark of perAddress.values()) onLow(accountId, mark);
  }

  #marksAfter(
    accountId: string,
    { lists: { tokens } }: TokenReading,
    seenAt: string,
    known: ReadonlyMap<string, BalanceMark>,
  ): Promise<readonly KeyedMark[]> {
    const shared = sharedIds(tokens);
    const fees = this.feesOf(accountId);
    const mayHaveUnrecordedCharge = this.#parts.mayHaveUnrecordedCharge(accountId);
    return Promise.all(
      keyed(tokens).map(async ({ key, record }) => {
        const sharesId = shared.has(record.tokenDetailsId);
        const seen = { known: known.get(key) ?? null, record, seenAt, sharesId, mayHaveUnrecordedCharge };
        return { key, mark: await markAfter(seen, fees) };
      }),
    );
  }
}

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

/** Long enough for a charge that comes a day after its record. */
const DAY_MS = 86_400_000;

/**
 * What is to be remembered of a token after a read. A balance must go down by fees alone: since the baseline, what is
 * gone and what the records' fees grew by are held against each other, clocks play no part. A rise moves the baseline
 * up with it. While something is missing the baseline stays, so that a record that comes later still explains it.
 */
async function markAfter(seen: Seen, feesSince: FeesSince): Promise<BalanceMark> {
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
  return { record, seenAt, baseline, missing: seen.mayHaveUnrecordedCharge ? null : missing.toString(), warned };
}

/** The person has seen that something is missing: from here on everything counts as explained. */
async function explained({ record, seenAt, warned }: BalanceMark, feesSince: FeesSince): Promise<BalanceMark> {
  return markAfter({ known: null, record, seenAt, sharesId: false, mayHaveUnrecordedCharge: false }, feesSince).then(
    (mark) => ({
      ...mark,
      warned,
    }),
  );
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

export const byToken = (spent: readonly TokenSpending[]): ReadonlyMap<string | null, TokenSpending> =>
  new Map(spent.map((one) => [one.tokenDetailsId, one]));
