/**
 * What is larger than a service takes goes in parts, which are submissions themselves. `part_of`: the row that one belongs to;
 * `level`: 0 for slices of its stream, 1 for those of the manifest that names them, 2 of that one's manifest; `offset`: where
 * it begins in the stream of its level, null where it was replaced by another. `part_size`: of a row that goes in parts.
 */
export const inParts = `
  ALTER TABLE submissions ADD COLUMN part_of INTEGER;
  ALTER TABLE submissions ADD COLUMN level INTEGER;
  ALTER TABLE submissions ADD COLUMN offset INTEGER;
  ALTER TABLE submissions ADD COLUMN part_size INTEGER;
  ALTER TABLE submissions ADD COLUMN content TEXT NOT NULL DEFAULT 'file' CHECK (content IN ('file', 'folder'));
  ALTER TABLE submissions ADD COLUMN encryption TEXT;
  CREATE INDEX submissions_by_part ON submissions (part_of, level, offset) WHERE part_of IS NOT NULL;

  -- Bytes: the largest body that was taken, the smallest that was refused as too large, the most that the service says it
  -- takes, and what a person has set.
  CREATE TABLE payload_limits (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    address TEXT NOT NULL,
    largest_taken INTEGER,
    smallest_refused INTEGER,
    stated INTEGER,
    by_hand INTEGER,
    PRIMARY KEY (account_id, address)
  ) STRICT, WITHOUT ROWID;
  `;
