import { lastsDays } from '../../shared/amounts.ts';
import { type BalanceList, PACE_DAYS, paceDays, type TokenBalance } from '../../shared/bridge/balances.ts';
import type { RecentFees, TokenSpending } from '../../shared/bridge/records.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { TokenRecord } from '../../shared/records.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { Reach } from '../service/index.ts';
import type { TokenReading, Tokens } from './tokens.ts';

type BalancesOptions = {
  readonly tokens: Tokens;
  readonly now: () => number;
  /** Null while the account cannot be reached yet. */
  readonly connection: Reach;
  readonly records: Pick<Records, 'spentSince'>;
  readonly events: DomainEvents;
};

const DAY_MS = 86_400_000;

/** The data that all cards of one view share. */
type ViewContext = {
  readonly spent: ReadonlyMap<string | null, TokenSpending>;
  readonly days: number;
};

/** The balances of each account, as last read from the service. */
export class Balances {
  readonly #options: BalancesOptions;
  readonly #readings = new Map<string, { readonly stop: AbortController; readonly result: Promise<Result<null>> }>();
  readonly #latest = new Map<string, TokenReading>();
  readonly #stopListening: () => void;

  constructor(options: BalancesOptions) {
    this.#options = options;
    this.#stopListening = options.tokens.onRead((accountId, reading) => this.#onRead(accountId, reading));
  }

  async view(accountId: string): Promise<BalanceList> {
    const { records, now, tokens } = this.#options;
    const since = new Date(now() - PACE_DAYS * DAY_MS);
    // Balances are shown even if the records cannot be summed up.
    const recent = await records.spentSince(accountId, since).catch((): RecentFees => ({ spent: [], since: null }));
    const days = paceDays(recent.since, now());
    const lists = tokens.lists(accountId);
    const context = { spent: byToken(recent.spent), days };
    const reading = this.#latest.get(accountId);
    return {
      accountId,
      tokens: lists.tokens.map((token) => this.#show(accountId, token, context)),
      asOf: lists.tokensReadAt,
      submissions: recent.spent.reduce((sum, { submissions }) => sum + submissions, 0),
      paceDays: days,
      trouble: reading?.error ?? null,
      namesTrouble: reading?.namesError ?? null,
    };
  }

  /** The number of tokens whose balance is below the user's limit. */
  lowCount(accountId: string): number {
    return this.#options.tokens.lists(accountId).tokens.filter((token) => this.#isLow(accountId, token)).length;
  }

  /** Reads the balances, unless they were read within `onlyAfterMs` milliseconds. Calls during a reading share it. */
  refresh(accountId: string, onlyAfterMs = 0): Promise<Result<null>> {
    const underway = this.#readings.get(accountId);
    if (underway !== undefined) return underway.result;
    const readAt = Date.parse(this.#options.tokens.lists(accountId).tokensReadAt ?? '');
    // An old balance must not seem new after the clock was set back.
    if (Math.abs(this.#options.now() - readAt) < onlyAfterMs) return Promise.resolve(success(null));
    const stop = new AbortController();
    const result = this.#read(accountId, stop).finally(() => this.#readings.delete(accountId));
    this.#readings.set(accountId, { stop, result });
    return result;
  }

  cancelRefresh(accountId: string): void {
    this.#readings.get(accountId)?.stop.abort();
  }

  async setDecimals(accountId: string, tokenAddress: string, decimals: number | null): Promise<Result<null>> {
    const { tokens } = this.#options;
    await tokens.choose(accountId, tokenAddress, { decimals });
    this.#changed(accountId);
    return success(null);
  }

  /** `below`: whole base units as decimal text; null for no warning. */
  async setWarning(accountId: string, tokenAddress: string, below: string | null): Promise<Result<null>> {
    const { tokens } = this.#options;
    await tokens.choose(accountId, tokenAddress, { warnBelow: below });
    this.#changed(accountId);
    return success(null);
  }

  /** Call when the account has another address: balances of its old service are dropped. */
  async moved(accountId: string): Promise<void> {
    this.cancelRefresh(accountId);
    this.#latest.delete(accountId);
    await this.#options.tokens.moved(accountId);
    this.#changed(accountId);
  }

  close(): void {
    this.#stopListening();
    for (const { stop } of this.#readings.values()) stop.abort();
  }

  async #read(accountId: string, stop: AbortController): Promise<Result<null>> {
    const connection = await this.#options.connection(accountId);
    if (connection === null) return failure({ code: 'not-ready' });
    const reading = await this.#options.tokens.readNow(accountId, connection, stop.signal);
    if (reading.error === null) return success(null);
    return failure(stop.signal.aborted ? { code: 'cancelled' } : reading.error);
  }

  #onRead(accountId: string, reading: TokenReading): void {
    // The user who cancelled a reading needs no error.
    if (reading.error?.code !== 'cancelled') this.#latest.set(accountId, reading);
    if (reading.error === null) this.#warn(accountId, reading);
    this.#changed(accountId);
  }

  /** Notifies the user of balances that fell below their warning line since the last reading, once for each address. */
  #warn(accountId: string, { lists, before }: TokenReading): void {
    const { tokens, events } = this.#options;
    const notified = new Set(
      before.filter((token) => this.#isLow(accountId, token)).map((token) => token.tokenAddress),
    );
    for (const token of lists.tokens) {
      if (notified.has(token.tokenAddress) || !this.#isLow(accountId, token)) continue;
      notified.add(token.tokenAddress);
      const { name, decimals, tokenAddress } = tokens.describe(accountId, token.tokenAddress);
      events.notice({
        code: 'low-balance',
        token: { name, decimals, tokenAddress },
        balance: token.tokenBalance,
      });
    }
  }

  #isLow(accountId: string, { tokenAddress, tokenBalance }: TokenRecord): boolean {
    const { warnBelow } = this.#options.tokens.choiceOf(accountId, tokenAddress);
    return warnBelow !== null && BigInt(tokenBalance) < BigInt(warnBelow);
  }

  #changed(accountId: string): void {
    this.#options.events.emit('balances.changed', { accountId });
  }

  #show(accountId: string, record: TokenRecord, { spent, days }: ViewContext): TokenBalance {
    const { tokens } = this.#options;
    const { name, decimals } = tokens.describe(accountId, record.tokenAddress);
    const fromService = tokens.decimalsFromService(accountId, record.tokenAddress) !== null;
    const spending = spent.get(record.tokenDetailsId);
    const fees = spending?.fees ?? '0';
    return {
      key: `${record.tokenDetailsId} ${record.tokenAddress}`,
      tokenDetailsId: record.tokenDetailsId,
      userId: record.userId,
      tokenAddress: record.tokenAddress,
      name,
      decimals,
      decimalsFrom: decimals === null ? null : fromService ? 'service' : 'person',
      balance: record.tokenBalance,
      used: extraAmount(record.extra, 'token_used'),
      locked: extraAmount(record.extra, 'token_amount_locked'),
      extra: record.extra,
      warnBelow: tokens.choiceOf(accountId, record.tokenAddress).warnBelow,
      isLow: this.#isLow(accountId, record),
      spending: {
        submissions: spending?.submissions ?? 0,
        fees,
        lastsDays: lastsDays(BigInt(record.tokenBalance), fees, days)?.toString() ?? null,
      },
    };
  }
}

const byToken = (spent: readonly TokenSpending[]): ReadonlyMap<string | null, TokenSpending> =>
  new Map(spent.map((one) => [one.tokenDetailsId, one]));

/**
 * An amount from a field that the contract does not define, given as JSON text (`"12"` or `12`); null if it is not one.
 */
function extraAmount(extra: Readonly<Record<string, string>>, field: string): string | null {
  const text = extra[field];
  const digits = text === undefined ? undefined : /^"?(\d{1,200})"?$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits).toString();
}
