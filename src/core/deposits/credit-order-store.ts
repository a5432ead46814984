import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { CreditOrderState } from '../../shared/bridge/deposits.ts';
import { type Commit, jsonIn } from '../storage/index.ts';

/** An order that this app registered. `contract`: null if the account has another address since. */
export type StoredOrder = {
  readonly id: number;
  readonly accountId: string;
  readonly orderId: string;
  readonly chainId: string;
  readonly tokenAddress: string;
  readonly contract: string | null;
  readonly amount: string;
  readonly createdAt: string;
  readonly state: CreditOrderState;
};

export class CreditOrderStore {
  readonly #commit: Commit;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #selectAll: StatementSync;
  readonly #selectAccounts: StatementSync;
  readonly #leave: StatementSync;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#insert = database.prepare(
      `INSERT INTO credit_orders (account_id, order_id, chain_id, token_address, contract, amount, created_at, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare('UPDATE credit_orders SET state = ? WHERE id = ?');
    this.#selectAll = database.prepare('SELECT * FROM credit_orders WHERE account_id = ? ORDER BY id DESC');
    this.#selectAccounts = database.prepare('SELECT DISTINCT account_id FROM credit_orders');
    this.#leave = database.prepare('UPDATE credit_orders SET contract = NULL WHERE account_id = ?');
  }

  /** Newest first. */
  all(accountId: string): readonly StoredOrder[] {
    return this.#selectAll.all(accountId).map((row) => orderRow.parse(row));
  }

  accountIds(): readonly string[] {
    return this.#selectAccounts.all().map((row) => z.object({ account_id: z.string() }).parse(row).account_id);
  }

  add({ accountId, orderId, chainId, tokenAddress, contract, amount, createdAt, state }: Omit<StoredOrder, 'id'>) {
    const values = [accountId, orderId, chainId, tokenAddress, contract, amount, createdAt, JSON.stringify(state)];
    return this.#commit(() => {
      this.#insert.run(...values);
    });
  }

  setStates(states: ReadonlyMap<number, CreditOrderState>): Promise<void> {
    return this.#commit(() => {
      for (const [id, state] of states) this.#update.run(JSON.stringify(state), id);
    });
  }

  /** Call when the account has another address: its orders are of another service. */
  leave(accountId: string): Promise<void> {
    return this.#commit(() => {
      this.#leave.run(accountId);
    });
  }
}

const text = z.string();

const state: z.ZodType<CreditOrderState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['pending', 'unclear']) }),
  z.object({ kind: z.literal('included'), txHash: text.nullable() }),
  z.object({ kind: z.literal('completed'), credits: text.nullable(), txHash: text.nullable(), at: text.nullable() }),
  z.object({ kind: z.literal('failed'), at: text.nullable() }),
  z.object({ kind: z.literal('not-listed') }),
]);

/** The service's list corrects an unreadable state. */
const orderRow = z
  .object({
    id: z.number(),
    account_id: text,
    order_id: text,
    chain_id: text,
    token_address: text,
    contract: text.nullable(),
    amount: text,
    created_at: text,
    state: text.transform(jsonIn).pipe(state.catch({ kind: 'pending' })),
  })
  .transform(
    (row): StoredOrder => ({
      id: row.id,
      accountId: row.account_id,
      orderId: row.order_id,
      chainId: row.chain_id,
      tokenAddress: row.token_address,
      contract: row.contract,
      amount: row.amount,
      createdAt: row.created_at,
      state: row.state,
    }),
  );
