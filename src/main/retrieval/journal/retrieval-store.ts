import type { DatabaseSync } from 'node:sqlite';
import { allRows, type Commit } from '../../storage/index.ts';
import { readRow, type StoredRetrieval } from './retrieval-row.ts';

/** The journal of what is got back: a promise resolves once what it wrote would survive a power cut. */
export class RetrievalStore {
  readonly #commit: Commit;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#sql = prepare(database);
  }

  /** Newest first. */
  all(): readonly StoredRetrieval[] {
    return allRows(this.#sql.selectAll).map(readRow);
  }

  async add(retrieval: Omit<StoredRetrieval, 'id'>): Promise<StoredRetrieval> {
    let id = 0;
    await this.#commit(() => {
      const { accountId, submissionId, name, asked, folder, workFolder, addedAt, state } = retrieval;
      const texts = [JSON.stringify(asked), folder, workFolder, addedAt, JSON.stringify(state)];
      id = Number(this.#sql.insert.run(accountId, submissionId, name, ...texts).lastInsertRowid);
    });
    return { id, ...retrieval };
  }

  put({ id, name, asked, folder, workFolder, state, savedPath }: StoredRetrieval): Promise<void> {
    return this.#commit(() => {
      this.#sql.update.run(name, JSON.stringify(asked), folder, workFolder, JSON.stringify(state), savedPath, id);
    });
  }

  remove(id: number): Promise<void> {
    return this.#commit(() => {
      this.#sql.delete.run(id);
    });
  }
}

function prepare(database: DatabaseSync) {
  return {
    selectAll: database.prepare('SELECT * FROM retrievals ORDER BY id DESC'),
    insert: database.prepare(
      `INSERT INTO retrievals (account_id, submission_id, name, asked, folder, work_folder, added_at, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      'UPDATE retrievals SET name = ?, asked = ?, folder = ?, work_folder = ?, state = ?, saved_path = ? WHERE id = ?',
    ),
    delete: database.prepare('DELETE FROM retrievals WHERE id = ?'),
  };
}
