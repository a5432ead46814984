import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Deposit, DepositAttempt, DepositSight, DepositState } from '../../shared/bridge/deposits.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { inWords, keptFailure } from '../../shared/failures/kept-failure.ts';
import { type Commit, jsonIn, type RetriedWrites, sequencedCommit } from '../storage/index.ts';
import { awaitsRise } from './deposit-transitions.ts';

const counted = z.object({ n: z.number() });

/** SQLite would refuse to read any row for one that holds no JSON. */
const kind = `CASE WHEN json_valid(state) THEN json_extract(state, '$.kind') END`;
const isOpen = `coalesce(${kind}, 'unknown') NOT IN ('registered', 'refused', 'not-sent')`;
/** What `awaitsRise` says of a row; few of a long list do, and only they are to be read. */
const awaits = `${kind} IN ('registered', 'unknown') AND json_valid(sight)
  AND json_type(sight, '$.before') = 'object'
  AND NOT (json_extract(sight, '$.after.kind') = 'rose' AND json_extract(sight, '$.after.match') <> 'differs')`;
/** A rise that did not come within the newest so many deposits is looked for only where a person asks for it. */
const MOST_AWAITED = 50;

/**
 * The journal of deposits. Every promise resolves once what it wrote would survive a power cut, but for that of
 * `keepProgress`.
 */
export class DepositStore {
  readonly #commit: Commit;
  readonly #commitSequenced: Commit;
  readonly #retriedWrites: RetriedWrites;
  readonly #sql: Statements;
  /** What is known and the disk does not take yet: shown in place of the row. */
  readonly #held = new Map<number, Pick<StoredDeposit, 'state' | 'attempts'>>();

  constructor(database: DatabaseSync, commit: Commit, retriedWrites: RetriedWrites) {
    this.#commit = commit;
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

  /** The newest `most`, and the newest `most` of those whose end nobody knows; newest first. */
  newest(accountId: string, most: number): readonly StoredDeposit[] {
    return this.#sql.selectNewest.all({ account: accountId, most }).map((found) => this.#read(found));
  }

  count(accountId: string): number {
    return counted.parse(this.#sql.count.get(accountId)).n;
  }

  /** Those whose end nobody knows. */
  countOpen(accountId: string): number {
    return counted.parse(this.#sql.countOpen.get(accountId)).n;
  }

  /** The newest of those whose rise was not seen yet. */
  awaitingRise(accountId: string): readonly StoredDeposit[] {
    return this.#awaiting(accountId, MOST_AWAITED);
  }

  allAwaitingRise(accountId: string): readonly StoredDeposit[] {
    return this.#awaiting(accountId, -1);
  }

  /** Those that are being registered, as the disk has it; of all accounts when none is named. */
  registering(accountId: string | null = null): readonly StoredDeposit[] {
    return this.#sql.selectRegistering.all(accountId).map((found) => this.#read(found));
  }

  async add(draftId: string, deposit: Omit<StoredDeposit, 'id'>): Promise<StoredDeposit> {
    let id = 0;
    await this.#commitSequenced(() => {
      const { accountId, tokenAddress, amount, chainId, createdAt, state, attempts, sight } = deposit;
      const texts = [state, attempts, sight].map((part) => JSON.stringify(part));
      const written = this.#sql.insert.run(accountId, draftId, tokenAddress, amount, chainId, createdAt, ...texts);
      id = Number(written.lastInsertRowid);
    });
    return { id, ...deposit };
  }

  /**
   * Apart from `putSight`, because they come from two sides: a write of the one that waits for the disk must not undo the
   * other. Where one needs the other, both are written or neither.
   */
  putProgress({ id, state, attempts }: StoredDeposit, sight: DepositSight | null = null): Promise<void> {
    return this.#commitSequenced(() => {
      this.#sql.updateProgress.run(JSON.stringify(state), JSON.stringify(attempts), id);
      if (sight !== null) this.#sql.updateSight.run(JSON.stringify(sight), id);
    });
  }

  /**
   * For what is known and would be lost: a disk that does not take it is asked until it does. It is to be seen at once,
   * and resolves when it is on the disk or that is in trouble. Never rejects.
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

  /** Whether the disk still lacks what is shown of it. Nothing else may be written of its progress until then. */
  isHeld(id: number): boolean {
    return this.#held.has(id);
  }

  putSight(id: number, sight: DepositSight): Promise<void> {
    return this.#commit(() => {
      this.#sql.updateSight.run(JSON.stringify(sight), id);
    });
  }

  #awaiting(accountId: string, most: number): readonly StoredDeposit[] {
    const rows = this.#sql.selectAwaiting.all(accountId, most).map((found) => this.#read(found));
    const found = new Map(rows.map((deposit) => [deposit.id, deposit]));
    for (const id of this.#held.keys()) {
      const deposit = this.get(id);
      if (deposit?.accountId === accountId) found.set(id, deposit);
    }
    return [...found.values()].filter(awaitsRise);
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
      `INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    updateProgress: database.prepare('UPDATE deposits SET state = ?, attempts = ? WHERE id = ?'),
    updateSight: database.prepare('UPDATE deposits SET sight = ? WHERE id = ?'),
    select: database.prepare('SELECT * FROM deposits WHERE id = ?'),
    selectDraft: database.prepare('SELECT * FROM deposits WHERE account_id = ? AND draft_id = ?'),
    selectAll: database.prepare('SELECT * FROM deposits WHERE account_id = ? ORDER BY id DESC'),
    selectNewest: database.prepare(
      `SELECT * FROM deposits WHERE id IN (SELECT id FROM deposits WHERE account_id = :account ORDER BY id DESC LIMIT :most)
       OR id IN (SELECT id FROM deposits WHERE account_id = :account AND ${isOpen} ORDER BY id DESC LIMIT :most)
       ORDER BY id DESC`,
    ),
    count: database.prepare('SELECT count(*) AS n FROM deposits WHERE account_id = ?'),
    countOpen: database.prepare(`SELECT count(*) AS n FROM deposits WHERE account_id = ? AND ${isOpen}`),
    selectAwaiting: database.prepare(
      `SELECT * FROM deposits WHERE account_id = ? AND ${awaits} ORDER BY id DESC LIMIT ?`,
    ),
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

const attempt = z
  .object({
    number: z.number(),
    startedAt: text,
    endedAt: text.nullable(),
    outcome: z.enum(['under-way', 'registered', 'refused', 'not-sent', 'unknown', 'interrupted']),
    reason: keptFailure.nullish(),
    /** Versions before wrote a text alone. */
    detail: text.nullish(),
  })
  .transform(
    ({ reason, detail, ...rest }): DepositAttempt => ({
      ...rest,
      reason: reason ?? inWords(detail),
    }),
  );
const attempts = z.array(attempt);

const reading = { balance: text, at: text };
const sight: z.ZodType<DepositSight> = z.object({
  before: z.object(reading).nullable(),
  after: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-yet') }),
    z.object({
      kind: z.literal('rose'),
      ...reading,
      by: text,
      fees: text,
      match: z.enum(['equal', 'equal-less-fees', 'differs']),
    }),
  ]),
});

const unreadable: Failure = { code: 'deposit-unreadable' };

/** A deposit of which nobody can read what became of it fails no start, and is registered again by nobody but a person. */
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
    sight: text
      .transform(jsonIn)
      .pipe(sight)
      .catch({ before: null, after: { kind: 'not-yet' } }),
  })
  .transform(
    ({ account_id, token_address, chain_id, created_at, state, attempts, ...rest }): StoredDeposit => ({
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
    }),
  );
