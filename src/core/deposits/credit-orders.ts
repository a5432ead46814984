import type { DatabaseSync } from 'node:sqlite';
import {
  type CreditOrder,
  type CreditOrderList,
  type CreditOrderState,
  isOld,
  isOpenOrder,
} from '../../shared/bridge/deposits.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { failureDetail } from '../../shared/messages/failures/failure-message.ts';
import type { TokenName } from '../../shared/records.ts';
import { rowText } from '../../shared/text.ts';
import type { Balances, Tokens } from '../balances/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import {
  type CreditOrderRecord,
  getFundList,
  plainFailure,
  type Reach,
  registerCreditRequest,
} from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { CreditOrderStore, type StoredOrder } from './credit-order-store.ts';

/** The pauses between two readings of the list, in milliseconds. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [15_000, 300_000];

export type NewOrder = {
  readonly accountId: string;
  readonly chainId: string;
  readonly tokenAddress: string;
  readonly amount: string;
  readonly contract: string;
};

/**
 * Registers orders of credits and follows them in the service's list, also after a restart. The user pays an order with
 * their own wallet. Orders that another program registered are listed too.
 */
export class CreditOrders {
  readonly #tokens: Tokens;
  readonly #balances: Balances;
  readonly #connection: Reach;
  readonly #events: DomainEvents;
  readonly #now: () => number;
  readonly #store: CreditOrderStore;
  readonly #readings = new Map<string, { readonly stop: AbortController; readonly result: Promise<Result<null>> }>();
  /** The service's list as last read. */
  readonly #listed = new Map<string, readonly CreditOrderRecord[]>();
  readonly #troubles = new Map<string, Failure>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** How often each account moved. */
  readonly #moves = new Map<string, number>();
  #closed = false;

  constructor(
    database: DatabaseSync,
    commit: Commit,
    tokens: Tokens,
    balances: Balances,
    connection: Reach,
    events: DomainEvents,
    now: () => number,
  ) {
    this.#tokens = tokens;
    this.#balances = balances;
    this.#connection = connection;
    this.#events = events;
    this.#now = now;
    this.#store = new CreditOrderStore(database, commit);
  }

  /** Call at the start: follows the open orders of all accounts. */
  recover(): void {
    for (const accountId of this.#store.accountIds()) this.#follow(accountId, SHORTEST_PAUSE_MS);
  }

  list(accountId: string): CreditOrderList {
    const stored = this.#store.all(accountId);
    const current = stored.filter(isCurrent);
    const listed = this.#listed.get(accountId) ?? [];
    const others = listed.filter((record) => !current.some((order) => isOf(record, order)));
    const orders = [...stored.map((order) => this.#show(order)), ...others.map(showOther)];
    return {
      orders: orders.sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? '')),
      tokens: this.#acceptedTokens(accountId),
      trouble: this.#troubles.get(accountId) ?? null,
    };
  }

  /** Registers an order. If the answer is lost, the order may exist: it is then in the list without its payment. */
  async register({ accountId, chainId, tokenAddress, amount, contract: typed }: NewOrder): Promise<Result<null>> {
    const move = this.#moves.get(accountId);
    const connection = await this.#connection(accountId);
    if (connection === null) return failure({ code: 'not-ready' });
    const outcome = await registerCreditRequest(connection, chainId);
    if (outcome.kind !== 'registered') {
      void this.read(accountId);
      const reason = plainFailure(outcome.error);
      return failure(outcome.kind === 'unknown' ? { code: 'order-in-doubt', detail: failureDetail(reason) } : reason);
    }
    const { orderId } = outcome;
    const createdAt = new Date(this.#now()).toISOString();
    const state = { kind: 'pending' } as const;
    // An order of a service that the account has left meanwhile must not be paid.
    const contract = this.#moves.get(accountId) === move ? typed : null;
    await this.#store.add({ accountId, orderId, chainId, tokenAddress, contract, amount, createdAt, state });
    this.#changed(accountId);
    this.#follow(accountId, SHORTEST_PAUSE_MS);
    return success(null);
  }

  /** Reads the list now. Calls during a reading share it. */
  read(accountId: string): Promise<Result<null>> {
    return this.#read(accountId, SHORTEST_PAUSE_MS);
  }

  /** Call when the account has another address: its orders are of another service, and so is the payment contract. */
  async moved(accountId: string): Promise<void> {
    this.#moves.set(accountId, (this.#moves.get(accountId) ?? 0) + 1);
    this.#readings.get(accountId)?.stop.abort();
    this.#readings.delete(accountId);
    this.#listed.delete(accountId);
    this.#troubles.delete(accountId);
    await this.#store.leave(accountId);
    this.#changed(accountId);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { stop } of this.#readings.values()) stop.abort();
  }

  /** Reads the list again after a pause, while an order of the last week may still be paid. The pauses grow. */
  #follow(accountId: string, pauseMs: number): void {
    clearTimeout(this.#timers.get(accountId));
    if (this.#closed || !this.list(accountId).orders.some((order) => this.#isFollowed(order))) return;
    const readAgain = () => void this.#read(accountId, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    this.#timers.set(accountId, setTimeout(readAgain, pauseMs));
  }

  /** An order that the service does not list now may be listed again. */
  #isFollowed(order: CreditOrder): boolean {
    const { payment, state } = order;
    if (payment === null || payment.contract === null) return false;
    return (isOpenOrder(state) || state.kind === 'not-listed') && !isOld(order, this.#now());
  }

  #read(accountId: string, pauseMs: number): Promise<Result<null>> {
    const underway = this.#readings.get(accountId);
    if (underway !== undefined) return underway.result;
    const stop = new AbortController();
    const result = this.#readNow(accountId, stop.signal).finally(() => {
      if (this.#readings.get(accountId)?.stop !== stop) return;
      this.#readings.delete(accountId);
      this.#follow(accountId, pauseMs);
    });
    this.#readings.set(accountId, { stop, result });
    return result;
  }

  async #readNow(accountId: string, signal: AbortSignal): Promise<Result<null>> {
    const connection = await this.#connection(accountId);
    if (signal.aborted) return failure({ code: 'cancelled' });
    if (connection === null) return failure({ code: 'not-ready' });
    // Orders that are registered during the reading may be missing in its answer.
    const stored = this.#store.all(accountId).filter(isCurrent);
    const listed = await getFundList(connection, signal);
    if (signal.aborted) return failure({ code: 'cancelled' });
    if (!listed.ok) {
      const reason = plainFailure(listed.error);
      this.#troubles.set(accountId, reason);
      this.#changed(accountId);
      return failure(reason);
    }
    this.#troubles.delete(accountId);
    this.#listed.set(accountId, listed.value);
    await this.#keepStates(accountId, stored, listed.value);
    this.#changed(accountId);
    return success(null);
  }

  async #keepStates(
    accountId: string,
    stored: readonly StoredOrder[],
    listed: readonly CreditOrderRecord[],
  ): Promise<void> {
    const changes = new Map<number, CreditOrderState>();
    const at = new Date(this.#now()).toISOString();
    for (const order of stored) {
      const { id, state } = order;
      const record = listed.find((one) => isOf(one, order));
      if (record === undefined ? isOpenOrder(state) : isNews(record, state)) {
        changes.set(id, record === undefined ? { kind: 'not-listed' } : stateOf(record, at));
      }
    }
    if (changes.size === 0) return;
    try {
      await this.#store.setStates(changes);
    } catch {
      // The next reading tries again.
      return;
    }
    for (const state of changes.values()) {
      if (state.kind !== 'completed') continue;
      this.#events.notice({ code: 'credits-added', credits: state.credits });
      this.#balances.readSoon(accountId);
    }
  }

  #show({ accountId, orderId, chainId, createdAt, tokenAddress, amount, contract, state }: StoredOrder): CreditOrder {
    const token = this.#acceptedTokens(accountId).find(
      (accepted) => accepted.tokenAddress === tokenAddress && accepted.chainId === chainId,
    );
    const shown = contract === null && isOpenOrder(state) ? ({ kind: 'not-listed' } as const) : state;
    const payment = {
      tokenAddress,
      token: { name: token?.name ?? null, decimals: token?.decimals ?? null },
      amount,
      contract,
    };
    return { orderId, chainId, createdAt, state: shown, payment };
  }

  #acceptedTokens(accountId: string): readonly TokenName[] {
    return this.#tokens
      .lists(accountId)
      .names.filter(({ chainId }) => chainId !== undefined)
      .map((token) => ({ ...token, name: rowText(token.name) }));
  }

  #changed(accountId: string): void {
    if (!this.#closed) this.#events.emit('deposits.changed', { accountId });
  }
}

/** True if the order is of the account's current service. */
function isCurrent({ contract }: StoredOrder): boolean {
  return contract !== null;
}

/** False if an order of another chain has the same id. */
function isOf({ orderId, chainId }: CreditOrderRecord, order: StoredOrder): boolean {
  return orderId === order.orderId && (chainId === null || chainId === order.chainId);
}

/** How far an order has come. */
const progress: Readonly<Record<CreditOrderState['kind'], number>> = {
  'not-listed': 0,
  pending: 1,
  unclear: 2,
  included: 3,
  completed: 4,
  failed: 4,
};

/** An order never goes back, whatever the list says: a paid one must not ask for a payment again. */
function isNews({ status }: CreditOrderRecord, { kind }: CreditOrderState): boolean {
  return status !== kind && progress[status] >= progress[kind];
}

function showOther(record: CreditOrderRecord): CreditOrder {
  const { orderId, chainId, createdAt } = record;
  return { orderId, chainId, createdAt, state: stateOf(record, null), payment: null };
}

function stateOf({ status, txHash, credits }: CreditOrderRecord, at: string | null): CreditOrderState {
  switch (status) {
    case 'pending':
    case 'unclear':
      return { kind: status };
    case 'included':
      return { kind: 'included', txHash };
    case 'completed':
      return { kind: 'completed', credits, txHash, at };
    case 'failed':
      return { kind: 'failed', at };
  }
}
