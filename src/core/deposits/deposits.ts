import type { DatabaseSync } from 'node:sqlite';
import { wholeUnits } from '../../shared/amounts.ts';
import type { BalanceReading, Deposit, DepositState } from '../../shared/bridge/deposits.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { Balances, Tokens } from '../balances/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import {
  type Connection,
  type FundsOutcome,
  plainFailure,
  type Reach,
  requestFunds,
  type WireLimits,
} from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import { DepositStore, type StoredDeposit } from './deposit-store.ts';

export type NewDeposit = Pick<Deposit, 'accountId' | 'tokenAddress' | 'amount' | 'chainId'>;

/**
 * Registers deposits and keeps their receipts. A deposit is in the journal before its first byte leaves, and it is sent
 * once. If no clear answer comes, the user settles it.
 */
export class Deposits {
  readonly #tokens: Tokens;
  readonly #balances: Balances;
  readonly #connection: Reach;
  readonly #events: DomainEvents;
  readonly #now: () => number;
  readonly #limits: WireLimits | undefined;
  readonly #retriedWrites: RetriedWrites;
  readonly #store: DepositStore;
  /** The accounts of deposits that wait for the service's answer. */
  readonly #registering = new Map<number, string>();
  #closed = false;

  constructor(
    database: DatabaseSync,
    commit: Commit,
    tokens: Tokens,
    balances: Balances,
    connection: Reach,
    events: DomainEvents,
    now: () => number,
    limits?: WireLimits,
  ) {
    this.#tokens = tokens;
    this.#balances = balances;
    this.#connection = connection;
    this.#events = events;
    this.#now = now;
    this.#limits = limits;
    this.#retriedWrites = new RetriedWrites(
      (detail) => events.notice({ code: 'disk-full', detail }),
      () => events.notice({ code: 'deposits-saved' }),
    );
    this.#store = new DepositStore(database, commit, this.#retriedWrites);
  }

  /**
   * Call at the start. Deposits that an earlier run did not finish may have been registered, so they become `unknown`.
   */
  recover(): void {
    const reason = { code: 'deposit-interrupted' } as const;
    for (const { id } of this.#store.registering()) {
      void this.#store.keepState(id, { kind: 'unknown', since: this.#instant(), reason });
    }
  }

  token(accountId: string, tokenAddress: string): Deposit['token'] {
    const { name, decimals } = this.#tokens.describe(accountId, tokenAddress);
    return { name, decimals };
  }

  /** A token's last read balance in base units; null if it was never read or is not an amount. */
  balance(accountId: string, tokenAddress: string): bigint | null {
    const read = this.#lastBalance(accountId, tokenAddress);
    return read === null ? null : wholeUnits(read.balance);
  }

  /** All deposits of an account, newest first. */
  list(accountId: string): readonly Deposit[] {
    return this.#store
      .all(accountId)
      .map((deposit) => ({ ...deposit, token: this.token(deposit.accountId, deposit.tokenAddress) }));
  }

  /** The deposit is on disk when it succeeds. The result of its registration comes as an event. */
  async register({ accountId, tokenAddress, amount, chainId }: NewDeposit): Promise<Result<null>> {
    const connection = await this.#connection(accountId);
    if (connection === null) return failure({ code: 'not-ready' });
    const at = this.#instant();
    const added = await this.#store.add({
      accountId,
      tokenAddress,
      amount,
      chainId,
      createdAt: at,
      state: { kind: 'registering', since: at },
      balanceBefore: this.#lastBalance(accountId, tokenAddress),
    });
    void this.#send(added, connection);
    return success(null);
  }

  /** Settles an unknown deposit with the user's answer. */
  async settle(id: number, wasRegistered: boolean): Promise<Result<null>> {
    const deposit = this.#store.get(id);
    if (deposit === null) return failure({ code: 'unknown-deposit' });
    if (this.#store.isHeld(id)) return failure({ code: 'not-written' });
    if (deposit.state.kind !== 'unknown') return failure({ code: 'not-now' });
    const at = this.#instant();
    await this.#store.keepState(
      id,
      wasRegistered ? { kind: 'registered', at, answer: null } : { kind: 'not-registered', at },
    );
    this.#changed(deposit.accountId);
    return success(null);
  }

  /** True while the service's answer to a deposit of this account is pending. */
  isRegistering(accountId: string): boolean {
    return [...this.#registering.values()].includes(accountId);
  }

  close(): void {
    this.#closed = true;
    this.#retriedWrites.close();
  }

  async #send({ id, accountId, tokenAddress, amount, chainId }: StoredDeposit, connection: Connection): Promise<void> {
    this.#registering.set(id, accountId);
    this.#changed(accountId);
    const deposit = { tokenAddress, amountDeposited: BigInt(amount), chainId: BigInt(chainId) };
    const outcome = await requestFunds(connection, deposit, undefined, this.#limits);
    this.#registering.delete(id);
    // The next start finds the deposit as interrupted.
    if (this.#closed) return;
    await this.#store.keepState(id, stateAfter(outcome, this.#instant()));
    this.#changed(accountId);
    this.#balances.readSoon(accountId);
  }

  #lastBalance(accountId: string, tokenAddress: string): BalanceReading | null {
    const { tokens, tokensReadAt } = this.#tokens.lists(accountId);
    const found = tokens.find((token) => token.tokenAddress === tokenAddress);
    return found === undefined || tokensReadAt === null ? null : { balance: found.tokenBalance, at: tokensReadAt };
  }

  #changed(accountId: string): void {
    if (!this.#closed) this.#events.emit('deposits.changed', { accountId });
  }

  #instant(): string {
    return new Date(this.#now()).toISOString();
  }
}

function stateAfter(outcome: FundsOutcome, at: string): DepositState {
  if (outcome.kind === 'registered') return { kind: 'registered', at, answer: outcome.answer };
  const reason = plainFailure(outcome.error);
  return outcome.kind === 'unknown' ? { kind: 'unknown', since: at, reason } : { kind: outcome.kind, at, reason };
}
