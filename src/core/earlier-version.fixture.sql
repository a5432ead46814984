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
INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, request_funds_path, token_map_path, found, report, created_at) VALUES ('practice', 'practice', 'Practice account', 'teal', NULL, NULL, '{"variant":"api-key"}', NULL, NULL, '{"tokenMap":null,"requestFunds":null}', NULL, '2026-11-22T21:24:14.713Z');
INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, request_funds_path, token_map_path, found, report, created_at) VALUES ('work', 'service', 'Work', 'green', 'https://service.example', NULL, '{"variant":"api-key"}', NULL, NULL, '{"tokenMap":null,"requestFunds":null}', NULL, '2026-11-22T21:24:20.867Z');
INSERT INTO settings (name, value) VALUES ('queue:practice', '{"atOnce":1,"stopLine":"123456789000000000000"}');
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (1, 'practice', '/given/confirmed.txt', 'confirmed.txt', NULL, 9, '1795382654741654652', '2026-11-22T21:24:14.746Z', '0x8fbb8dad9e3865f36bbe2a27c9cb2cb4c4e3db9188c84707107220db2318a418', '0x63f6a3c8fc8ad38f1556c5981ba91ca12a4244934f6bdb6cbcd375a7bbb30bb6', '0x9599915bd8cd62b6b42e6c37b5b681a76991a7c5be1fde9971278ce65b99d550', '{"kind":"confirmed","submissionId":"7c82383f-9152-49c8-ae58-58fff0a52d97","at":"2026-11-22T21:24:15.972Z"}', '7c82383f-9152-49c8-ae58-58fff0a52d97', '{"amount":"21000900000000","token":"ethereum","decimals":18}', NULL, NULL, 1, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (2, 'practice', '/given/since-copy.txt', 'since-copy.txt', NULL, 22, '1795382656069654713', '2026-11-22T21:24:16.070Z', '0x255d10cbe74c57377f0508a5c2d4351230c4a334a1a69bd3e3f69ee8a2d5b442', '0xdb94d3944607801799c7818d82bc070671032699cf047aede6baaa21a4bb71a2', '0xb75f029258c375be160a5ee7b303a85aa1bc14fdf4ca8ad9057affac3a53d8a6', '{"kind":"paused","why":{"kind":"since-copy"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (3, 'practice', '/given/released.txt', 'released.txt', NULL, 8, '1795382656069654713', '2026-11-22T21:24:16.070Z', '0x52d78f6d73a669a63b64dc6e361537d03ac9931f6c7b686e1ff262b7eb0b117d', '0x086d8562b21507937baac99c62500d74ca4da3aaa92870be750dd306dcbbb95e', '0xd29eae1372c396247daf62745d10c3513eb46f9f232b4527e0f5298e5dca5cd0', '{"kind":"failed","submissionId":"75c4227f-0615-44ce-89cc-309cb5fca688","reason":{"code":"failed-in-service","message":"The service took the file but gave up on it. Ask its operator, or submit the file again.","detail":"Given up."}}', '75c4227f-0615-44ce-89cc-309cb5fca688', NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (4, 'practice', '/given/duplicate.txt', 'duplicate.txt', NULL, 9, '1795382656441654730', '2026-11-22T21:24:16.444Z', '0x8fbb8dad9e3865f36bbe2a27c9cb2cb4c4e3db9188c84707107220db2318a418', '0x63f6a3c8fc8ad38f1556c5981ba91ca12a4244934f6bdb6cbcd375a7bbb30bb6', '0x9599915bd8cd62b6b42e6c37b5b681a76991a7c5be1fde9971278ce65b99d550', '{"kind":"paused","why":{"kind":"duplicate","of":{"itemId":1,"name":"confirmed.txt","submissionId":"7c82383f-9152-49c8-ae58-58fff0a52d97","at":"2026-11-22T21:24:15.972Z"}}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (5, 'practice', '/given/empty.txt', 'empty.txt', NULL, 0, '1795382656441654730', '2026-11-22T21:24:16.444Z', NULL, NULL, NULL, '{"kind":"rejected","reason":{"code":"empty-file","message":"This file is empty, so there is nothing to submit."}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (6, 'practice', '/given/failed.txt', 'failed.txt', NULL, 6, '1795382656745654744', '2026-11-22T21:24:16.749Z', '0x8f44d68b1a26169d304522fa2f95aa938d98120d628d1db5726120ca84e53b43', '0x6fa1b11cd9d938d49bc07191020d65cfe82c35279901552a8f94730797148a3e', '0x5d28a90f4498a81461efbaf6f628a19d9778390bb5c81a393dd936181cc3d826', '{"kind":"failed","submissionId":"b4fb9938-ac6a-4a06-b7cb-073ed35e28e5","reason":{"code":"failed-in-service","message":"The service took the file but gave up on it. Ask its operator, or submit the file again.","detail":"Given up."}}', 'b4fb9938-ac6a-4a06-b7cb-073ed35e28e5', NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (7, 'practice', '/given/beyond.txt', 'beyond.txt', NULL, 15, '1795382657453654777', '2026-11-22T21:24:17.456Z', '0xd21c3eeb592aa5c1fad5c0a13f905c703faccdccd0373270725bdd031d0cc53e', '0xdcf75c02f833861d26ba9dcaff0a0ede18fc8473421cab4dcde894ae84e6fcd8', '0x25ad62384f475d4deca59c9a31af487fe00989e2a228d045e17cd79ae69998de', '{"kind":"paused","why":{"kind":"beyond-stop-line"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (8, 'practice', '/given/submitted.txt', 'submitted.txt', NULL, 9, '1795382662493655009', '2026-11-22T21:24:22.496Z', '0x68d03655b059a90df009d27b879849a51f10e1c81cf4bada60f5f2b78c829c8c', '0x4b52be17f2942a516124ef8c9952537a021363e19fae96d6bcaba2c3ffd74081', '0xe06f8cfc39f12aa98dffbc04587ed1a5cf4d65889ec9b02d4cf4b9b94df22e69', '{"kind":"submitted","submissionId":"1b49119f-a4e1-4160-837a-c29a235d5f6d","at":"2026-11-22T21:24:22.781Z"}', '1b49119f-a4e1-4160-837a-c29a235d5f6d', NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (9, 'practice', '/given/uncertain.txt', 'uncertain.txt', NULL, 9, '1795382662857655026', '2026-11-22T21:24:22.860Z', '0xa6104776fe4b24fe6a4521a8c58a5a63c05f12efd6cb17e46b506346212a74db', '0x0b56a38b0a043fb2b956bde92d535d3539db2164626fb97beaf72ebe937fe86c', '0x96642b36a83c4c78c5dc7a3019ab2c4c7138ff513fad4ffd669f5c65ab4ae178', '{"kind":"unsettled","since":"2026-11-22T21:24:22.867Z","reason":{"code":"unreachable","message":"Everything was sent, but no readable answer came back, so it may have been accepted. The connection to the service broke off. Try again; check your internet connection if it stays so.","detail":"POST http://127.0.0.1:33047/v1/submit_raw_data\nECONNRESET: socket hang up"},"check":{"kind":"checking","until":"2026-11-22T21:24:30.675Z"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (10, 'practice', '/given/paused.txt', 'paused.txt', NULL, 6, '1795382664965655123', '2026-11-22T21:24:24.968Z', NULL, NULL, NULL, '{"kind":"paused","why":{"kind":"by-person"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (11, 'practice', '/given/cancelled.txt', 'cancelled.txt', NULL, 9, '1795382664965655123', '2026-11-22T21:24:24.968Z', NULL, NULL, NULL, '{"kind":"cancelled"}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (12, 'practice', '/given/sending.txt', 'sending.txt', NULL, 10, '1795382665333655140', '2026-11-22T21:24:25.337Z', '0x92c203143dc41db2fca37196c0fc414f9da1641e017efe08646457b53d245dbb', '0x234f77811917eb315cee9110ab985d69b3fa224a1646a6044df8d7d13df9eeb2', '0xa305100c59d5a82df7ead8934aecd2790289c4f7c69e71427a47661809618e2d', '{"kind":"sending","attempt":1}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (13, 'practice', '/given/retrying.txt', 'retrying.txt', NULL, 8, '1795382667697655249', '2026-11-22T21:24:27.701Z', '0x1bd1fcb802b2e0db3df7f2cd49c2de5a1647bcfc652f575bd427e7189aa89cdc', '0xaa5a37374bfe149beaad74309316112b6cdb842b0dfc7e36482467fb2e1da1cf', '0x66e11022d98ccacefb7fd99f9eedc2e877da472ad46bad0f331ead6786f76a32', '{"kind":"retrying","until":"2026-11-22T22:24:27.762Z","reason":{"code":"unavailable","message":"The service cannot take requests at the moment. Try again a little later.","detail":"POST http://127.0.0.1:33047/v1/submit_raw_data\nHTTP 503 Service Unavailable\nPoints to http://127.0.0.1:33047/v1/submit_raw_data\n{\"error\":\"Busy.\"}"}}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO items (id, account_id, path, name, folder, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id, cost, settlement, removed_at, batch, turn, submit_anyway, beyond_line, wish, dropped_path) VALUES (14, 'practice', '/given/waiting.txt', 'waiting.txt', NULL, 7, '1795382667809655254', '2026-11-22T21:24:27.810Z', NULL, NULL, NULL, '{"kind":"waiting"}', NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (1, 1, '2026-11-22T21:24:14.948Z', 1, NULL, '2026-11-22T21:24:14.960Z', 'accepted', '7c82383f-9152-49c8-ae58-58fff0a52d97', 0, 4, 5);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (3, 1, '2026-11-22T21:24:16.323Z', 1, NULL, '2026-11-22T21:24:16.332Z', 'accepted', '75c4227f-0615-44ce-89cc-309cb5fca688', 0, 14, 15);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (6, 1, '2026-11-22T21:24:16.751Z', 1, NULL, '2026-11-22T21:24:16.756Z', 'accepted', 'b4fb9938-ac6a-4a06-b7cb-073ed35e28e5', 0, 20, 21);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (8, 1, '2026-11-22T21:24:22.757Z', 1, NULL, '2026-11-22T21:24:22.781Z', 'accepted', '1b49119f-a4e1-4160-837a-c29a235d5f6d', 0, 35, 36);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (9, 1, '2026-11-22T21:24:22.863Z', 1, NULL, '2026-11-22T21:24:22.867Z', 'unknown', 'Everything was sent, but no readable answer came back, so it may have been accepted. The connection to the service broke off. Try again; check your internet connection if it stays so.
POST http://127.0.0.1:33047/v1/submit_raw_data
ECONNRESET: socket hang up', 0, 38, 39);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (12, 1, '2026-11-22T21:24:25.642Z', 1, NULL, NULL, 'under-way', NULL, 0, 50, NULL);
INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, detail, left_behind, begin_sequence, end_sequence) VALUES (13, 1, '2026-11-22T21:24:27.704Z', 1, NULL, '2026-11-22T21:24:27.713Z', 'refused', 'The service cannot take requests at the moment. Try again a little later.
POST http://127.0.0.1:33047/v1/submit_raw_data
HTTP 503 Service Unavailable
Points to http://127.0.0.1:33047/v1/submit_raw_data
{"error":"Busy."}', 0, 52, 53);
INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence) VALUES ('practice', '75c4227f-0615-44ce-89cc-309cb5fca688', '{"id":"75c4227f-0615-44ce-89cc-309cb5fca688","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenDetailsId":"1","extrinsicIndex":"1","amountData":"8","fees":"21000800000000","toAddress":"0xd4e5b6a7908172635445362718f0e1d2c3b4a596","blockHash":"0x600f13d374950a85d786f385780b383c06d564e8772e1be0cff858f917729f9f","dataHash":"0x086d8562b21507937baac99c62500d74ca4da3aaa92870be750dd306dcbbb95e","txHash":"0xf75ce21d4d8d70b4abaa3c90e4fed4b8792625e606a9a41a6ec5017192754541","createdAt":"2026-11-22T21:24:16Z","phase":"in-block","error":null,"extra":{}}', '2026-11-22T21:24:17.452Z', '2026-11-22T21:24:17.766Z', 27);
INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence) VALUES ('practice', '7c82383f-9152-49c8-ae58-58fff0a52d97', '{"id":"7c82383f-9152-49c8-ae58-58fff0a52d97","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenDetailsId":"1","extrinsicIndex":"1","amountData":"9","fees":"21000900000000","toAddress":"0xd4e5b6a7908172635445362718f0e1d2c3b4a596","blockHash":"0xecfa8a1c670518e9bc140ae0ef00d64e66f89f6495b8729f0d47a5edb1d82179","dataHash":"0x63f6a3c8fc8ad38f1556c5981ba91ca12a4244934f6bdb6cbcd375a7bbb30bb6","txHash":"0x9abf5482501d63b5acc87860430a7007e11a1bfa4f89addf3496f646ebf01d6e","createdAt":"2026-11-22T21:24:14Z","phase":"in-block","error":null,"extra":{}}', '2026-11-22T21:24:15.970Z', '2026-11-22T21:24:15.970Z', 5);
INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence) VALUES ('practice', 'b4fb9938-ac6a-4a06-b7cb-073ed35e28e5', '{"id":"b4fb9938-ac6a-4a06-b7cb-073ed35e28e5","userId":null,"tokenDetailsId":null,"extrinsicIndex":null,"amountData":null,"fees":null,"toAddress":null,"blockHash":null,"dataHash":null,"txHash":null,"createdAt":null,"phase":"failed","error":"Given up.","extra":{}}', '2026-11-22T21:24:17.452Z', '2026-11-22T21:24:17.452Z', 21);
INSERT INTO token_pages (account_id, tokens, tokens_read_at, names, names_read_at) VALUES ('practice', '[{"tokenDetailsId":"1","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5","tokenBalance":"99999936997700000000","extra":{}},{"tokenDetailsId":"2","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01","tokenBalance":"1000001000000000000","extra":{}},{"tokenDetailsId":"3","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a","tokenBalance":"250000000000000000000000","extra":{}},{"tokenDetailsId":"4","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e","tokenBalance":"0","extra":{}}]', '2026-11-22T21:24:22.382Z', '[{"name":"ethereum","tokenAddress":"0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5","decimals":18},{"name":"usd-coin","tokenAddress":"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01","decimals":6},{"name":"avail","tokenAddress":"0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a","decimals":18},{"name":"dai","tokenAddress":"0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e","decimals":18}]', '2026-11-22T21:24:22.382Z');
INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES ('practice', '0x0000000000000000000000000000000000000002', 6, NULL);
INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES ('practice', '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01', NULL, '5000000000000000000');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '1 0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5', '{"record":{"tokenDetailsId":"1","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5","tokenBalance":"99999936997700000000","extra":{}},"seenAt":"2026-11-22T21:24:22.382Z","baseline":{"balance":"99999936997700000000","at":"2026-11-22T21:24:22.382Z","feesSince":"2026-11-21T21:24:22.382Z","fees":"42001700000000"},"missing":null,"warned":false}');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '2 0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01', '{"record":{"tokenDetailsId":"2","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01","tokenBalance":"1000001000000000000","extra":{}},"seenAt":"2026-11-22T21:24:22.382Z","baseline":{"balance":"1000001000000000000","at":"2026-11-22T21:24:22.382Z","feesSince":"2026-11-21T21:24:22.382Z","fees":"0"},"missing":null,"warned":false}');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '3 0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a', '{"record":{"tokenDetailsId":"3","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a","tokenBalance":"250000000000000000000000","extra":{}},"seenAt":"2026-11-22T21:24:22.382Z","baseline":{"balance":"250000000000000000000000","at":"2026-11-22T21:24:22.382Z","feesSince":"2026-11-21T21:24:22.382Z","fees":"0"},"missing":null,"warned":false}');
INSERT INTO balance_marks (account_id, key, mark) VALUES ('practice', '4 0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e', '{"record":{"tokenDetailsId":"4","userId":"569f84ce-0ab6-452f-96f9-495ce3328e1d","tokenAddress":"0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e","tokenBalance":"0","extra":{}},"seenAt":"2026-11-22T21:24:22.382Z","baseline":{"balance":"0","at":"2026-11-22T21:24:22.382Z","feesSince":"2026-11-21T21:24:22.382Z","fees":"0"},"missing":null,"warned":false}');
INSERT INTO deposits (id, account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight) VALUES (1, 'practice', 'draft-1', '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01', '1000000000000000000', '1', '2026-11-22T21:24:17.806Z', '{"kind":"registered","at":"2026-11-22T21:24:17.812Z","answer":"{\"deposit_id\":\"dd1e7f53-560b-40c1-a847-f3dc4c2df6b6\",\"token_details_id\":2,\"token_address\":\"0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01\",\"amount_deposited\":\"1000000000000000000\",\"chain_id\":1,\"token_balance\":\"1000001000000000000\"}"}', '[{"number":1,"startedAt":"2026-11-22T21:24:17.806Z","endedAt":"2026-11-22T21:24:17.812Z","outcome":"registered","detail":null}]', '{"before":null,"after":{"kind":"not-yet"}}');
INSERT INTO deposits (id, account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight) VALUES (2, 'practice', 'draft-2', '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01', '2000000000000000000', '1', '2026-11-22T21:24:19.331Z', '{"kind":"unknown","since":"2026-11-22T21:24:19.336Z","reason":{"code":"unreachable","message":"Everything was sent, but no readable answer came back, so it may have been accepted. The connection to the service broke off. Try again; check your internet connection if it stays so.","detail":"POST http://127.0.0.1:33047/users/request_funds\nECONNRESET: socket hang up"}}', '[{"number":1,"startedAt":"2026-11-22T21:24:19.331Z","endedAt":"2026-11-22T21:24:19.336Z","outcome":"unknown","detail":"POST http://127.0.0.1:33047/users/request_funds\nECONNRESET: socket hang up"}]', '{"before":null,"after":{"kind":"not-yet"}}');
INSERT INTO histories (account_id, as_of, list_limit, listed) VALUES ('practice', '2026-11-22T21:24:17.736Z', 1000, 3);
INSERT INTO lookup_recent (id, account_id, text, outcome, at) VALUES (1, 'practice', 'confirmed.txt', 'found', '2026-11-22T21:24:20.858Z');
INSERT INTO lookup_watches (account_id, submission_id, since) VALUES ('practice', '3f0b2c1e-0000-4000-8000-000000000001', '2026-11-22T21:24:20.843Z');
INSERT INTO earlier_records (number, account_id, id, until, record) VALUES (1, 'practice', '75c4227f-0615-44ce-89cc-309cb5fca688', '2026-11-22T21:24:17.766Z', '{"id":"75c4227f-0615-44ce-89cc-309cb5fca688","userId":null,"tokenDetailsId":null,"extrinsicIndex":null,"amountData":null,"fees":null,"toAddress":null,"blockHash":null,"dataHash":null,"txHash":null,"createdAt":null,"phase":"failed","error":"Given up.","extra":{}}');
INSERT INTO attempt_sequence (last) VALUES (56);
INSERT INTO record_room (account_id, records, bytes, earlier_bytes) VALUES ('practice', 3, 1362, 262);
INSERT INTO database_identity (id) VALUES ('bc17bef0ff3a0a1b23037788bf06f697');
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
