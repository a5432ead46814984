/**
 * The tables of the data file. `submissions`, `attempts` and `records` hold data that cannot be read from a service
 * again.
 */
const schema = `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    address TEXT,
    submit_address TEXT,
    submit_by TEXT NOT NULL,
    -- A node of the network behind the account's service, if the user has named one.
    node_address TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  -- The secrets themselves are in the keychain, under the name in entry. unproven: after a restore the keychain may hold
  -- another secret than the one that this row knows.
  CREATE TABLE credentials (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('api-key', 'access-token', 'passphrase', 'identity')),
    entry TEXT NOT NULL,
    last_four TEXT,
    expires_at TEXT,
    unproven INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- A row of the list, or a part of one.
  -- dropped_path: the path that the user dropped, if path is that without links.
  -- part_of: the row that a part belongs to. level: 0 for slices of its stream, 1 for those of the manifest that names them, 2 for
  -- those of that manifest's own manifest. offset: where the part begins in the stream of its level, null if another part
  -- replaced it.
  -- part_size, files: of a row that is sent in parts, how large they are, and how many files it has.
  -- agreed_submissions: how many submissions the user has approved for the row.
  CREATE TABLE submissions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    path TEXT NOT NULL,
    dropped_path TEXT,
    name TEXT NOT NULL,
    folder TEXT,
    content TEXT NOT NULL DEFAULT 'file' CHECK (content IN ('file', 'folder')),
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
    beyond_limit INTEGER NOT NULL DEFAULT 0,
    agreed_submissions INTEGER,
    wish TEXT CHECK (wish IN ('cancel', 'pause')),
    encryption TEXT,
    part_of INTEGER,
    level INTEGER,
    offset INTEGER,
    part_size INTEGER,
    files INTEGER
  ) STRICT;
  CREATE INDEX submissions_by_blake2b256 ON submissions (account_id, blake2b256) WHERE blake2b256 IS NOT NULL;
  CREATE INDEX submissions_by_keccak256 ON submissions (account_id, keccak256) WHERE keccak256 IS NOT NULL;
  -- Not unique: a service may give the same bytes the same id again, and no receipt may be refused for it.
  CREATE INDEX submissions_by_submission_id ON submissions (submission_id, account_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX submissions_by_part ON submissions (part_of, level, offset) WHERE part_of IS NOT NULL;
  -- Finds a private row by what was encrypted, also after it has left the list.
  CREATE INDEX submissions_by_identity
  ON submissions (account_id, iif(json_valid(encryption), encryption ->> '$.copy.identity', NULL))
  WHERE encryption IS NOT NULL;

  -- begin_sequence: its place in attempt_sequence. left_behind: the account has had another address or credential
  -- since.
  CREATE TABLE attempts (
    local_id INTEGER NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    whole_body_may_be_out INTEGER NOT NULL,
    token TEXT,
    ended_at TEXT,
    outcome TEXT NOT NULL,
    failures TEXT,
    detail TEXT,
    left_behind INTEGER NOT NULL DEFAULT 0,
    begin_sequence INTEGER,
    PRIMARY KEY (local_id, number)
  ) STRICT, WITHOUT ROWID;

  -- The order of attempts and readings, which no clock can change: each takes the next number in its own transaction.
  CREATE TABLE attempt_sequence (last INTEGER NOT NULL) STRICT;
  INSERT INTO attempt_sequence VALUES (0);

  -- Ids of submissions that belong to no row any more, because their file was sent again.
  CREATE TABLE former_submissions (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    submission_id TEXT NOT NULL,
    PRIMARY KEY (account_id, submission_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER former_submissions_are_kept AFTER UPDATE OF submission_id ON submissions
  WHEN old.submission_id IS NOT NULL AND new.submission_id IS NOT old.submission_id
  BEGIN
    INSERT OR IGNORE INTO former_submissions VALUES (old.account_id, old.submission_id);
  END;

  -- What a folder row holds: its files in the order of its stream, and its empty folders.
  -- path: relative to the folder, as the manifest has it. found: the path on the disk, if that differs. problem: the code of
  -- the failure that keeps the file from being read.
  CREATE TABLE content_files (
    local_id INTEGER NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
    path TEXT NOT NULL,
    found TEXT,
    size INTEGER,
    mtime_ns TEXT,
    keeps_time INTEGER NOT NULL DEFAULT 1,
    sha256 TEXT,
    blake2b256 TEXT,
    problem TEXT,
    PRIMARY KEY (local_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX content_problems ON content_files (local_id) WHERE problem IS NOT NULL;

  -- Bytes: the largest body that was accepted, the smallest that was refused as too large, the limit that the service states,
  -- and the limit that the user has set.
  CREATE TABLE payload_limits (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    address TEXT NOT NULL,
    largest_taken INTEGER,
    smallest_refused INTEGER,
    stated INTEGER,
    by_hand INTEGER,
    PRIMARY KEY (account_id, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE records (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    read_at TEXT NOT NULL,
    data_hash TEXT GENERATED ALWAYS AS (json_extract(record, '$.dataHash')) STORED,
    seen_sequence INTEGER,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_data_hash ON records (data_hash);

  CREATE TABLE record_syncs (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    as_of TEXT NOT NULL
  ) STRICT;

  CREATE TABLE token_lists (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    tokens TEXT NOT NULL,
    tokens_read_at TEXT,
    names TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE token_choices (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    token_address TEXT NOT NULL,
    decimals INTEGER,
    warn_below TEXT,
    PRIMARY KEY (account_id, token_address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE deposits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    token_address TEXT NOT NULL,
    amount TEXT NOT NULL,
    chain_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    state TEXT NOT NULL,
    balance_before TEXT NOT NULL
  ) STRICT;

  CREATE TABLE lookup_recent (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    text TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

  -- asked: what is to be retrieved. places: where a receipt says that the bytes are. work_folder: where parts are put together.
  -- saved_path: where the file is now.
  CREATE TABLE retrievals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    submission_id TEXT NOT NULL,
    name TEXT,
    asked TEXT NOT NULL,
    places TEXT,
    folder TEXT NOT NULL,
    work_folder TEXT NOT NULL,
    added_at TEXT NOT NULL,
    state TEXT NOT NULL,
    saved_path TEXT
  ) STRICT;
  CREATE INDEX retrievals_by_account ON retrievals (account_id);

  -- Made once with the database. Its copies have the same one.
  CREATE TABLE database_identity (id TEXT NOT NULL) STRICT;
  INSERT INTO database_identity VALUES (lower(hex(randomblob(16))));
`;

/** For services that charge credits. */
const creditServices = `
  -- The kind of service that the address was last seen to be; null if that is not known.
  ALTER TABLE accounts ADD COLUMN service_kind TEXT;
  -- The app id that the account sends with each submission (x-avail-app-id); null for none.
  ALTER TABLE accounts ADD COLUMN app_id TEXT;
  -- The same for one row; null for that of the account.
  ALTER TABLE submissions ADD COLUMN app_id TEXT;
  -- Keys are named by their last five characters, as operators do.
  ALTER TABLE credentials RENAME COLUMN last_four TO ending;

  -- Orders to pay for credits. order_id: the service's id. contract: the operator's payment contract. amount: what the user
  -- wants to pay, in base units. state: as the service last said.
  CREATE TABLE credit_orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    order_id TEXT NOT NULL,
    chain_id TEXT NOT NULL,
    token_address TEXT NOT NULL,
    contract TEXT,
    amount TEXT NOT NULL,
    created_at TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;

  -- A list that is read in pages and not complete yet. next_offset: where to go on. total: as the service last said.
  CREATE TABLE record_pages (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    next_offset INTEGER NOT NULL,
    total INTEGER NOT NULL,
    began_at TEXT NOT NULL
  ) STRICT;
`;

/** For submissions that were made elsewhere. */
const slipsOfOthers = `
  -- Where it was submitted, if that was elsewhere: the name of a team's desk, or empty if an imported receipt says so.
  ALTER TABLE submissions ADD COLUMN desk TEXT;
  -- The state_kind that the team knows of a submission of this desk; null if the team knows none.
  ALTER TABLE submissions ADD COLUMN shared TEXT;
  CREATE INDEX submissions_of_others ON submissions (account_id) WHERE desk IS NOT NULL AND part_of IS NULL;
  CREATE INDEX submissions_to_share ON submissions (account_id, id)
  WHERE submission_id IS NOT NULL AND part_of IS NULL AND desk IS NULL AND shared IS NOT state_kind;
`;

/**
 * SQL that migrates a database to the next version (`user_version`). The first entry creates it. A released entry never
 * changes.
 */
export const migrations: readonly string[] = [schema, creditServices, slipsOfOthers];
