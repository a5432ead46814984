/**
 * One word for one thing: a file on its way is a submission, what a person sets is a spending limit, and the app's own
 * number of a submission is its local id, since `submission_id` is the service's.
 */
export const namesOfThings = `
  -- Renaming a table, SQLite would rewrite the "excluded" in these to the table's own name.
  DROP TRIGGER records_take_room;
  DROP TRIGGER records_change_room;
  DROP TRIGGER twin_records_take_room;
  DROP TRIGGER twin_records_change_room;
  DROP TRIGGER twin_records_leave_room;
  DROP TRIGGER earlier_records_have_room;
  DROP TRIGGER earlier_records_take_room;
  DROP TRIGGER earlier_records_leave_room;

  ALTER TABLE items RENAME TO submissions;
  ALTER TABLE submissions RENAME COLUMN beyond_line TO beyond_limit;
  ALTER TABLE attempts RENAME COLUMN item_id TO local_id;
  ALTER TABLE twin_records RENAME TO same_id_records;
  ALTER TABLE same_id_records RENAME COLUMN twin TO number;
  ALTER TABLE histories RENAME TO record_syncs;
  ALTER TABLE token_pages RENAME TO token_lists;
  ALTER TABLE record_room RENAME TO record_usage;

  CREATE TRIGGER records_add_usage AFTER INSERT ON records BEGIN
    INSERT INTO record_usage VALUES (new.account_id, 1, octet_length(new.record), 0)
    ON CONFLICT (account_id) DO UPDATE SET records = records + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER records_change_usage AFTER UPDATE OF record ON records BEGIN
    UPDATE record_usage SET bytes = bytes + octet_length(new.record) - octet_length(old.record)
    WHERE account_id = new.account_id;
  END;
  CREATE TRIGGER same_id_records_add_usage AFTER INSERT ON same_id_records BEGIN
    INSERT INTO record_usage VALUES (new.account_id, 1, octet_length(new.record), 0)
    ON CONFLICT (account_id) DO UPDATE SET records = records + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER same_id_records_change_usage AFTER UPDATE OF record ON same_id_records BEGIN
    UPDATE record_usage SET bytes = bytes + octet_length(new.record) - octet_length(old.record)
    WHERE account_id = new.account_id;
  END;
  CREATE TRIGGER same_id_records_end_usage AFTER DELETE ON same_id_records BEGIN
    UPDATE record_usage SET records = records - 1, bytes = bytes - octet_length(old.record)
    WHERE account_id = old.account_id;
  END;
  CREATE TRIGGER earlier_records_end_at_usage BEFORE INSERT ON earlier_records
  WHEN (SELECT earlier_bytes FROM record_usage WHERE account_id = new.account_id) > 67108864 BEGIN
    SELECT RAISE(IGNORE);
  END;
  CREATE TRIGGER earlier_records_add_usage AFTER INSERT ON earlier_records BEGIN
    UPDATE record_usage SET earlier_bytes = earlier_bytes + octet_length(new.record) WHERE account_id = new.account_id;
  END;
  CREATE TRIGGER earlier_records_end_usage AFTER DELETE ON earlier_records BEGIN
    UPDATE record_usage SET earlier_bytes = earlier_bytes - octet_length(old.record) WHERE account_id = old.account_id;
  END;

  DROP INDEX items_by_keccak256;
  DROP INDEX items_by_submission;
  CREATE INDEX submissions_by_keccak256 ON submissions (account_id, keccak256) WHERE keccak256 IS NOT NULL;
  CREATE INDEX submissions_by_submission_id ON submissions (account_id, submission_id) WHERE submission_id IS NOT NULL;

  -- How much of what cannot be had again is in it: for copies, which take the place of the one before.
  CREATE VIEW irreplaceable AS
  SELECT (SELECT count(*) FROM submissions) + (SELECT count(*) FROM records) AS rows;

  -- A state or settings that nobody can read are left as they are: whoever reads them says so.
  UPDATE submissions SET state = json_replace(state, '$.why.kind', 'beyond-spending-limit')
  WHERE iif(json_valid(state), state ->> '$.why.kind', NULL) = 'beyond-stop-line';
  UPDATE submissions
  SET state = json_remove(json_set(state, '$.why.of.localId', json_extract(state, '$.why.of.itemId')), '$.why.of.itemId')
  WHERE iif(json_valid(state), state ->> '$.why.of.itemId', NULL) IS NOT NULL;
  UPDATE settings
  SET value = json_remove(json_set(value, '$.spendingLimit', json_extract(value, '$.stopLine')), '$.stopLine')
  WHERE name LIKE 'queue:%' AND iif(json_valid(value), json_type(value, '$.stopLine'), NULL) IS NOT NULL;

  -- How a submission was settled is kept as facts. Of the sentences of before, a person's word is what receipts rest on.
  UPDATE submissions SET settlement = coalesce(
    (SELECT json_object('kind', 'went-through', 'at', at, 'submissionId', substr(rest, 1, length(rest) - length(words)),
       'check', "check")
     FROM (SELECT substr(settlement, 13, instr(settlement, ' that it went through as ') - 13) AS at,
             substr(settlement, instr(settlement, ' that it went through as ') + 25) AS rest),
       (SELECT column1 AS "check", column2 AS words FROM (VALUES
         ('confirmed', '. The service’s record of it was read and does not contradict this file.'),
         ('hash-unknown', '. The service’s record of it was read, but its hash is of a kind that can’t be checked here.'),
         ('no-hash', '. The service’s record of it was read, but there was no hash to compare this file by.'),
         ('unchecked', '. The service’s record of it could not be read with this account.')))
     WHERE settlement GLOB 'You said on * that it went through as *' AND at NOT GLOB '* *'
       AND substr(rest, -length(words)) = words),
    json_object('kind', 'in-words', 'text', settlement))
  WHERE settlement IS NOT NULL AND json_valid(state);
  `;
