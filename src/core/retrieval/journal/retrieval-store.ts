import type { DatabaseSync } from 'node:sqlite';
import type { RetrievalPlace } from '../../../shared/bridge/retrieval.ts';
import { allRows, type Commit } from '../../storage/index.ts';
import { readPlaces, readRow, type StoredRetrieval } from './retrieval-row.ts';

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

  async add(retrieval: Omit<StoredRetrieval, 'id'>, places: readonly RetrievalPlace[]): Promise<StoredRetrieval> {
    let id = 0;
    await this.#commit(() => {
      const { accountId, submissionId, name, asked, folder, workFolder, addedAt, state } = retrieval;
      const texts = [JSON.stringify(asked), folder, workFolder, addedAt, JSON.stringify(state), JSON.stringify(places)];
      id = Number(this.#sql.insert.run(accountId, submissionId, name, ...texts).lastInsertRowid);
    });
    return { id, ...retrieval };
  }

  /** Where a receipt has said that the bytes are on the network, by submission id. */
  places(id: number): ReadonlyMap<string, RetrievalPlace> {
    return readPlaces(this.#sql.places.get(id));
  }

  put({ id, name, asked, folder, workFolder, state, savedPath }: StoredRetrieval): Promise<void> {
    return this.#commit(() => {
      this.#sql.update.run(name, JSON.stringify(asked), folder, workFolder, JSON.stringify(state), savedPath, id);
      // What is saved is never looked for again, and a receipt may name thousands of places.
      if (state.kind === 'saved') this.#sql.forgetPlaces.run(id);
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
    selectAll: database.prepare(
      `SELECT id, account_id, submission_id, name, asked, folder, work_folder, added_at, state, saved_path
       FROM retrievals ORDER BY id DESC`,
    ),
    places: database.prepare('SELECT places FROM retrievals WHERE id = ?'),
    insert: database.prepare(
      `INSERT INTO retrievals (account_id, submission_id, name, asked, folder, work_folder, added_at, state, places)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      'UPDATE retrievals SET name = ?, asked = ?, folder = ?, work_folder = ?, state = ?, saved_path = ? WHERE id = ?',
    ),
    forgetPlaces: database.prepare('UPDATE retrievals SET places = NULL WHERE id = ? AND places IS NOT NULL'),
    delete: database.prepare('DELETE FROM retrievals WHERE id = ?'),
  };
}
