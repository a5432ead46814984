import { databaseIdentity } from '../database/database-identity.ts';
import { firstSchema } from './first-schema.ts';
import { foldersTogether } from './folders-migration.ts';
import { namesOfThings } from './names-migration.ts';
import { inParts } from './parts-migration.ts';
import { recordRoom } from './record-room-migration.ts';

const attemptSequence = `
  CREATE TABLE attempt_sequence (last INTEGER NOT NULL) STRICT;
  INSERT INTO attempt_sequence VALUES (0);
  ALTER TABLE attempts ADD COLUMN begin_sequence INTEGER;
  ALTER TABLE attempts ADD COLUMN end_sequence INTEGER;
  ALTER TABLE records ADD COLUMN seen_sequence INTEGER;
  UPDATE records SET seen_sequence = 0;
  `;

/** Each entry takes the database from its index to the next `user_version`. Entries that have shipped never change. */
export const migrations: readonly string[] = [
  firstSchema,
  // A failure of the service's own (5xx) and a redirect were once taken for refusals. They may have been charged, so they
  // are uncertain. The status stands in the stored detail, on a line of its own; a 503 that asked for a pause looks there
  // like any other. Nobody asked for these files now, perhaps months later: where the records show that one was not
  // accepted, it waits for a person (`wish`).
  `
  ALTER TABLE items ADD COLUMN wish TEXT CHECK (wish IN ('cancel', 'pause'));

  UPDATE items
  SET wish = 'pause', state = json_object(
    'kind', 'unsettled',
    'since', coalesce((SELECT ended_at FROM attempts WHERE item_id = items.id ORDER BY number DESC LIMIT 1), added_at),
    'reason', json_extract(state, '$.reason'),
    'check', json_object('kind', 'checking', 'until', added_at)
  )
  WHERE state_kind = 'rejected' AND (
    json_extract(state, '$.reason.code') IN ('server-error', 'not-final')
    OR json_extract(state, '$.reason.message') LIKE 'The service’s address has moved%'
    OR json_extract(state, '$.reason.detail') LIKE '%' || char(10) || 'HTTP 3__%'
    OR json_extract(state, '$.reason.detail') LIKE '%' || char(10) || 'HTTP 5__%'
  );

  UPDATE attempts SET outcome = 'unknown'
  WHERE outcome = 'refused'
    AND item_id IN (SELECT id FROM items WHERE state_kind = 'unsettled')
    AND number = (SELECT max(number) FROM attempts AS last WHERE last.item_id = attempts.item_id);

  UPDATE deposits
  SET attempts = json_set(attempts, '$[#-1].outcome', 'unknown')
  WHERE json_extract(state, '$.kind') = 'refused' AND (
    json_extract(state, '$.reason.code') IN ('server-error', 'not-final', 'unavailable')
    OR json_extract(state, '$.reason.message') LIKE 'The service’s address has moved%'
  );

  UPDATE deposits
  SET attempts = (
    SELECT json_group_array(
      CASE
        WHEN json_extract(value, '$.outcome') = 'refused' AND (
          json_extract(value, '$.detail') LIKE '%' || char(10) || 'HTTP 3__%'
          OR json_extract(value, '$.detail') LIKE '%' || char(10) || 'HTTP 5__%'
        ) THEN json_set(value, '$.outcome', 'unknown')
        ELSE json(value)
      END
      ORDER BY key
    )
    FROM json_each(deposits.attempts)
  );

  -- Also where a later attempt was refused or never left: that says nothing of the one before.
  UPDATE deposits
  SET state = json_object(
    'kind', 'unknown',
    'since', json_extract(state, '$.at'),
    'reason', json_set(
      json_extract(state, '$.reason'),
      '$.message', 'It may have been registered all the same. ' || json_extract(state, '$.reason.message')
    )
  )
  WHERE json_extract(state, '$.kind') IN ('refused', 'not-sent') AND EXISTS (
    SELECT 1 FROM json_each(deposits.attempts)
    WHERE json_extract(value, '$.outcome') IN ('unknown', 'interrupted')
  );
  `,
  `
  -- Ids of submissions that belong to no row any more, since their file was sent again after the service gave up on it.
  CREATE TABLE former_submissions (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    submission_id TEXT NOT NULL,
    PRIMARY KEY (account_id, submission_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER former_submissions_are_kept AFTER UPDATE OF submission_id ON items
  WHEN old.submission_id IS NOT NULL AND new.submission_id IS NOT old.submission_id
  BEGIN
    INSERT OR IGNORE INTO former_submissions VALUES (old.account_id, old.submission_id);
  END;
  INSERT OR IGNORE INTO former_submissions
  SELECT account_id, detail FROM attempts JOIN items ON items.id = item_id
  WHERE outcome = 'accepted' AND detail IS NOT NULL AND detail IS NOT submission_id;
  `,
  // Whether the account has had another address or credential since. Items of another address were kept by their ids.
  `
  ALTER TABLE attempts ADD COLUMN left_behind INTEGER NOT NULL DEFAULT 0;

  UPDATE attempts SET left_behind = 1 WHERE item_id IN (
    SELECT ids.value FROM settings CROSS JOIN json_each(settings.value) AS ids WHERE settings.name LIKE 'left-behind:%'
  );
  DELETE FROM settings WHERE name LIKE 'left-behind:%';
  `,
  // What a service said of a submission that it called final, and took back: the newest word is shown, the earlier ones stay
  // to be looked at. Ten of each, for a service that changes its mind at every reading.
  `
  CREATE TABLE earlier_records (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    until TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX earlier_records_by_id ON earlier_records (account_id, id, number);
  CREATE TRIGGER earlier_records_are_kept AFTER UPDATE OF record ON records
  WHEN json_extract(old.record, '$.phase') <> 'pending' AND EXISTS (
    SELECT 1 FROM json_each('["$.phase","$.fees","$.blockHash","$.dataHash","$.txHash","$.extrinsicIndex","$.error"]')
    WHERE json_extract(old.record, value) IS NOT NULL
      AND json_extract(old.record, value) IS NOT json_extract(new.record, value)
  )
  BEGIN
    INSERT INTO earlier_records (account_id, id, until, record)
    VALUES (old.account_id, old.id, new.read_at, old.record);
    DELETE FROM earlier_records WHERE account_id = old.account_id AND id = old.id AND number <= (
      SELECT number FROM earlier_records WHERE account_id = old.account_id AND id = old.id
      ORDER BY number DESC LIMIT 1 OFFSET 10
    );
  END;
  `,
  // The order of attempts, answers and readings that no clock can change: each takes the counter's next number, in the same
  // transaction. Attempts from before it have none, so nothing is known to have come before or after them. Records from
  // before it were read before whatever begins from now on.
  attemptSequence,
  // Sizes that JavaScript cannot count exactly, of files that only say that they are so large: no reader could read their row.
  `
  UPDATE items SET size = NULL WHERE size NOT BETWEEN 0 AND 9007199254740991;
  `,
  // Where a file was for the person who dropped it, where the folders above it are links: the path is the one without them.
  `
  ALTER TABLE items ADD COLUMN dropped_path TEXT;
  `,
  recordRoom,
  // In a copy that took the place of the latest data: the keychain may hold another secret by now than the one it knew.
  `
  ALTER TABLE credentials ADD COLUMN unproven INTEGER NOT NULL DEFAULT 0;
  `,
  databaseIdentity,
  namesOfThings,
  // What went wrong with an attempt, as data: its sentence stood among the details before, and is left there.
  `
  ALTER TABLE attempts ADD COLUMN failures TEXT;
  `,
  inParts,
  // What is got back: what it is to be (`asked`), the folder that it goes to with the hidden one in it where it is put together,
  // and what became of it. Which parts are there is seen by their digests alone. `saved_path`: where it is now.
  `
  CREATE TABLE retrievals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    submission_id TEXT NOT NULL,
    name TEXT,
    asked TEXT NOT NULL,
    folder TEXT NOT NULL,
    work_folder TEXT NOT NULL,
    added_at TEXT NOT NULL,
    state TEXT NOT NULL,
    saved_path TEXT
  ) STRICT;
  CREATE INDEX retrievals_by_account ON retrievals (account_id);
  `,
  // Of what opens a person's own encrypted files the keychain has entries of the same kind as credentials.
  `
  CREATE TABLE kept_secrets (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('api-key', 'access-token', 'passphrase', 'identity')),
    entry TEXT NOT NULL,
    last_four TEXT,
    expires_at TEXT,
    unproven INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, kind)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO kept_secrets (account_id, kind, entry, last_four, expires_at, unproven)
    SELECT account_id, kind, entry, last_four, expires_at, unproven FROM credentials;
  DROP TABLE credentials;
  ALTER TABLE kept_secrets RENAME TO credentials;
  `,
  foldersTogether,
  // A node of the network behind an account’s service, which a person may name.
  `
  ALTER TABLE accounts ADD COLUMN node_address TEXT;
  `,
  // Of a row that goes in parts: where its account was when they went. The ids in a manifest are of one service.
  `
  ALTER TABLE submissions ADD COLUMN sent_to TEXT;
  `,
  // How many submissions of a row a person has said yes to: what it takes more, once the service's limit is known, is asked about.
  // What is on its way has had its yes, which an earlier version did not count.
  `
  ALTER TABLE submissions ADD COLUMN agreed_submissions INTEGER;
  UPDATE submissions SET agreed_submissions = ${Number.MAX_SAFE_INTEGER}
  WHERE part_of IS NULL AND part_size IS NULL AND state_kind IN ('waiting', 'retrying', 'sending');
  `,
  // What a private row is of, whatever its encrypted copy is: it is to be known again once it is off the list.
  `
  CREATE INDEX submissions_by_identity
  ON submissions (account_id, iif(json_valid(encryption), encryption ->> '$.copy.identity', NULL))
  WHERE encryption IS NOT NULL;
  `,
  // Where a receipt says that what is got back by it is on the network: beside what is asked, for it may be long, and is read
  // only while it is got back.
  `
  ALTER TABLE retrievals ADD COLUMN places TEXT;
  `,
  // Bytes are known by their BLAKE2b-256; Keccak-256 is not made of all of them any more.
  `
  CREATE INDEX submissions_by_blake2b256 ON submissions (account_id, blake2b256) WHERE blake2b256 IS NOT NULL;
  UPDATE submissions SET encryption = json_set(encryption, '$.copy.identity', encryption ->> '$.copy.meant.blake2b256')
  WHERE content = 'file' AND iif(json_valid(encryption), encryption ->> '$.copy.meant.blake2b256', NULL) IS NOT NULL;
  `,
  // An error in a record is not the end: what an earlier version took for failed is watched again. Its sentence goes, for it said
  // that the service had given up.
  `
  UPDATE submissions SET state = json_remove(
    json_set(state, '$.kind', 'delayed', '$.reason.code', 'failed-in-service', '$.at', coalesce(
      (SELECT max(ended_at) FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted'), added_at)),
    '$.reason.message', '$.reason.inWords')
  WHERE state_kind = 'failed';
  `,
];

/** The versions from which on a database has these. */
export const firstWith = {
  sequence: 1 + migrations.indexOf(attemptSequence),
  identity: 1 + migrations.indexOf(databaseIdentity),
  namesOfThings: 1 + migrations.indexOf(namesOfThings),
} as const;
