/** Each entry takes the database from its index to the next `user_version`. Entries that have shipped never change. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    address TEXT,
    submit_address TEXT,
    submit_by TEXT NOT NULL,
    request_funds_path TEXT,
    token_map_path TEXT,
    found TEXT NOT NULL,
    report TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE credentials (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('api-key', 'access-token')),
    entry TEXT NOT NULL,
    last_four TEXT,
    expires_at TEXT,
    PRIMARY KEY (account_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    folder TEXT,
    size INTEGER,
    mtime_ns TEXT,
    added_at TEXT NOT NULL,
    keccak256 TEXT,
    state TEXT NOT NULL,
    state_kind TEXT NOT NULL GENERATED ALWAYS AS (json_extract(state, '$.kind')) STORED,
    submission_id TEXT,
    cost TEXT,
    settlement TEXT,
    removed_at TEXT,
    batch INTEGER NOT NULL DEFAULT 0,
    turn INTEGER NOT NULL DEFAULT 0,
    submit_anyway INTEGER NOT NULL DEFAULT 0,
    beyond_line INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX items_by_keccak256 ON items (account_id, keccak256) WHERE keccak256 IS NOT NULL;
  CREATE UNIQUE INDEX items_by_submission ON items (account_id, submission_id) WHERE submission_id IS NOT NULL;

  CREATE TABLE attempts (
    item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    whole_body_may_be_out INTEGER NOT NULL,
    token TEXT,
    ended_at TEXT,
    outcome TEXT NOT NULL,
    detail TEXT,
    PRIMARY KEY (item_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE records (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    first_read_at TEXT NOT NULL DEFAULT '',
    read_at TEXT NOT NULL,
    data_hash TEXT GENERATED ALWAYS AS (json_extract(record, '$.dataHash')) STORED,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_data_hash ON records (data_hash);
  `,
];
