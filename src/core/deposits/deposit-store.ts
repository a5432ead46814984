import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Deposit, DepositAttempt, DepositState } from '../../shared/bridge/deposits.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { keptFailure } from '../../shared/failures/kept-failure.ts';
import { type Commit, jsonIn, type RetriedWrites, sequencedCommit } from '../storage/index.ts';

/** Without the check SQLite would read no row at all because of one that holds no JSON. */
const kind = `CASE WHEN json_valid(state) THEN json_extract(state, '$.kind') END`;

/**
 * The journal of deposits. Every promise resolves once what it wrote would survive a power cut, except that of
 * `keepProgress`.
 */
export class DepositStore {
  readonly #commitSequenced: Commit;
  readonly #retriedWrites: RetriedWrites;
  readonly #sql: Statements;
  /** Progress that the disk does not take yet: shown in place of the row's. */
  readonly #held = new Map<number, Pick<StoredDeposit, 'state' | 'attempts'>>();

  constructor(database: DatabaseSync, commit: Commit, retriedWrites: RetriedWrites) {
    this.#commitSequenced = sequencedCommit(database, commit);
    this.#retriedWrites = retriedWrites;
    this.#sql = prepare(database);
  }

  get(id: number): StoredDeposit | null {
    return this.#readOrNull(this.#sql.select.get(id));
  }

  ofDraft(accountId: string, draftId: string): StoredDeposit | null {
    return this.#readOrNull(this.#sql.selectDraft.get(accountId, draftId));
  }

  /** Newest first. */
  all(accountId: string): readonly StoredDeposit[] {
    return this.#sql.selectAll.all(accountId).map((found) => this.#read(found));
  }

  /** Those that are being registered, as the disk has it; of all accounts when none is named. */
  registering(accountId: string | null = null): readonly StoredDeposit[] {
    return this.#sql.selectRegistering.all(accountId).map((found) => this.#read(found));
  }

  async add(draftId: string, deposit: Omit<StoredDeposit, 'id'>): Promise<StoredDeposit> {
    let id = 0;
    await this.#commitSequenced(() => {
      const { accountId, tokenAddress, amount, chainId, createdAt, state, attempts, balanceBefore } = deposit;
      const texts = [state, attempts, balanceBefore].map((part) => JSON.stringify(part));
      const written = this.#sql.insert.run(accountId, draftId, tokenAddress, amount, chainId, createdAt, ...texts);
      id = Number(written.lastInsertRowid);
    });
    return { id, ...deposit };
  }

  putProgress({ id, state, attempts }: StoredDeposit): Promise<void> {
    return this.#commitSequenced(() => {
      this.#sql.updateProgress.run(JSON.stringify(state), JSON.stringify(attempts), id);
    });
  }

  /** The progress with the balance that was read before the attempt; both are written or neither. */
  putNextAttempt({ id, state, attempts, balanceBefore }: StoredDeposit): Promise<void> {
    return this.#commitSequenced(() => {
      this.#sql.updateProgress.run(JSON.stringify(state), JSON.stringify(attempts), id);
      this.#sql.updateBalance.run(JSON.stringify(balanceBefore), id);
    });
  }

  /** Forgets the balances before all deposits of an account that are not registered. */
  forgetBalances(accountId: string): Promise<void> {
    return this.#commitSequenced(() => {
      this.#sql.forgetBalances.run(accountId);
    });
  }

  /**
   * For progress that would be lost: it is shown at once, and offered to the disk until the disk takes it. Resolves when it is
   * on the disk or the disk has refused it. Never rejects.
   */
  async keepProgress(deposit: StoredDeposit): Promise<void> {
    const { id, state, attempts } = deposit;
    const refused = Promise.withResolvers<void>();
    this.#held.set(id, { state, attempts });
    const kept = this.#retriedWrites.write(async () => {
      try {
        await this.putProgress(deposit);
        this.#held.delete(id);
      } catch (error) {
        refused.resolve();
        throw error;
      }
    });
    await Promise.race([kept, refused.promise]);
  }

  /** True while the disk lacks the progress that is shown. Nothing else may be written of it until then. */
  isHeld(id: number): boolean {
    return this.#held.has(id);
  }

  #read(found: unknown): StoredDeposit {
    const deposit = depositRow.parse(found);
    return { ...deposit, ...this.#held.get(deposit.id) };
  }

  #readOrNull(found: unknown): StoredDeposit | null {
    return found === undefined ? null : this.#read(found);
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, balance_before)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    updateProgress: database.prepare('UPDATE deposits SET state = ?, attempts = ? WHERE id = ?'),
    updateBalance: database.prepare('UPDATE deposits SET balance_before = ? WHERE id = ?'),
    forgetBalances: database.prepare(
      `UPDATE deposits SET balance_before = 'null' WHERE account_id = ? AND coalesce(${kind}, '') <> 'registered'`,
    ),
    select: database.prepare('SELECT * FROM deposits WHERE id = ?'),
    selectDraft: database.prepare('SELECT * FROM deposits WHERE account_id = ? AND draft_id = ?'),
    selectAll: database.prepare('SELECT * FROM deposits WHERE account_id = ? ORDER BY id DESC'),
    selectRegistering: database.prepare(
      `SELECT * FROM deposits WHERE ${kind} = 'registering' AND account_id = ifnull(?, account_id)`,
    ),
  };
}

/**
 * Marks what restored data cannot know of deposits: one that was not sent, or refused, may have been tried again and registered
 * until `restoredAt` (a UTC instant). It gets an attempt whose end nobody saw, and is registered again only if the user says so.
 * What was being registered becomes that by itself, as after any kill.
 */
export function distrustDeposits(database: DatabaseSync, restoredAt: string): void {
  const restored: Failure = { code: 'deposit-restored' };
  database
    .prepare(
      `UPDATE deposits SET
         state = json_object('kind', 'unknown', 'since', :restoredAt, 'reason', json(:restored)),
         attempts = json_insert(iif(json_valid(attempts), attempts, '[]'), '$[#]', json_object(
           'number', json_array_length(iif(json_valid(attempts), attempts, '[]')) + 1, 'startedAt', created_at, 'endedAt', :restoredAt, 'outcome', 'interrupted', 'reason', json(:restored)))
       WHERE iif(json_valid(state), json_extract(state, '$.kind'), NULL) IN ('not-sent', 'refused')`,
    )
    .run({ restoredAt, restored: JSON.stringify(restored) });
}

/** A deposit as the journal has it: names and decimals of tokens are looked up when it is shown. */
export type StoredDeposit = Omit<Deposit, 'token'>;

const text = z.string();

const state: z.ZodType<DepositState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registering'), since: text }),
  z.object({ kind: z.literal('registered'), at: text, answer: text.nullable() }),
  z.object({ kind: z.literal('refused'), at: text, reason: keptFailure }),
  z.object({ kind: z.literal('not-sent'), at: text, reason: keptFailure }),
  z.object({ kind: z.literal('unknown'), since: text, reason: keptFailure }),
]);

const attempts: z.ZodType<readonly DepositAttempt[]> = z.array(
  z.object({
    number: z.number(),
    startedAt: text,
    endedAt: text.nullable(),
    outcome: z.enum(['under-way', 'registered', 'refused', 'not-sent', 'unknown', 'interrupted']),
    reason: keptFailure.nullable(),
  }),
);

const reading = z.object({ balance: text, at: text });

const unreadable: Failure = { code: 'deposit-unreadable' };

/** A deposit whose state cannot be read is uncertain: only the user's decision registers it again. */
const depositRow = z
  .object({
    id: z.number(),
    account_id: text,
    token_address: text,
    amount: text,
    chain_id: text,
    created_at: text,
    state: text.transform(jsonIn).pipe(state.nullable().catch(null)),
    attempts: text.transform(jsonIn).pipe(attempts.nullable().catch(null)),
    balance_before: text.transform(jsonIn).pipe(reading.nullable().catch(null)),
  })
  .transform(
    ({ account_id, token_address, chain_id, created_at, balance_before, state, attempts, ...rest }): StoredDeposit => ({
      ...rest,
      state: state ?? { kind: 'unknown', since: created_at, reason: unreadable },
      attempts: attempts ?? [
        {
          number: 1,
          startedAt: created_at,
          endedAt: created_at,
          outcome: state?.kind === 'registered' ? 'registered' : 'unknown',
          reason: unreadable,
        },
      ],
      accountId: account_id,
      tokenAddress: token_address,
      chainId: chain_id,
      createdAt: created_at,
      balanceBefore: balance_before,
    }),
  );
