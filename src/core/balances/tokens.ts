import type { DatabaseSync } from 'node:sqlite';
import { longestAmount } from '../../shared/amounts.ts';
import { type KnownToken, tokenWithId } from '../../shared/bridge/balances.ts';
import type { SubmissionRecord, TokenName, TokenRecord } from '../../shared/records.ts';
import { type Cost, CREDITS } from '../../shared/submissions/cost.ts';
import { rowText } from '../../shared/text.ts';
import {
  type Connection,
  getBalances,
  getTokenMap,
  type ReadBalances,
  type ServiceError,
  type ServiceResult,
} from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { isCredits, jsonText, payingCredits } from './credits.ts';
import { noLists, type TokenChoice, TokenChoices, TokenListStore, type TokenLists } from './token-store.ts';

const FRESH_FOR_MS = 5 * 60_000;

/** A failed read is retried only after this time, not once for each record that needs it. */
const AGAIN_AFTER_MS = 10_000;

const movedMeanwhile: ServiceError = { code: 'cancelled' };

/** The result of a read. `error`: the failure of the balances; `namesError`: the failure of the token names. */
export type TokenReading = {
  readonly lists: TokenLists;
  /** The tokens of the previous reading. */
  readonly before: readonly TokenRecord[];
  readonly error: ServiceError | null;
  readonly namesError: ServiceError | null;
};

type Underway = { readonly reading: Promise<TokenReading>; readonly beganAt: number; failed: boolean };

/** Called after every read of an account's tokens. */
export type ReadListener = (accountId: string, reading: TokenReading) => void;

/** Name and decimals of a token, by its address. */
export type TokenDescription = Omit<KnownToken, 'tokenDetailsId'>;

/**
 * The tokens of each account: `get_all_tokens` joined with `token_map` by address, and the user's choices. The last
 * read of both lists is stored and used while the service cannot be reached.
 */
export class Tokens {
  readonly #now: () => number;
  readonly #store: TokenListStore;
  readonly #choices: TokenChoices;
  readonly #readings = new Map<string, Underway>();
  readonly #listeners: ReadListener[] = [];
  /** The app of each account's last confirmed submission, on services with credits. */
  readonly #apps = new Map<string, string>();
  /** How often each account moved or was removed. Answers that were requested before are dropped. */
  readonly #moves = new Map<string, number>();

  constructor(database: DatabaseSync, commit: Commit, now: () => number) {
    this.#now = now;
    this.#store = new TokenListStore(database, commit);
    this.#choices = new TokenChoices(database, commit);
  }

  /** The cost of a submission according to its record; null while the service has not stated it. */
  async costOf(accountId: string, connection: Connection, record: SubmissionRecord): Promise<Cost | null> {
    if (record.fees === null) return null;
    const appId = jsonText(record.extra.app_id);
    if (record.tokenDetailsId === CREDITS && appId !== null) this.#apps.set(accountId, appId);
    if (record.tokenDetailsId !== CREDITS) await this.refresh(accountId, connection, FRESH_FOR_MS);
    const token = tokenWithId(this.known(accountId), record.tokenDetailsId);
    // Shortened if it is too long for an amount, because the cost is shown in many places. The record has the whole
    // text.
    const amount = record.fees.length > longestAmount ? rowText(record.fees, longestAmount) : record.fees;
    return { amount, token: token?.name ?? null, decimals: token?.decimals ?? null };
  }

  /** The lists if they were read within `freshForMs` milliseconds. Otherwise reads them now. */
  async refresh(accountId: string, connection: Connection, freshForMs: number): Promise<TokenLists> {
    const known = this.#readings.get(accountId);
    if (known !== undefined) {
      // An old list must not seem new after the clock was set back.
      const age = Math.abs(this.#now() - known.beganAt);
      if (age < (known.failed ? AGAIN_AFTER_MS : freshForMs)) return (await known.reading).lists;
    }
    return (await this.readNow(accountId, connection)).lists;
  }

  /** Reads both lists now. If one cannot be read, keeps the stored one. Never rejects. */
  async readNow(accountId: string, connection: Connection, signal?: AbortSignal): Promise<TokenReading> {
    const underway: Underway = {
      reading: this.#read(accountId, connection, signal),
      beganAt: this.#now(),
      failed: false,
    };
    this.#readings.set(accountId, underway);
    const reading = await underway.reading;
    underway.failed = reading.error !== null || reading.namesError !== null;
    return reading;
  }

  /** Both lists as last read. */
  lists(accountId: string): TokenLists {
    return this.#store.get(accountId);
  }

  /** Every token that the account had when its list was last read. */
  known(accountId: string): readonly KnownToken[] {
    return this.lists(accountId).tokens.map(({ tokenDetailsId, tokenAddress }) => ({
      tokenDetailsId,
      ...this.describe(accountId, tokenAddress),
    }));
  }

  /** The last read balance of the token with this name; null if it was never read or there is no such token. */
  balanceOf(accountId: string, token: string | null): bigint | null {
    const { tokens, names } = this.lists(accountId);
    if (token === CREDITS) return payingCredits(tokens, this.#apps.get(accountId) ?? null);
    const address = names.find(({ name }) => name === token || rowText(name) === token)?.tokenAddress;
    const balance = tokens.find(({ tokenAddress }) => tokenAddress === address)?.tokenBalance;
    return balance !== undefined && /^\d+$/.test(balance) ? BigInt(balance) : null;
  }

  /** Name and decimals of an address, even if the account does not list it. */
  describe(accountId: string, tokenAddress: string): TokenDescription {
    return this.#describeIn(this.lists(accountId), accountId, tokenAddress);
  }

  /** The decimals that the service states; null if it states none, so that the user must set them. */
  decimalsFromService(accountId: string, tokenAddress: string): number | null {
    if (isCredits(tokenAddress)) return 0;
    return this.lists(accountId).names.find((name) => name.tokenAddress === tokenAddress)?.decimals ?? null;
  }

  choiceOf(accountId: string, tokenAddress: string): TokenChoice {
    return this.#choices.of(accountId, tokenAddress);
  }

  choose(accountId: string, tokenAddress: string, change: Partial<TokenChoice>): Promise<void> {
    return this.#choices.change(accountId, tokenAddress, change);
  }

  onRead(listener: ReadListener): void {
    this.#listeners.push(listener);
  }

  /** Call when the account uses another service: it has other balances and names. */
  async moved(accountId: string): Promise<void> {
    this.#dropReading(accountId);
    await this.#store.put(accountId, noLists);
  }

  forget(accountId: string): void {
    this.#dropReading(accountId);
    this.#store.forget(accountId);
    this.#choices.forget(accountId);
  }

  #dropReading(accountId: string): void {
    this.#apps.delete(accountId);
    this.#moves.set(accountId, (this.#moves.get(accountId) ?? 0) + 1);
    this.#readings.delete(accountId);
  }

  async #read(accountId: string, connection: Connection, signal?: AbortSignal): Promise<TokenReading> {
    const move = this.#moves.get(accountId);
    // The time before the request: the answer does not know what happened after it, such as a deposit.
    const readAt = new Date(this.#now()).toISOString();
    const [balances, names] = await Promise.all([getBalances(connection, signal), getTokenMap(connection, signal)]);
    if (this.#moves.get(accountId) !== move) {
      const lists = this.lists(accountId);
      return { lists, before: lists.tokens, error: movedMeanwhile, namesError: movedMeanwhile };
    }
    learnKind(connection, balances, names);
    const before = this.lists(accountId);
    const lists: TokenLists = {
      ...before,
      ...(balances.ok ? { tokens: balances.value.tokens, tokensReadAt: readAt } : {}),
      ...(names.ok ? { names: names.value.names } : {}),
    };
    const stored = balances.ok || names.ok ? this.#store.put(accountId, lists) : undefined;
    const reading: TokenReading = {
      lists,
      before: before.tokens,
      error: balances.ok ? null : balances.error,
      namesError: names.ok ? null : names.error,
    };
    for (const listener of this.#listeners) listener(accountId, reading);
    await stored;
    return reading;
  }

  /** The service's decimals take precedence over the user's. */
  #describeIn({ names }: TokenLists, accountId: string, tokenAddress: string): TokenDescription {
    if (isCredits(tokenAddress)) return { tokenAddress, name: CREDITS, decimals: 0 };
    const named = names.find((name) => name.tokenAddress === tokenAddress);
    const decimals = named?.decimals ?? this.choiceOf(accountId, tokenAddress).decimals;
    return { tokenAddress, name: named === undefined ? null : rowText(named.name), decimals };
  }
}

/**
 * Balances say if a service has credits, and token names by chain if the balances cannot be read. A service without
 * credits is not known to be of either other kind.
 */
function learnKind(
  { serviceKind = null, onServiceKind }: Connection,
  balances: ServiceResult<ReadBalances>,
  names: ServiceResult<{ readonly names: readonly TokenName[] }>,
): void {
  const isByChain = names.ok && names.value.names.some(({ chainId }) => chainId !== undefined);
  const hasCredits = balances.ok ? balances.value.kind === 'credits' : isByChain;
  if (hasCredits) onServiceKind?.('credits');
  else if (balances.ok && serviceKind === 'credits') onServiceKind?.(null);
}
