export const firstSchema = `
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
    blake2b256 TEXT,
    sha256 TEXT,
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
  -- Not unique: a service may give the same bytes the same id again, and no receipt may be refused for it.
  CREATE INDEX items_by_submission ON items (account_id, submission_id) WHERE submission_id IS NOT NULL;

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

  CREATE TABLE token_pages (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    tokens TEXT NOT NULL,
    tokens_read_at TEXT,
    names TEXT NOT NULL,
    names_read_at TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE token_choices (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    token_address TEXT NOT NULL,
    decimals INTEGER,
    warn_below TEXT,
    PRIMARY KEY (account_id, token_address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE balance_marks (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (account_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE deposits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    draft_id TEXT NOT NULL,
    token_address TEXT NOT NULL,
    amount TEXT NOT NULL,
    chain_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts TEXT NOT NULL,
    sight TEXT NOT NULL,
    UNIQUE (account_id, draft_id)
  ) STRICT;

  CREATE TABLE twin_records (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    twin INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (account_id, id, twin)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE histories (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    as_of TEXT NOT NULL,
    list_limit INTEGER NOT NULL,
    listed INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE lookup_recent (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    text TEXT NOT NULL,
    outcome TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE lookup_watches (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    submission_id TEXT NOT NULL,
    since TEXT NOT NULL,
    PRIMARY KEY (account_id, submission_id)
  ) STRICT, WITHOUT ROWID;
  `;
