import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Deposit, DepositAttempt, DepositSight, DepositState } from '../../shared/bridge/deposits.ts';
import type { Failure } from '../../shared/bridge/failure.ts';
import { type Commit, inSteps, jsonIn, type RetriedWrites } from '../storage/index.ts';
import { awaitsRise } from './deposit-sight.ts';

/** A deposit as the journal has it: names and decimals of tokens are looked up when it is shown. */
export type StoredDeposit = Omit<Deposit, 'token'>;

const text = z.string();
const reason = z
  .object({ code: text, message: text, detail: text.optional() })
  .transform(({ code, message, detail }) => ({ code, message, ...(detail === undefined ? {} : { detail }) }));

const state: z.ZodType<DepositState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registering'), since: text }),
  z.object({ kind: z.literal('registered'), at: text, answer: text.nullable() }),
  z.object({ kind: z.literal('refused'), at: text, reason }),
  z.object({ kind: z.literal('not-sent'), at: text, reason }),
  z.object({ kind: z.literal('unknown'), since: text, reason }),
]);

const attempts: z.ZodType<readonly DepositAttempt[]> = z.array(
  z.object({
    number: z.number(),
    startedAt: text,
    endedAt: text.nullable(),
    outcome: z.enum(['under-way', 'registered', 'refused', 'not-sent', 'unknown', 'interrupted']),
    detail: text.nullable(),
  }),
);

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

const counted = z.object({ n: z.number() });
const unreadable: Failure = {
  code: 'row-unreadable',
  message:
    'Dropslip’s data is damaged here: what became of this deposit cannot be read, so it may have been registered. Look at the balance before you register it again.',
};

/** A deposit of which nobody can read what became of it fails no start, and is registered again by nobody but a person. */
const row = z
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
          detail: unreadable.message,
        },
      ],
      accountId: account_id,
      tokenAddress: token_address,
      chainId: chain_id,
      createdAt: created_at,
    }),
  );

export type DepositStore = ReturnType<typeof createDepositStore>;

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
export function createDepositStore(database: DatabaseSync, commit: Commit, retriedWrites: RetriedWrites) {
  const commitStep = inSteps(database, commit);
  /** What is known and the disk does not take yet: shown in place of the row. */
  const held = new Map<number, Pick<StoredDeposit, 'state' | 'attempts'>>();
  const insert = database.prepare(
    `INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateProgress = database.prepare('UPDATE deposits SET state = ?, attempts = ? WHERE id = ?');
  const updateSight = database.prepare('UPDATE deposits SET sight = ? WHERE id = ?');
  const select = database.prepare('SELECT * FROM deposits WHERE id = ?');
  const selectDraft = database.prepare('SELECT * FROM deposits WHERE account_id = ? AND draft_id = ?');
  const selectAll = database.prepare('SELECT * FROM deposits WHERE account_id = ? ORDER BY id DESC');
  const selectNewest = database.prepare(
    `SELECT * FROM deposits WHERE id IN (SELECT id FROM deposits WHERE account_id = :account ORDER BY id DESC LIMIT :most)
     OR id IN (SELECT id FROM deposits WHERE account_id = :account AND ${isOpen} ORDER BY id DESC LIMIT :most)
     ORDER BY id DESC`,
  );
  const count = database.prepare('SELECT count(*) AS n FROM deposits WHERE account_id = ?');
  const countOpen = database.prepare(`SELECT count(*) AS n FROM deposits WHERE account_id = ? AND ${isOpen}`);
  const selectAwaiting = database.prepare(
    `SELECT * FROM deposits WHERE account_id = ? AND ${awaits} ORDER BY id DESC LIMIT ?`,
  );
  const selectRegistering = database.prepare(
    `SELECT * FROM deposits WHERE ${kind} = 'registering' AND account_id = ifnull(?, account_id)`,
  );
  const read = (found: unknown): StoredDeposit => {
    const deposit = row.parse(found);
    return { ...deposit, ...held.get(deposit.id) };
  };
  const awaiting = (accountId: string, most: number): readonly StoredDeposit[] => {
    const found = new Map(
      selectAwaiting
        .all(accountId, most)
        .map(read)
        .map((deposit) => [deposit.id, deposit]),
    );
    for (const id of held.keys()) {
      const deposit = readOrNull(select.get(id));
      if (deposit?.accountId === accountId) found.set(id, deposit);
    }
    return [...found.values()].filter(awaitsRise);
  };
  const readOrNull = (found: unknown): StoredDeposit | null => (found === undefined ? null : read(found));

  // Apart, because they come from two sides: a write of the one that waits for the disk must not undo the other. Where
  // one needs the other, both are written or neither.
  const putProgress = ({ id, state, attempts }: StoredDeposit, sight: DepositSight | null = null): Promise<void> =>
    commitStep(() => {
      updateProgress.run(JSON.stringify(state), JSON.stringify(attempts), id);
      if (sight !== null) updateSight.run(JSON.stringify(sight), id);
    });

  return {
    get: (id: number): StoredDeposit | null => readOrNull(select.get(id)),
    ofDraft: (accountId: string, draftId: string): StoredDeposit | null =>
      readOrNull(selectDraft.get(accountId, draftId)),
    /** Newest first. */
    all: (accountId: string): readonly StoredDeposit[] => selectAll.all(accountId).map(read),
    /** The newest `most`, and the newest `most` of those whose end nobody knows; newest first. */
    newest: (accountId: string, most: number): readonly StoredDeposit[] =>
      selectNewest.all({ account: accountId, most }).map(read),
    count: (accountId: string): number => counted.parse(count.get(accountId)).n,
    /** Those whose end nobody knows. */
    countOpen: (accountId: string): number => counted.parse(countOpen.get(accountId)).n,
    /** The newest of those whose rise was not seen yet. */
    awaitingRise: (accountId: string): readonly StoredDeposit[] => awaiting(accountId, MOST_AWAITED),
    allAwaitingRise: (accountId: string): readonly StoredDeposit[] => awaiting(accountId, -1),
    /** Those that are being registered, as the disk has it; of all accounts when none is named. */
    registering: (accountId: string | null = null): readonly StoredDeposit[] =>
      selectRegistering.all(accountId).map(read),

    async add(draftId: string, deposit: Omit<StoredDeposit, 'id'>): Promise<StoredDeposit> {
      let id = 0;
      await commitStep(() => {
        const { accountId, tokenAddress, amount, chainId, createdAt, state, attempts, sight } = deposit;
        const texts = [state, attempts, sight].map((part) => JSON.stringify(part));
        const written = insert.run(accountId, draftId, tokenAddress, amount, chainId, createdAt, ...texts);
        id = Number(written.lastInsertRowid);
      });
      return { id, ...deposit };
    },

    putProgress,

    /**
     * For what is known and would be lost: a disk that does not take it is asked until it does. It is to be seen at once,
     * and resolves when it is on the disk or that is in trouble. Never rejects.
     */
    async keepProgress(deposit: StoredDeposit): Promise<void> {
      const { id, state, attempts } = deposit;
      const refused = Promise.withResolvers<void>();
      held.set(id, { state, attempts });
      const kept = retriedWrites.write(async () => {
        try {
          await putProgress(deposit);
          held.delete(id);
        } catch (error) {
          refused.resolve();
          throw error;
        }
      });
      await Promise.race([kept, refused.promise]);
    },

    /** Whether the disk still lacks what is shown of it. Nothing else may be written of its progress until then. */
    isHeld: (id: number): boolean => held.has(id),

    putSight: (id: number, sight: DepositSight): Promise<void> =>
      commit(() => {
        updateSight.run(JSON.stringify(sight), id);
      }),
  };
}
