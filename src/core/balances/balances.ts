import type { BalanceList, TokenBalance } from '../../shared/bridge/balances.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { TokenRecord } from '../../shared/records.ts';
import { hasReceipt } from '../../shared/submissions/submission-state.ts';
import type { Accounts } from '../accounts/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Reach } from '../service/index.ts';
import { amountIn, creditFacts, isCredits } from './credits.ts';
import type { TokenReading, Tokens } from './tokens.ts';

/**
 * Balances are read this long (milliseconds) after an event that changes them. Submissions that are accepted together
 * cause one reading, and services allow as few as 15 requests a minute.
 */
const READ_AFTER_MS = 15_000;

/** The balances of each account, as last read from the service. */
export class Balances {
  readonly #tokens: Tokens;
  readonly #connection: Reach;
  readonly #events: DomainEvents;
  readonly #now: () => number;
  readonly #readings = new Map<string, { readonly stop: AbortController; readonly result: Promise<Result<null>> }>();
  readonly #latest = new Map<string, TokenReading>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(tokens: Tokens, connection: Reach, events: DomainEvents, now: () => number) {
    this.#tokens = tokens;
    this.#connection = connection;
    this.#events = events;
    this.#now = now;
    tokens.onRead((accountId, reading) => this.#onRead(accountId, reading));
  }

  view(accountId: string): BalanceList {
    const { tokens, tokensReadAt } = this.#tokens.lists(accountId);
    const reading = this.#latest.get(accountId);
    const byKey = new Map(tokens.map((token) => [keyOf(token), token]));
    return {
      accountId,
      tokens: [...byKey.values()].map((token) => this.#show(accountId, token)),
      asOf: tokensReadAt,
      trouble: reading?.error ?? null,
      namesTrouble: reading?.namesError ?? null,
    };
  }

  /** The number of tokens whose balance is below the amount to warn below. */
  lowCount(accountId: string): number {
    return this.#tokens.lists(accountId).tokens.filter((token) => this.#isLow(accountId, token)).length;
  }

  /** Reads the balances, unless they were read within `onlyAfterMs` milliseconds. Calls during a reading share it. */
  refresh(accountId: string, onlyAfterMs = 0): Promise<Result<null>> {
    const underway = this.#readings.get(accountId);
    if (underway !== undefined) return underway.result;
    const readAt = Date.parse(this.#tokens.lists(accountId).tokensReadAt ?? '');
    // An old balance must not seem new after the clock was set back.
    if (Math.abs(this.#now() - readAt) < onlyAfterMs) return Promise.resolve(success(null));
    const stop = new AbortController();
    const result = this.#read(accountId, stop).finally(() => this.#readings.delete(accountId));
    this.#readings.set(accountId, { stop, result });
    return result;
  }

  cancelRefresh(accountId: string): void {
    this.#readings.get(accountId)?.stop.abort();
  }

  async setDecimals(accountId: string, tokenAddress: string, decimals: number | null): Promise<Result<null>> {
    await this.#tokens.choose(accountId, tokenAddress, { decimals });
    this.#changed(accountId);
    return success(null);
  }

  /** `below`: whole base units as decimal text; null for no warning. */
  async setWarning(accountId: string, tokenAddress: string, below: string | null): Promise<Result<null>> {
    await this.#tokens.choose(accountId, tokenAddress, { warnBelow: below });
    this.#changed(accountId);
    return success(null);
  }

  /** Call when the account has another address: balances of its old service are dropped. */
  async moved(accountId: string): Promise<void> {
    this.cancelRefresh(accountId);
    this.#latest.delete(accountId);
    await this.#tokens.moved(accountId);
    this.#changed(accountId);
  }

  /** Call when these submissions have changed. */
  onSubmissions(submissions: readonly Submission[]): void {
    for (const { state, accountId } of submissions) if (hasReceipt(state)) this.readSoon(accountId);
  }

  readSoon(accountId: string): void {
    if (this.#isClosed || this.#timers.has(accountId)) return;
    const read = (): void => {
      this.#timers.delete(accountId);
      void this.refresh(accountId);
    };
    this.#timers.set(accountId, setTimeout(read, READ_AFTER_MS));
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { stop } of this.#readings.values()) stop.abort();
  }

  async #read(accountId: string, stop: AbortController): Promise<Result<null>> {
    const connection = await this.#connection(accountId);
    if (connection === null) return failure({ code: 'not-ready' });
    const reading = await this.#tokens.readNow(accountId, connection, stop.signal);
    if (reading.error === null) return success(null);
    return failure(stop.signal.aborted ? { code: 'cancelled' } : reading.error);
  }

  #onRead(accountId: string, reading: TokenReading): void {
    // The user who cancelled a reading needs no error.
    if (reading.error?.code !== 'cancelled') this.#latest.set(accountId, reading);
    if (reading.error === null) this.#warn(accountId, reading);
    this.#changed(accountId);
  }

  /** Notifies the user of balances that fell below the amount to warn below since the last reading, once for each address. */
  #warn(accountId: string, { lists, before }: TokenReading): void {
    const notified = new Set(
      before.filter((token) => this.#isLow(accountId, token)).map((token) => token.tokenAddress),
    );
    for (const token of lists.tokens) {
      if (notified.has(token.tokenAddress) || !this.#isLow(accountId, token)) continue;
      notified.add(token.tokenAddress);
      const { name, decimals, tokenAddress } = this.#tokens.describe(accountId, token.tokenAddress);
      this.#events.notice({
        code: 'low-balance',
        token: { name, decimals, tokenAddress },
        balance: token.tokenBalance,
      });
    }
  }

  #isLow(accountId: string, { tokenAddress, tokenBalance }: TokenRecord): boolean {
    const { warnBelow } = this.#tokens.choiceOf(accountId, tokenAddress);
    return warnBelow !== null && BigInt(tokenBalance) < BigInt(warnBelow);
  }

  #changed(accountId: string): void {
    this.#events.emit('balances.changed', { accountId });
  }

  #show(accountId: string, record: TokenRecord): TokenBalance {
    const { tokenDetailsId, userId, tokenAddress, tokenBalance, extra } = record;
    const { name, decimals } = this.#tokens.describe(accountId, tokenAddress);
    const fromService = this.#tokens.decimalsFromService(accountId, tokenAddress) !== null;
    return {
      key: keyOf(record),
      tokenDetailsId,
      userId,
      tokenAddress,
      name,
      decimals,
      decimalsFrom: decimals === null ? null : fromService ? 'service' : 'user',
      balance: tokenBalance,
      used: amountIn(extra, isCredits(tokenAddress) ? 'credit_used' : 'token_used'),
      locked: amountIn(extra, 'token_amount_locked'),
      extra,
      warnBelow: this.#tokens.choiceOf(accountId, tokenAddress).warnBelow,
      isLow: this.#isLow(accountId, record),
      credits: creditFacts(record),
    };
  }
}

/** Identifies a token. If the service lists one twice, the last entry counts. */
function keyOf({ tokenDetailsId, tokenAddress }: TokenRecord): string {
  return `${tokenDetailsId} ${tokenAddress}`;
}

export function balanceHandlers(accounts: Accounts, balances: Balances): Handlers<'balances'> {
  const active = (): string => accounts.activeId();
  const unknown = failure({ code: 'unknown-account' });
  return {
    'balances.view': ({ accountId = active() }) =>
      accounts.has(accountId) ? success(balances.view(accountId)) : unknown,
    'balances.lowCount': () => success(balances.lowCount(active())),
    'balances.refresh': ({ accountId = active(), onlyAfterMs }) =>
      accounts.has(accountId) ? balances.refresh(accountId, onlyAfterMs) : unknown,
    'balances.setDecimals': ({ tokenAddress, decimals }) => balances.setDecimals(active(), tokenAddress, decimals),
    'balances.setWarning': ({ tokenAddress, below }) => balances.setWarning(active(), tokenAddress, below),
  };
}
