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
    expires_at TEXT, unproven INTEGER NOT NULL DEFAULT 0,
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
  , wish TEXT CHECK (wish IN ('cancel', 'pause')), dropped_path TEXT) STRICT;
CREATE TABLE attempts (
    item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    whole_body_may_be_out INTEGER NOT NULL,
    token TEXT,
    ended_at TEXT,
    outcome TEXT NOT NULL,
    detail TEXT, left_behind INTEGER NOT NULL DEFAULT 0, begin_sequence INTEGER, end_sequence INTEGER,
    PRIMARY KEY (item_id, number)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE records (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    first_read_at TEXT NOT NULL DEFAULT '',
    read_at TEXT NOT NULL,
    data_hash TEXT GENERATED ALWAYS AS (json_extract(record, '$.dataHash')) STORED, seen_sequence INTEGER,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
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
CREATE TABLE former_submissions (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    submission_id TEXT NOT NULL,
    PRIMARY KEY (account_id, submission_id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE earlier_records (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL,
    until TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
CREATE TABLE attempt_sequence (last INTEGER NOT NULL) STRICT;
CREATE TABLE record_room (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    earlier_bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE database_identity (id TEXT NOT NULL) STRICT;
INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, request_funds_path, token_map_path, found, report, created_at) VALUES ('practice', 'practice', 'Practice account', 'teal', NULL, NULL, '{"variant":"api-key"}', NULL, NULL, '{"tokenMap":null,"requestFunds":null}', NULL, '2026-11-22T19:39:53.938Z');
INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, request_funds_path, token_map_path, found, report, created_at) VALUES ('work', 'service', 'Work', 'green', 'https://service.example', NULL, '{"variant":"api-key"}', NULL, NULL, '{"tokenMap":null,"requestFunds":null}', NULL, '2026-11-22T19:40:02.670Z');
INSERT INTO settings (name, value) VALUES ('queue:practice', '{"atOnce":3,"stopLine":"123456789000000000000"}');
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (1, 'practice', '/given/confirmed.txt', 'confirmed.txt', NULL, 9, '1795376394513365801', '2026-11-22T19:39:54.517Z', '0x8fbb8dad9e3865f36bbe2a27c9cb2cb4c4e3db9188c84707107220db2318a418', '0x63f6a3c8fc8ad38f1556c5981ba91ca12a4244934f6bdb6cbcd375a7bbb30bb6', '0x9599915bd8cd62b6b42e6c37b5b681a76991a7c5be1fde9971278ce65b99d550', '{"kind":"confirmed","submissionId":"9cb1b41e-ee8f-493d-8d67-487e833f9082","at":"2026-11-22T19:39:57.229Z"}', '9cb1b41e-ee8f-493d-8d67-487e833f9082', '{"amount":"21000900000000","token":"ethereum","decimals":18}', NULL, NULL, 1, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (2, 'practice', '/given/duplicate.txt', 'duplicate.txt', NULL, 9, '1795376397241365926', '2026-11-22T19:39:57.244Z', '0x8fbb8dad9e3865f36bbe2a27c9cb2cb4c4e3db9188c84707107220db2318a418', '0x63f6a3c8fc8ad38f1556c5981ba91ca12a4244934f6bdb6cbcd375a7bbb30bb6', '0x9599915bd8cd62b6b42e6c37b5b681a76991a7c5be1fde9971278ce65b99d550', '{"kind":"paused","why":{"kind":"duplicate","of":{"itemId":1,"name":"confirmed.txt","submissionId":"9cb1b41e-ee8f-493d-8d67-487e833f9082","at":"2026-11-22T19:39:57.229Z"}}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (3, 'practice', '/given/empty.txt', 'empty.txt', NULL, 0, '1795376397241365926', '2026-11-22T19:39:57.244Z', NULL, NULL, NULL, '{"kind":"rejected","reason":{"code":"empty-file","message":"This file is empty, so there is nothing to submit."}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (4, 'practice', '/given/failed.txt', 'failed.txt', NULL, 6, '1795376397621365944', '2026-11-22T19:39:57.622Z', '0x8f44d68b1a26169d304522fa2f95aa938d98120d628d1db5726120ca84e53b43', '0x6fa1b11cd9d938d49bc07191020d65cfe82c35279901552a8f94730797148a3e', '0x5d28a90f4498a81461efbaf6f628a19d9778390bb5c81a393dd936181cc3d826', '{"kind":"failed","submissionId":"007d99fd-a335-4bb1-a24b-41838d756de2","reason":{"code":"failed-in-service","message":"The service took the file but gave up on it. Ask its operator, or submit the file again.","detail":"Given up."}}', '007d99fd-a335-4bb1-a24b-41838d756de2', NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (5, 'practice', '/given/beyond.txt', 'beyond.txt', NULL, 15, '1795376398809365999', '2026-11-22T19:39:58.813Z', '0xd21c3eeb592aa5c1fad5c0a13f905c703faccdccd0373270725bdd031d0cc53e', '0xdcf75c02f833861d26ba9dcaff0a0ede18fc8473421cab4dcde894ae84e6fcd8', '0x25ad62384f475d4deca59c9a31af487fe00989e2a228d045e17cd79ae69998de', '{"kind":"paused","why":{"kind":"beyond-stop-line"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (6, 'practice', '/given/submitted.txt', 'submitted.txt', NULL, 9, '1795376403041366194', '2026-11-22T19:40:03.045Z', '0x68d03655b059a90df009d27b879849a51f10e1c81cf4bada60f5f2b78c829c8c', '0x4b52be17f2942a516124ef8c9952537a021363e19fae96d6bcaba2c3ffd74081', '0xe06f8cfc39f12aa98dffbc04587ed1a5cf4d65889ec9b02d4cf4b9b94df22e69', '{"kind":"submitted","submissionId":"a22276c7-af98-44f9-aecd-b92353647b1d","at":"2026-11-22T19:40:04.550Z"}', 'a22276c7-af98-44f9-aecd-b92353647b1d', NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (7, 'practice', '/given/uncertain.txt', 'uncertain.txt', NULL, 9, '1795376404601366266', '2026-11-22T19:40:04.602Z', '0xa6104776fe4b24fe6a4521a8c58a5a63c05f12efd6cb17e46b506346212a74db', '0x0b56a38b0a043fb2b956bde92d535d3539db2164626fb97beaf72ebe937fe86c', '0x96642b36a83c4c78c5dc7a3019ab2c4c7138ff513fad4ffd669f5c65ab4ae178', '{"kind":"unsettled","since":"2026-11-22T19:40:04.608Z","reason":{"code":"unreachable","message":"Everything was sent, but no readable answer came back, so it may have been accepted. The connection to the service broke off. Try again; check your internet connection if it stays so.","detail":"POST http://127.0.0.1:39669/v1/submit_raw_data\nECONNRESET: socket hang up"},"check":{"kind":"checking","until":"2026-11-22T19:40:07.489Z"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (8, 'practice', '/given/retrying.txt', 'retrying.txt', NULL, 8, '1795376407017366378', '2026-11-22T19:40:07.249Z', '0x1bd1fcb802b2e0db3df7f2cd49c2de5a1647bcfc652f575bd427e7189aa89cdc', '0xaa5a37374bfe149beaad74309316112b6cdb842b0dfc7e36482467fb2e1da1cf', '0x66e11022d98ccacefb7fd99f9eedc2e877da472ad46bad0f331ead6786f76a32', '{"kind":"sending","attempt":2}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (9, 'practice', '/given/waiting.txt', 'waiting.txt', NULL, 7, '1795376408529366447', '2026-11-22T19:40:08.540Z', '0x3a9fb0df06b5cb13440524d0b99f0d32c5d055c12b07461e7e88e43353f25b3a', '0xb1281a430bbf17baa22f45f0b2dc33596a4d80dab47317e6d3200fe36b9492f0', '0x80cfa3e7f28dde4df64436b652230aff28d7779116d1369c21ef2bbf37261d71', '{"kind":"sending","attempt":1}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (10, 'practice', '/given/paused.txt', 'paused.txt', NULL, 6, '1795376408537366448', '2026-11-22T19:40:08.540Z', NULL, NULL, NULL, '{"kind":"paused","why":{"kind":"by-person"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (11, 'practice', '/given/cancelled.txt', 'cancelled.txt', NULL, 9, '1795376408537366448', '2026-11-22T19:40:08.540Z', NULL, NULL, NULL, '{"kind":"cancelled"}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (12, 'practice', '/given/new.txt', 'new.txt', NULL, 3, '1795376410765366550', '2026-11-22T19:40:10.766Z', '0x41e691fcbdc41a0c9c62caec68dbbdb99b245cbb72f06df6f40fa1bd1b4d97d9', '0x9bae9d5e4321c22f5517340a941264c1bd4a6adf985990afe7a906b4f553de72', '0x11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437', '{"kind":"sending","attempt":1}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (1, 1, '2026-11-22T19:39:55.868Z', 1, NULL, '2026-11-22T19:39:56.155Z', 'accepted', '9cb1b41e-ee8f-493d-8d67-487e833f9082', 0, 4, 5);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (4, 1, '2026-11-22T19:39:57.630Z', 1, NULL, '2026-11-22T19:39:57.737Z', 'accepted', '007d99fd-a335-4bb1-a24b-41838d756de2', 0, 10, 11);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (6, 1, '2026-11-22T19:40:04.519Z', 1, NULL, '2026-11-22T19:40:04.550Z', 'accepted', 'a22276c7-af98-44f9-aecd-b92353647b1d', 0, 24, 25);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (7, 1, '2026-11-22T19:40:04.604Z', 1, NULL, '2026-11-22T19:40:04.608Z', 'unknown', 'Everything was sent, but no readable answer came back, so it may have been accepted. The connection to the service broke off. Try again; check your internet connection if it stays so.
POST http://127.0.0.1:39669/v1/submit_raw_data
ECONNRESET: socket hang up', 0, 27, 28);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (8, 1, '2026-11-22T19:40:08.226Z', 1, NULL, '2026-11-22T19:40:08.268Z', 'not-sent', 'Nothing answers at 127.0.0.1:9. Check that the service is running and that the account’s address is right.
POST http://127.0.0.1:9/v1/submit_raw_data
ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 0, 35, 36);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (8, 2, '2026-11-22T19:40:10.720Z', 1, NULL, NULL, 'under-way', NULL, 0, 42, NULL);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (9, 1, '2026-11-22T19:40:11.359Z', 1, NULL, NULL, 'under-way', NULL, 0, 43, NULL);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (12, 1, '2026-11-22T19:40:12.134Z', 1, NULL, NULL, 'under-way', NULL, 0, 45, NULL);
INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence) VALUES ('practice', '007d99fd-a335-4bb1-a24b-41838d756de2', '{"id":"007d99fd-a335-4bb1-a24b-41838d756de2","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenDetailsId":"1","extrinsicIndex":"1","amountData":"6","fees":"21000600000000","toAddress":"0xd4e5b6a7908172635445362718f0e1d2c3b4a596","blockHash":"0xf8b04018884ecc9362537f9ba3c60a0cba31de5c1ab890d8cffddd1cdc31efa7","dataHash":"0x6fa1b11cd9d938d49bc07191020d65cfe82c35279901552a8f94730797148a3e","txHash":"0x15648333be0fc9685b48601967a6b072cfe6d904f4c2893d7800702fc3ba639f","createdAt":"2026-11-22T19:39:57Z","phase":"in-block","error":null,"extra":{}}', '2026-11-22T19:39:58.755Z', '2026-11-22T19:39:59.459Z', 16);
INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence) VALUES ('practice', '9cb1b41e-ee8f-493d-8d67-487e833f9082', '{"id":"9cb1b41e-ee8f-493d-8d67-487e833f9082","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenDetailsId":"1","extrinsicIndex":"1","amountData":"9","fees":"21000900000000","toAddress":"0xd4e5b6a7908172635445362718f0e1d2c3b4a596","blockHash":"0x7ad229a3de11c20470f8c70e8095f3d6aafcef274617b4ee1dd68e1effde15cd","dataHash":"0x63f6a3c8fc8ad38f1556c5981ba91ca12a4244934f6bdb6cbcd375a7bbb30bb6","txHash":"0x119b14e646802a277f6b0c47d684c0409a182eb34eef2bc2afb8958173f45ad5","createdAt":"2026-11-22T19:39:56Z","phase":"in-block","error":null,"extra":{}}', '2026-11-22T19:39:57.204Z', '2026-11-22T19:39:57.204Z', 5);
INSERT INTO token_pages (account_id, tokens, tokens_read_at, names, names_read_at) VALUES ('practice', '[{"tokenDetailsId":"1","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5","tokenBalance":"99999957998500000000","extra":{}},{"tokenDetailsId":"2","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01","tokenBalance":"1000000000000","extra":{}},{"tokenDetailsId":"3","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a","tokenBalance":"250000000000000000000000","extra":{}},{"tokenDetailsId":"4","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e","tokenBalance":"0","extra":{}}]', '2026-11-22T19:39:59.503Z', '[{"name":"ethereum","tokenAddress":"0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5","decimals":18},{"name":"usd-coin","tokenAddress":"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01","decimals":6},{"name":"avail","tokenAddress":"0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a","decimals":18},{"name":"dai","tokenAddress":"0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e","decimals":18}]', '2026-11-22T19:39:59.503Z');
INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES ('practice', '0x0000000000000000000000000000000000000002', 6, NULL);
INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES ('practice', '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01', NULL, '5000000000000000000');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '1 0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5', '{"record":{"tokenDetailsId":"1","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5","tokenBalance":"99999957998500000000","extra":{}},"seenAt":"2026-11-22T19:39:59.503Z","baseline":{"balance":"99999957998500000000","at":"2026-11-22T19:39:59.503Z","feesSince":"2026-11-21T19:39:59.503Z","fees":"42001500000000"},"missing":null,"warned":false}');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '2 0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01', '{"record":{"tokenDetailsId":"2","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01","tokenBalance":"1000000000000","extra":{}},"seenAt":"2026-11-22T19:39:59.503Z","baseline":{"balance":"1000000000000","at":"2026-11-22T19:39:59.503Z","feesSince":"2026-11-21T19:39:59.503Z","fees":"0"},"missing":null,"warned":false}');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '3 0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a', '{"record":{"tokenDetailsId":"3","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a","tokenBalance":"250000000000000000000000","extra":{}},"seenAt":"2026-11-22T19:39:59.503Z","baseline":{"balance":"250000000000000000000000","at":"2026-11-22T19:39:59.503Z","feesSince":"2026-11-21T19:39:59.503Z","fees":"0"},"missing":null,"warned":false}');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '4 0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e', '{"record":{"tokenDetailsId":"4","userId":"32df3a54-b911-494f-88dc-a859fcd869a9","tokenAddress":"0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e","tokenBalance":"0","extra":{}},"seenAt":"2026-11-22T19:39:59.503Z","baseline":{"balance":"0","at":"2026-11-22T19:39:59.503Z","feesSince":"2026-11-21T19:39:59.503Z","fees":"0"},"missing":null,"warned":false}');
INSERT INTO deposits (id, account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight) VALUES (1, 'practice', 'draft-1', '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01', '1000000000000000000', '1', '2026-11-22T19:39:59.504Z', '{"kind":"registered","at":"2026-11-22T19:39:59.512Z","answer":"{\"deposit_id\":\"4541e034-fb71-42f6-8ac4-fc28893c1010\",\"token_details_id\":2,\"token_address\":\"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01\",\"amount_deposited\":\"1000000000000000000\",\"chain_id\":1,\"token_balance\":\"1000001000000000000\"}"}', '[{"number":1,"startedAt":"2026-11-22T19:39:59.504Z","endedAt":"2026-11-22T19:39:59.512Z","outcome":"registered","detail":null}]', '{"before":null,"after":{"kind":"not-yet"}}');
INSERT INTO deposits (id, account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight) VALUES (2, 'practice', 'draft-2', '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01', '2000000000000000000', '1', '2026-11-22T19:40:01.043Z', '{"kind":"unknown","since":"2026-11-22T19:40:01.081Z","reason":{"code":"unreachable","message":"Everything was sent, but no readable answer came back, so it may have been accepted. The connection to the service broke off. Try again; check your internet connection if it stays so.","detail":"POST http://127.0.0.1:39669/users/request_funds\nECONNRESET: socket hang up"}}', '[{"number":1,"startedAt":"2026-11-22T19:40:01.043Z","endedAt":"2026-11-22T19:40:01.081Z","outcome":"unknown","detail":"POST http://127.0.0.1:39669/users/request_funds\nECONNRESET: socket hang up"}]', '{"before":null,"after":{"kind":"not-yet"}}');
INSERT INTO histories (account_id, as_of, list_limit, listed) VALUES ('practice', '2026-11-22T19:39:59.410Z', 1000, 2);
INSERT INTO lookup_recent (id, account_id, text, outcome, at) VALUES (1, 'practice', 'confirmed.txt', 'found', '2026-11-22T19:40:02.647Z');
INSERT INTO lookup_watches (account_id, submission_id, since) VALUES ('practice', '3f0b2c1e-0000-4000-8000-000000000001', '2026-11-22T19:40:02.578Z');
INSERT INTO earlier_records (number, account_id, id, until, record) VALUES (1, 'practice', '007d99fd-a335-4bb1-a24b-41838d756de2', '2026-11-22T19:39:59.459Z', '{"id":"007d99fd-a335-4bb1-a24b-41838d756de2","userId":null,"tokenDetailsId":null,"extrinsicIndex":null,"amountData":null,"fees":null,"toAddress":null,"blockHash":null,"dataHash":null,"txHash":null,"createdAt":null,"phase":"failed","error":"Given up.","extra":{}}');
INSERT INTO attempt_sequence (last) VALUES (45);
INSERT INTO record_room (account_id, records, bytes, earlier_bytes) VALUES ('practice', 2, 1100, 262);
INSERT INTO database_identity (id) VALUES ('5df78818042ab41a39ce154c8c51b595');
CREATE INDEX items_by_keccak256 ON items (account_id, keccak256) WHERE keccak256 IS NOT NULL;
CREATE INDEX items_by_submission ON items (account_id, submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX records_by_data_hash ON records (data_hash);
CREATE INDEX earlier_records_by_id ON earlier_records (account_id, id, number);
CREATE TRIGGER former_submissions_are_kept AFTER UPDATE OF submission_id ON items
  WHEN old.submission_id IS NOT NULL AND new.submission_id IS NOT old.submission_id
  BEGIN
    INSERT OR IGNORE INTO former_submissions VALUES (old.account_id, old.submission_id);
  END;
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
CREATE TRIGGER records_take_room AFTER INSERT ON records BEGIN
    INSERT INTO record_room VALUES (new.account_id, 1, octet_length(new.record), 0)
    ON CONFLICT (account_id) DO UPDATE SET records = records + 1, bytes = bytes + excluded.bytes;
  END;
CREATE TRIGGER records_change_room AFTER UPDATE OF record ON records BEGIN
    UPDATE record_room SET bytes = bytes + octet_length(new.record) - octet_length(old.record)
    WHERE account_id = new.account_id;
  END;
CREATE TRIGGER twin_records_take_room AFTER INSERT ON twin_records BEGIN
    INSERT INTO record_room VALUES (new.account_id, 1, octet_length(new.record), 0)
    ON CONFLICT (account_id) DO UPDATE SET records = records + 1, bytes = bytes + excluded.bytes;
  END;
CREATE TRIGGER twin_records_change_room AFTER UPDATE OF record ON twin_records BEGIN
    UPDATE record_room SET bytes = bytes + octet_length(new.record) - octet_length(old.record)
    WHERE account_id = new.account_id;
  END;
CREATE TRIGGER twin_records_leave_room AFTER DELETE ON twin_records BEGIN
    UPDATE record_room SET records = records - 1, bytes = bytes - octet_length(old.record)
    WHERE account_id = old.account_id;
  END;
CREATE TRIGGER earlier_records_have_room BEFORE INSERT ON earlier_records
  WHEN (SELECT earlier_bytes FROM record_room WHERE account_id = new.account_id) > 67108864 BEGIN
    SELECT RAISE(IGNORE);
  END;
CREATE TRIGGER earlier_records_take_room AFTER INSERT ON earlier_records BEGIN
    UPDATE record_room SET earlier_bytes = earlier_bytes + octet_length(new.record) WHERE account_id = new.account_id;
  END;
CREATE TRIGGER earlier_records_leave_room AFTER DELETE ON earlier_records BEGIN
    UPDATE record_room SET earlier_bytes = earlier_bytes - octet_length(old.record) WHERE account_id = old.account_id;
  END;
PRAGMA user_version = 11;
