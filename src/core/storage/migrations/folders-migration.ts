/**
 * What is in a folder that is kept together: its files in the order of its stream, and the folders with nothing in them. `path`:
 * relative to the folder, as the manifest has it; `found`: where the disk has it under another name. `problem`: why it cannot be
 * read, a failure's code. Of the row: how many files it has, and whether small ones share submissions.
 */
export const foldersTogether = `
  ALTER TABLE submissions ADD COLUMN files INTEGER;
  ALTER TABLE submissions ADD COLUMN sharing INTEGER NOT NULL DEFAULT 0;

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
  `;
