/**
 * How much is kept of what an account's service lists, so that a service which lists new records for ever is noticed
 * without going through them. Records go with their account alone, and this row with it. Of what a service took back no
 * more than 64 MiB stays.
 */
export const recordRoom = `
  CREATE TABLE record_room (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    earlier_bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT INTO record_room (account_id, records, bytes, earlier_bytes)
  SELECT accounts.id,
    (SELECT count(*) FROM records WHERE account_id = accounts.id)
      + (SELECT count(*) FROM twin_records WHERE account_id = accounts.id),
    (SELECT coalesce(sum(octet_length(record)), 0) FROM records WHERE account_id = accounts.id)
      + (SELECT coalesce(sum(octet_length(record)), 0) FROM twin_records WHERE account_id = accounts.id),
    (SELECT coalesce(sum(octet_length(record)), 0) FROM earlier_records WHERE account_id = accounts.id)
  FROM accounts;

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
  `;
