import type { Sql, TransactionSql } from 'postgres';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';

/**
 * One entry per version of the tables. They are created in the first schema of the connection's search path.
 *
 * - dropslip_team: one row. `id` tells this team from one that has later been created at the same address.
 * - claims: who submits, or has submitted, which bytes. The primary key lets only one desk have them.
 * - slips: what the desks have submitted. `sequence` changes with each change of a row, so that a desk can ask for all
 *   that is new. The receipt is the text of a file, which the type json would reject or rewrite.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE dropslip_team (id uuid NOT NULL DEFAULT gen_random_uuid(), version int NOT NULL);
  INSERT INTO dropslip_team (version) VALUES (0);

  CREATE TABLE claims (
    account text NOT NULL,
    blake2b256 text NOT NULL,
    desk_id text NOT NULL,
    desk_name text NOT NULL,
    state text NOT NULL CHECK (state IN ('claimed', 'submitted')),
    submission_id text,
    claimed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, blake2b256)
  );

  CREATE TABLE slips (
    account text NOT NULL,
    submission_id text NOT NULL,
    desk_id text NOT NULL,
    desk_name text NOT NULL,
    name text NOT NULL,
    blake2b256 text,
    receipt text NOT NULL,
    sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    shared_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, submission_id)
  );
  CREATE UNIQUE INDEX slips_by_sequence ON slips (sequence);

  -- Parts of names are found without reading all of them.
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX slips_by_name ON slips USING gin (name gin_trgm_ops);
  `,
];

const CURRENT = migrations.length;

/** Advisory locks of Dropslip. PostgreSQL knows them by number, in each database on its own. */
const locks = { migrating: 7_211_001, sharing: 7_211_002 } as const;

/** Waits for other desks that do the same. The lock is released when the transaction has been committed. */
export function lock(sql: TransactionSql, name: keyof typeof locks) {
  return sql`SELECT pg_advisory_xact_lock(${locks[name]}::bigint)`;
}

/** Null if there are no tables. */
async function versionOf(sql: Sql | TransactionSql): Promise<number | null> {
  const [found] = await sql<{ table: string | null }[]>`SELECT to_regclass('dropslip_team')::text AS "table"`;
  if (found?.table == null) return null;
  const [row] = await sql<{ version: number }[]>`SELECT version FROM dropslip_team`;
  return row?.version ?? null;
}

const newer = (version: number): Failure => ({
  code: 'team-newer',
  detail: `The tables have version ${version}. This Dropslip knows version ${CURRENT}.`,
});

/** Brings the tables to the current version, each version in a transaction of its own. `from` is 0 without tables. */
export async function migrateTables(sql: Sql): Promise<Result<{ readonly from: number; readonly to: number }>> {
  let from: number | null = null;
  for (;;) {
    const version = await sql.begin((transaction) => migrateOnce(transaction));
    from ??= version;
    if (version > CURRENT) return failure(newer(version));
    if (version === CURRENT) return success({ from, to: CURRENT });
  }
}

/** Returns the version that it found. */
async function migrateOnce(sql: TransactionSql): Promise<number> {
  await lock(sql, 'migrating');
  const version = (await versionOf(sql)) ?? 0;
  const migration = migrations[version];
  if (migration !== undefined) {
    await sql.unsafe(migration);
    await sql`UPDATE dropslip_team SET version = ${version + 1}`;
  }
  return version;
}

const neededRights = [
  { table: 'dropslip_team', right: 'SELECT' },
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => ({ table: 'claims', right })),
  ...['SELECT', 'INSERT', 'UPDATE'].map((right) => ({ table: 'slips', right })),
];

/**
 * Compares the version of the tables, and the rights of the user, with those that this Dropslip needs. Returns the id
 * of the team.
 */
export async function checkTables(sql: Sql): Promise<Result<string>> {
  const [schema] = await sql<{ name: string | null }[]>`SELECT current_schema() AS name`;
  if (schema?.name == null) return failure({ code: 'team-no-rights', detail: 'This user may use no schema.' });
  const version = await versionOf(sql);
  if (version === null) return failure({ code: 'team-not-set-up' });
  if (version > CURRENT) return failure(newer(version));
  if (version < CURRENT) return failure({ code: 'team-older', detail: `The tables have version ${version}.` });
  const [now] = await sql<{ isReadOnly: string }[]>`
    SELECT current_setting('transaction_read_only') AS "isReadOnly"`;
  // A standby server, or one whose disk is nearly full. A desk that is connected to it could send nothing.
  if (now?.isReadOnly !== 'off') return failure({ code: 'team-no-rights', detail: 'The database is read-only.' });
  const missing = await sql<{ table: string; right: string }[]>`
    SELECT needed.table, needed.right
    FROM jsonb_to_recordset(${sql.json(neededRights)}) AS needed ("table" text, "right" text)
    WHERE NOT has_table_privilege(needed.table, needed.right)`;
  if (missing.length > 0) {
    const detail = missing.map(({ table, right }) => `${right} on ${table}`).join(', ');
    return failure({ code: 'team-no-rights', detail: `Missing: ${detail}` });
  }
  const [team] = await sql<{ id: string }[]>`SELECT id FROM dropslip_team`;
  return team === undefined ? failure({ code: 'team-not-set-up' }) : success(team.id);
}
