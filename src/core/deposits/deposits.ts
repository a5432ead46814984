import type { DatabaseSync } from 'node:sqlite';
import { wholeUnits } from '../../shared/amounts.ts';
import {
  type BalanceReading,
  type BalancesOfDeposit,
  type Deposit,
  type DepositDecision,
  decisionsIn,
} from '../../shared/bridge/deposits.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { AccountPolling, Tokens } from '../balances/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Connection, type Reach, requestFunds, type WireLimits } from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import { DepositStore, type StoredDeposit } from './deposit-store.ts';
import { advance, type DepositEvent, firstAttempt, wasSent } from './deposit-transitions.ts';

type DepositsParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly tokens: Tokens;
  readonly polling: AccountPolling;
  readonly now: () => number;
  /** Null while the account cannot be reached yet. */
  readonly connection: Reach;
  /** The service answered under this path: it is asked first from now on. */
  readonly onPathFound: (accountId: string, connection: Connection, path: string) => Promise<void>;
  readonly events: DomainEvents;
  readonly limits?: WireLimits;
};

export type NewDeposit = {
  readonly draftId: string;
  readonly accountId: string;
  readonly tokenAddress: string;
  readonly amount: string;
  readonly chainId: string;
};

/** An older balance is not shown as the current one. */
const BALANCE_HOLDS_MS = 10 * 60_000;
/** How long reading the balance may keep the deposit, or the user, waiting. */
const BALANCE_WAIT_MS = 10_000;
/** After a deposit the balances are read again after each of these waits: the service may take its time. */
const balanceReads = [2, 8, 30, 120, 600, 1_200].map((seconds) => seconds * 1_000);

const notReady: Failure = { code: 'not-ready' };
const notNow: Failure = { code: 'not-now' };

/**
 * Registers deposits and keeps their receipts. An attempt is in the journal before its first byte leaves. A deposit that the
 * service may have is never sent again unless the user decides so.
 */
export class Deposits {
  readonly #parts: DepositsParts;
  readonly #retriedWrites: RetriedWrites;
  readonly #store: DepositStore;
  readonly #stops = new Map<number, AbortController>();
  readonly #deciding = new Set<number>();
  readonly #drafts = new Map<string, Promise<Result<Deposit>>>();
  #closed = false;

  constructor(parts: DepositsParts) {
    const { database, commit, events } = parts;
    this.#parts = parts;
    this.#retriedWrites = new RetriedWrites(
      (detail) => events.notice({ code: 'disk-full', detail }),
      () => events.notice({ code: 'deposits-kept' }),
    );
    this.#store = new DepositStore(database, commit, this.#retriedWrites);
  }

  /** Deposits that an earlier run left half-way may have been registered: they are `unknown` when it returns. */
  recover(): void {
    for (const { id } of this.#store.registering()) {
      const ended = this.#after(id, { type: 'interrupted', at: this.#instant() });
      if (ended !== null) void this.#store.keepProgress(ended);
    }
  }

  token(accountId: string, tokenAddress: string): Deposit['token'] {
    const { name, decimals } = this.#parts.tokens.describe(accountId, tokenAddress);
    return { name, decimals };
  }

  /** A token's balance in base units; null if it was not read lately, or the service gave no amount. */
  balance(accountId: string, tokenAddress: string): bigint | null {
    const { tokens, tokensReadAt } = this.#parts.tokens.lists(accountId);
    const age = tokensReadAt === null ? Number.NaN : Math.abs(this.#parts.now() - Date.parse(tokensReadAt));
    const found = tokens.find((token) => token.tokenAddress === tokenAddress)?.tokenBalance;
    return age <= BALANCE_HOLDS_MS && found !== undefined ? wholeUnits(found) : null;
  }

  /** All deposits of an account, newest first. */
  list(accountId: string): readonly Deposit[] {
    return this.#store.all(accountId).map((deposit) => this.#shown(deposit));
  }

  /** The same draft is the same deposit, however often it is registered. */
  register(asked: NewDeposit): Promise<Result<Deposit>> {
    const key = `${asked.accountId} ${asked.draftId}`;
    const underway = this.#drafts.get(key) ?? this.#begin(asked).finally(() => this.#drafts.delete(key));
    this.#drafts.set(key, underway);
    return underway;
  }

  /** The token's balance before a deposit, and now. */
  async balancesOf(id: number): Promise<Result<BalancesOfDeposit>> {
    const deposit = this.#store.get(id);
    if (deposit === null) return failure({ code: 'unknown-deposit' });
    const { accountId, tokenAddress, balanceBefore: before } = deposit;
    const connection = await this.#parts.connection(accountId);
    const read = connection === null ? failure(notReady) : await this.#readBalance(accountId, connection, tokenAddress);
    return success({ before, now: read.ok ? read.value : null, trouble: read.ok ? null : read.error });
  }

  async decide(id: number, decision: DepositDecision): Promise<Result<null>> {
    if (decision === 'stop') {
      if (!this.#stops.has(id)) return failure(notNow);
      this.#stops.get(id)?.abort();
      return success(null);
    }
    // A second click would send a second time.
    if (this.#deciding.has(id)) return failure(notNow);
    const deposit = this.#store.get(id);
    if (deposit === null) return failure({ code: 'unknown-deposit' });
    if (this.#store.isHeld(id)) return failure({ code: 'not-written', values: { what: 'deposit' } });
    if (!decisionsIn[deposit.state.kind].includes(decision)) return failure(notNow);
    this.#deciding.add(id);
    try {
      return await (decision === 'went-through' ? this.#settle(deposit) : this.#again(deposit, decision));
    } finally {
      this.#deciding.delete(id);
    }
  }

  /** The account uses another address or user from now on: earlier balances say nothing about later ones. */
  async moved(accountId: string): Promise<void> {
    await this.#store.forgetBalances(accountId);
    this.#changed(accountId);
  }

  /** True while the service's answer to a deposit of this account is awaited. */
  isRegistering(accountId: string): boolean {
    return this.#store.registering(accountId).some(({ id }) => this.#stops.has(id));
  }

  close(): void {
    this.#closed = true;
    this.#retriedWrites.close();
  }

  async #begin({ draftId, accountId, ...asked }: NewDeposit): Promise<Result<Deposit>> {
    const known = this.#store.ofDraft(accountId, draftId);
    if (known !== null) return success(this.#shown(known));
    const connection = await this.#parts.connection(accountId);
    if (connection === null) return failure(notReady);
    const read = await this.#readBalance(accountId, connection, asked.tokenAddress);
    const at = this.#instant();
    const deposit = { accountId, ...asked, createdAt: at, ...firstAttempt(at) };
    const added = await this.#store.add(draftId, { ...deposit, balanceBefore: read.ok ? read.value : null });
    this.#goOut(added, connection);
    return success(this.#shown(added));
  }

  async #again(deposit: StoredDeposit, decision: 'try-again' | 'register-again'): Promise<Result<null>> {
    const { id, accountId, attempts, tokenAddress } = deposit;
    const connection = await this.#parts.connection(accountId);
    if (connection === null) return failure(notReady);
    let { balanceBefore } = deposit;
    // The balance before everything that may have been registered is the one to compare with.
    if (balanceBefore === null || !attempts.some(wasSent)) {
      const read = await this.#readBalance(accountId, connection, tokenAddress);
      balanceBefore = read.ok ? read.value : null;
    }
    const begun = this.#after(id, { type: 'decided', decision, at: this.#instant() });
    if (begun === null) return failure(notNow);
    const next = { ...begun, balanceBefore };
    await this.#store.putNextAttempt(next);
    this.#goOut(next, connection);
    return success(null);
  }

  async #settle({ id, accountId }: StoredDeposit): Promise<Result<null>> {
    const settled = this.#after(id, { type: 'decided', decision: 'went-through', at: this.#instant() });
    if (settled === null) return failure(notNow);
    await this.#store.putProgress(settled);
    this.#changed(accountId);
    return success(null);
  }

  /** A path that cannot be written down is found again the next time. */
  #goOut(deposit: StoredDeposit, connection: Connection): void {
    void this.#send(deposit, connection).catch(() => undefined);
  }

  async #send(deposit: StoredDeposit, connection: Connection): Promise<void> {
    const { id, accountId, tokenAddress, balanceBefore } = deposit;
    const amount = BigInt(deposit.amount);
    const stop = new AbortController();
    this.#stops.set(id, stop);
    this.#changed(accountId);
    // A service that says "no such path" and raises the balance all the same does not get the deposit a second time.
    const mayGoAgain = async (): Promise<boolean> => {
      const before = balanceBefore === null ? null : wholeUnits(balanceBefore.balance);
      if (before === null) return true;
      const read = await this.#readBalance(accountId, connection, tokenAddress);
      const now = read.ok ? wholeUnits(read.value.balance) : null;
      return now === null || now < before + amount;
    };
    const outcome = await requestFunds(
      connection,
      { tokenAddress, amountDeposited: amount, chainId: BigInt(deposit.chainId) },
      stop.signal,
      this.#parts.limits,
      mayGoAgain,
    );
    this.#stops.delete(id);
    const ended = this.#closed ? null : this.#after(id, { type: 'answered', outcome, at: this.#instant() });
    if (ended === null) return;
    await this.#store.keepProgress(ended);
    this.#changed(accountId);
    if (ended.state.kind === 'registered' || ended.state.kind === 'unknown') {
      this.#parts.polling.watch(accountId, { afterMs: balanceReads, isAwaited: () => !this.#closed });
    }
    if (outcome.kind === 'registered') await this.#parts.onPathFound(accountId, connection, outcome.path);
  }

  /** Asks the service now. A rate limit's pause is not waited for: the balance may show that a deposit would count twice. */
  async #readBalance(accountId: string, connection: Connection, tokenAddress: string): Promise<Result<BalanceReading>> {
    const { lists, error } = await this.#parts.tokens.readNow(
      accountId,
      { ...connection, rateLimiter: () => null },
      AbortSignal.timeout(BALANCE_WAIT_MS),
    );
    if (error !== null) return failure(error.code === 'cancelled' ? { code: 'balance-too-slow' } : error);
    const found = lists.tokens.find((token) => token.tokenAddress === tokenAddress);
    if (found === undefined || lists.tokensReadAt === null) return failure({ code: 'token-not-listed' });
    return success({ balance: found.tokenBalance, at: lists.tokensReadAt });
  }

  /** The deposit after an event; null if the event makes no sense for it any more. */
  #after(id: number, event: DepositEvent): StoredDeposit | null {
    const current = this.#store.get(id);
    const next = current === null ? null : advance(current, event);
    return current === null || next === null ? null : { ...current, ...next };
  }

  #changed(accountId: string): void {
    if (!this.#closed) this.#parts.events.emit('deposits.changed', { accountId });
  }

  #shown(deposit: StoredDeposit): Deposit {
    return { ...deposit, token: this.token(deposit.accountId, deposit.tokenAddress) };
  }

  #instant(): string {
    return new Date(this.#parts.now()).toISOString();
  }
}
