import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Deposit, DepositState } from '../../shared/bridge/deposits.ts';
import { keptFailure } from '../../shared/failures/kept-failure.ts';
import { type Commit, jsonIn, type RetriedWrites, sequencedCommit } from '../storage/index.ts';

/** A deposit in the journal. The token's name and decimals are looked up for display. */
export type StoredDeposit = Omit<Deposit, 'token'>;

/** The journal of deposits. */
export class DepositStore {
  readonly #commit: Commit;
  readonly #retriedWrites: RetriedWrites;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #select: StatementSync;
  readonly #selectAll: StatementSync;
  readonly #selectRegistering: StatementSync;
  /** States that could not be written yet. They are shown instead of those on disk. */
  readonly #unwritten = new Map<number, DepositState>();

  constructor(database: DatabaseSync, commit: Commit, retriedWrites: RetriedWrites) {
    this.#commit = sequencedCommit(database, commit);
    this.#retriedWrites = retriedWrites;
    this.#insert = database.prepare(
      `INSERT INTO deposits (account_id, token_address, amount, chain_id, created_at, state, balance_before)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare('UPDATE deposits SET state = ? WHERE id = ?');
    this.#select = database.prepare('SELECT * FROM deposits WHERE id = ?');
    this.#selectAll = database.prepare('SELECT * FROM deposits WHERE account_id = ? ORDER BY id DESC');
    // A state that is no JSON must not fail the query.
    this.#selectRegistering = database.prepare(
      `SELECT * FROM deposits WHERE iif(json_valid(state), state ->> '$.kind', NULL) = 'registering'`,
    );
  }

  get(id: number): StoredDeposit | null {
    const row = this.#select.get(id);
    return row === undefined ? null : this.#read(row);
  }

  /** Newest first. */
  all(accountId: string): readonly StoredDeposit[] {
    return this.#selectAll.all(accountId).map((row) => this.#read(row));
  }

  /** Deposits of all accounts whose state on disk is `registering`. */
  registering(): readonly StoredDeposit[] {
    return this.#selectRegistering.all().map((row) => this.#read(row));
  }

  /** The deposit is on disk when it resolves. */
  async add(deposit: Omit<StoredDeposit, 'id'>): Promise<StoredDeposit> {
    let id = 0;
    await this.#commit(() => {
      const { accountId, tokenAddress, amount, chainId, createdAt, state, balanceBefore } = deposit;
      const texts = [state, balanceBefore].map((part) => JSON.stringify(part));
      id = Number(this.#insert.run(accountId, tokenAddress, amount, chainId, createdAt, ...texts).lastInsertRowid);
    });
    return { id, ...deposit };
  }

  /**
   * Shows a state at once and retries the write until it succeeds. Resolves after the first success or failure. Never
   * rejects.
   */
  async keepState(id: number, state: DepositState): Promise<void> {
    const failed = Promise.withResolvers<void>();
    this.#unwritten.set(id, state);
    const kept = this.#retriedWrites.write(async () => {
      try {
        await this.#commit(() => {
          this.#update.run(JSON.stringify(state), id);
        });
        if (this.#unwritten.get(id) === state) this.#unwritten.delete(id);
      } catch (error) {
        failed.resolve();
        throw error;
      }
    });
    await Promise.race([kept, failed.promise]);
  }

  /** True while the shown state is not on disk. Until then, no other state of the deposit may be written. */
  isHeld(id: number): boolean {
    return this.#unwritten.has(id);
  }

  #read(row: unknown): StoredDeposit {
    const deposit = depositRow.parse(row);
    return { ...deposit, state: this.#unwritten.get(deposit.id) ?? deposit.state };
  }
}

const text = z.string();

const state: z.ZodType<DepositState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registering'), since: text }),
  z.object({ kind: z.literal('registered'), at: text, answer: text.nullable() }),
  z.object({ kind: z.literal('refused'), at: text, reason: keptFailure }),
  z.object({ kind: z.literal('not-sent'), at: text, reason: keptFailure }),
  z.object({ kind: z.literal('unknown'), since: text, reason: keptFailure }),
  z.object({ kind: z.literal('not-registered'), at: text }),
]);

/** A deposit with an unreadable state is `unknown`. */
const depositRow = z
  .object({
    id: z.number(),
    account_id: text,
    token_address: text,
    amount: text,
    chain_id: text,
    created_at: text,
    state: text.transform(jsonIn).pipe(state.nullable().catch(null)),
    balance_before: text.transform(jsonIn).pipe(z.object({ balance: text, at: text }).nullable().catch(null)),
  })
  .transform(
    (row): StoredDeposit => ({
      id: row.id,
      accountId: row.account_id,
      tokenAddress: row.token_address,
      amount: row.amount,
      chainId: row.chain_id,
      createdAt: row.created_at,
      state: row.state ?? { kind: 'unknown', since: row.created_at, reason: { code: 'deposit-unreadable' } },
      balanceBefore: row.balance_before,
    }),
  );
