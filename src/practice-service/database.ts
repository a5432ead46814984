import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '../core/storage/sqlite.ts';
import { type StartingCredits, type StartingToken, startingCredits } from './options.ts';

const SCHEMA_VERSION = 6;
const SQLITE_BUSY = 5;

// Amounts are TEXT, because SQLite's integers end at 2^63 and its reals are approximate.
const schema = `
  CREATE TABLE account (user_id TEXT NOT NULL, credits TEXT NOT NULL, credits_used TEXT NOT NULL) STRICT;
  CREATE TABLE apps (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    network_app_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    selection INTEGER NOT NULL,
    credits TEXT NOT NULL,
    credits_used TEXT NOT NULL,
    -- The credits of the account that the app has used.
    account_credits_used TEXT NOT NULL
  ) STRICT;
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    chain_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    tx_hash TEXT,
    token_address TEXT,
    amount_paid TEXT,
    credits TEXT
  ) STRICT;
  CREATE INDEX orders_open ON orders (created_at) WHERE status IN ('PENDING', 'INCLUDED');
  CREATE TABLE tokens (
    token_details_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL UNIQUE COLLATE NOCASE,
    decimals INTEGER NOT NULL,
    chain_id TEXT NOT NULL,
    base_fee TEXT NOT NULL,
    fee_per_byte TEXT NOT NULL,
    balance TEXT NOT NULL,
    used TEXT NOT NULL
  ) STRICT;
  CREATE TABLE deposits (
    id TEXT PRIMARY KEY,
    token_details_id INTEGER NOT NULL REFERENCES tokens,
    amount TEXT NOT NULL,
    chain_id TEXT NOT NULL,
    deposited_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE blocks (
    number INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    produced_at INTEGER NOT NULL,
    extrinsics_root TEXT NOT NULL
  ) STRICT;
  CREATE INDEX blocks_by_hash ON blocks (hash);
  CREATE TABLE submissions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    token_details_id INTEGER NOT NULL REFERENCES tokens,
    size INTEGER NOT NULL,
    fee TEXT NOT NULL,
    data_hash TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    block_number INTEGER REFERENCES blocks,
    extrinsic_index INTEGER,
    tx_hash TEXT,
    encrypted INTEGER NOT NULL,
    -- A submission with an error is not paid for yet and waits for the monitor.
    error TEXT,
    retry_count INTEGER NOT NULL DEFAULT 0,
    retried_at INTEGER,
    -- Null: that of the app.
    network_app_id INTEGER,
    -- 1 if the bytes are outside the transaction.
    is_blob INTEGER NOT NULL DEFAULT 0,
    -- The credits that it cost. Null if tokens paid, or if it is not paid for yet.
    account_credits TEXT,
    app_credits TEXT
  ) STRICT;
  CREATE INDEX submissions_by_time ON submissions (accepted_at);
  CREATE INDEX submissions_pending ON submissions (accepted_at, seq) WHERE block_number IS NULL;
  CREATE INDEX submissions_in_blocks ON submissions (block_number, extrinsic_index) WHERE block_number IS NOT NULL;
  CREATE INDEX submissions_with_error ON submissions (seq) WHERE error IS NOT NULL;
`;

/** Opens the ledger's file. Creates it with the given tokens if it is new. Throws an `Error` with a readable message. */
export function openDatabase(
  dataDir: string,
  tokens: readonly StartingToken[],
  credits: StartingCredits = startingCredits,
): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  try {
    // Allows one service per folder: a second one would delete the arriving bodies of the first.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    inTransaction(database, () => prepareSchema(database, tokens, credits));
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new Error(`The data folder ${dataDir} is in use by another practice service.`);
    }
    throw error;
  }
}

/** Runs `work` in one write transaction. Rolls back if it throws. */
export function inTransaction<Value>(database: DatabaseSync, work: () => Value): Value {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function prepareSchema(database: DatabaseSync, tokens: readonly StartingToken[], credits: StartingCredits): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new Error(`The ledger was written by another practice service (schema ${version}).`);
  makeLedger(database, tokens, credits);
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

function makeLedger(database: DatabaseSync, tokens: readonly StartingToken[], credits: StartingCredits): void {
  database.exec(schema);
  database.prepare("INSERT INTO account VALUES (?, ?, '0')").run(randomUUID(), String(credits.account));
  const insertApp = database.prepare(
    `INSERT INTO apps (id, name, network_app_id, created_at, selection, credits, credits_used, account_credits_used)
     VALUES (?, ?, ?, ?, ?, ?, '0', '0')`,
  );
  for (const app of credits.apps) {
    insertApp.run(randomUUID(), app.name, app.networkAppId, Date.now(), app.selection, String(app.credits));
  }
  const insert = database.prepare(
    `INSERT INTO tokens (name, address, decimals, chain_id, base_fee, fee_per_byte, balance, used)
     VALUES (?, ?, ?, ?, ?, ?, ?, '0')`,
  );
  for (const token of tokens) {
    insert.run(
      token.name,
      token.address,
      token.decimals,
      token.chainId.toString(),
      token.baseFee.toString(),
      token.feePerByte.toString(),
      token.balance.toString(),
    );
  }
}
