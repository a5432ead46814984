import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Attempt } from '../../../shared/bridge/submissions.ts';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import { type Commit, lastSequenceSql, sequencedCommit } from '../../storage/index.ts';
import { noDigests } from './content-digests.ts';
import type { LeftBehind } from './left-behind.ts';
import { fromRows, inSql, type StoredSubmission, storedColumns } from './submission.ts';

export type NewSubmission = Pick<
  StoredSubmission,
  | 'accountId'
  | 'path'
  | 'droppedPath'
  | 'name'
  | 'folder'
  | 'size'
  | 'mtimeNs'
  | 'seenAs'
  | 'addedAt'
  | 'state'
  | 'batch'
> &
  Partial<Pick<StoredSubmission, 'partOf' | 'turn' | 'content' | 'files' | 'encryption' | 'appId'>>;

/** Stored before the first byte of an attempt is sent. */
export type AttemptStart = {
  readonly number: number;
  readonly startedAt: string;
  /** The body is sent in one piece, so the service may have all of it at once. */
  readonly wholeBodyMayBeOut: boolean;
  /** The token that pays; null if the API key decides. */
  readonly token: string | null;
};

/** Writes submissions to disk. Each promise resolves once the write would survive a power cut. */
export class Journal {
  readonly #commit: Commit;
  readonly #commitSequenced: Commit;
  readonly #leftBehind: LeftBehind;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit, leftBehind: LeftBehind) {
    this.#commit = commit;
    this.#commitSequenced = sequencedCommit(database, commit);
    this.#leftBehind = leftBehind;
    this.#statements = prepare(database);
  }

  /** All submissions on the lists of all accounts, oldest first. Confirmed parts are left out. */
  load(): StoredSubmission[] {
    return fromRows(this.#statements.selectSubmissions);
  }

  /** Writes new rows in one transaction and returns them with their ids. */
  async add(submissions: readonly NewSubmission[]): Promise<StoredSubmission[]> {
    const added: StoredSubmission[] = [];
    await this.#commitSequenced(() => {
      added.length = 0;
      for (const submission of submissions) added.push(this.#insert(submission, null));
    });
    return added;
  }

  /**
   * Writes a row that is off the list until `bringBack`, so that its details can be written first. Otherwise it is deleted
   * like a removed row.
   */
  async addHidden(submission: NewSubmission): Promise<StoredSubmission> {
    let added: StoredSubmission | null = null;
    await this.#commitSequenced(() => {
      added = this.#insert(submission, submission.addedAt);
    });
    if (added === null) throw new Error('The row was not written.');
    return added;
  }

  update(submission: StoredSubmission): Promise<void> {
    return this.#commitSequenced(() => this.#write(submission));
  }

  /** Removes rows from the list. They stay on disk, so that they can be brought back. */
  remove(submissions: readonly StoredSubmission[], at: string): Promise<void> {
    return this.#commit(() => {
      for (const submission of submissions) {
        // If the disk was full, its receipt may not be stored yet.
        if ('submissionId' in submission.state) this.#write(submission);
        this.#statements.hide.run({ at, id: submission.id });
      }
    });
  }

  /** Puts removed rows back on the list. Returns the ids of those that still exist. */
  async bringBack(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const back = new Set<number>();
    await this.#commit(() => {
      back.clear();
      for (const id of ids) if (this.#statements.show.run({ id }).changes > 0) back.add(id);
    });
    return back;
  }

  /** Deletes all removed rows that cannot have a receipt. Call at the start, when no removal can be undone. */
  forgetAllRemoved(): Promise<void> {
    return this.#commit(() => {
      this.#statements.forgetAllParts.run();
      this.#statements.forgetAll.run();
    });
  }

  /** Deletes those of the removed rows that cannot have a receipt. */
  forgetRemoved(ids: readonly number[]): Promise<void> {
    return this.#commit(() => {
      for (const id of ids) this.#statements.forgetOne.run(id);
    });
  }

  /** Marks the parts of `level` and above as replaced. */
  replaceParts(row: number, level: number): Promise<void> {
    return this.#commit(() => {
      this.#statements.replaceParts.run(row, level);
    });
  }

  /** Call before the first byte is sent. */
  beginAttempt(
    submission: StoredSubmission,
    { number, startedAt, wholeBodyMayBeOut, token }: AttemptStart,
  ): Promise<void> {
    // It is sent to the address of this moment, with the credential of the moment when it is written.
    const wasLeaving = this.#leftBehind.isLeaving(submission.accountId);
    return this.#commitSequenced(() => {
      const left = wasLeaving || this.#leftBehind.isLeaving(submission.accountId);
      this.#statements.insertAttempt.run(
        ...[submission.id, number, startedAt],
        ...[wholeBodyMayBeOut ? 1 : 0, token, left ? 1 : 0],
      );
      this.#write(submission);
    });
  }

  /** Call before the last piece of a larger body is sent. */
  markWholeBodyMayBeOut(localId: number, number: number): Promise<void> {
    return this.#commitSequenced(() => {
      this.#statements.markWhole.run(localId, number);
    });
  }

  endAttempt(
    submission: StoredSubmission,
    number: number,
    { endedAt, outcome, failures, detail }: Pick<Attempt, 'endedAt' | 'outcome' | 'failures' | 'detail'>,
  ): Promise<void> {
    return this.#commitSequenced(() => {
      const written = failures.length === 0 ? null : JSON.stringify(failures);
      this.#statements.endAttempt.run(endedAt, outcome, written, detail, submission.id, number);
      this.#write(submission);
    });
  }

  /** True if the service may have the whole body of an attempt that the end of the app interrupted. */
  wholeBodyMayBeOut(localId: number, number: number): boolean {
    return this.#statements.selectOpenAttempt.get(localId, number)?.whole_body_may_be_out !== 0;
  }

  #insert(given: NewSubmission, hiddenAt: string | null): StoredSubmission {
    const submission = { ...unsent, ...given };
    const columns = { ...valuesOf({ ...fixed, ...changing }, submission), removed_at: hiddenAt };
    return { ...submission, id: Number(this.#statements.insertSubmission.get(columns)?.id) };
  }

  #write(submission: StoredSubmission): void {
    this.#statements.updateSubmission.run({ ...valuesOf(changing, submission), id: submission.id });
  }
}

const unsent = {
  ...noDigests,
  content: 'file',
  files: null,
  attempts: 0,
  cost: null,
  settlement: null,
  turn: 0,
  submitAnyway: false,
  beyondLimit: false,
  agreedSubmissions: null,
  wish: null,
  partOf: null,
  partSize: null,
  encryption: null,
  appId: null,
  parts: null,
  loads: null,
} as const;

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

type Column = (submission: Omit<StoredSubmission, 'id'>) => SQLInputValue;

const fixed: Readonly<Record<string, Column>> = {
  account_id: ({ accountId }) => accountId,
  path: ({ path }) => path,
  dropped_path: ({ droppedPath }) => droppedPath,
  name: ({ name }) => name,
  folder: ({ folder }) => folder,
  added_at: ({ addedAt }) => addedAt,
  content: ({ content }) => content,
  part_of: ({ partOf }) => partOf?.row ?? null,
  level: ({ partOf }) => partOf?.level ?? null,
};

const changing: Readonly<Record<string, Column>> = {
  size: ({ size }) => size,
  files: ({ files }) => files,
  mtime_ns: ({ mtimeNs }) => mtimeNs,
  keccak256: ({ keccak256 }) => keccak256,
  blake2b256: ({ blake2b256 }) => blake2b256,
  sha256: ({ sha256 }) => sha256,
  // After a restart the file is read again.
  state: ({ state }) => JSON.stringify(state.kind === 'preparing' ? { kind: 'waiting' } : state),
  submission_id: ({ state }) => ('submissionId' in state ? state.submissionId : null),
  // If it is sent in parts, each part has its own cost.
  cost: ({ cost, partSize }) => (partSize === null ? jsonOrNull(cost) : null),
  settlement: ({ settlement }) => jsonOrNull(settlement),
  batch: ({ batch }) => batch,
  turn: ({ turn }) => turn,
  submit_anyway: ({ submitAnyway }) => (submitAnyway ? 1 : 0),
  beyond_limit: ({ beyondLimit }) => (beyondLimit ? 1 : 0),
  agreed_submissions: ({ agreedSubmissions }) => agreedSubmissions,
  wish: ({ wish }) => wish,
  offset: ({ partOf }) => partOf?.offset ?? null,
  part_size: ({ partSize }) => partSize,
  encryption: ({ encryption }) => jsonOrNull(encryption),
  app_id: ({ appId }) => appId,
};

function valuesOf(columns: Readonly<Record<string, Column>>, submission: Omit<StoredSubmission, 'id'>) {
  return Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(submission)]));
}

/** A row stays until all its parts are deleted, and a part that may have been accepted is never deleted. */
const forgetRemoved = `DELETE FROM submissions WHERE removed_at IS NOT NULL AND submission_id IS NULL
  AND state_kind NOT IN (${inSql(kindsWhere(({ service }) => service === 'perhaps'))})
  AND NOT EXISTS (SELECT 1 FROM submissions AS part WHERE part.part_of = submissions.id)`;

const inserted = [...Object.keys(fixed), ...Object.keys(changing), 'removed_at'];

function prepare(database: DatabaseSync) {
  return {
    insertSubmission: database.prepare(
      `INSERT INTO submissions (${inserted.join(', ')})
       VALUES (${inserted.map((name) => `:${name}`).join(', ')}) RETURNING id`,
    ),
    updateSubmission: database.prepare(
      `UPDATE submissions SET ${Object.keys(changing)
        .map((name) => `${name} = :${name}`)
        .join(', ')}
       WHERE id = :id`,
    ),
    forgetOne: database.prepare(`${forgetRemoved} AND id = ?`),
    forgetAll: database.prepare(forgetRemoved),
    forgetAllParts: database.prepare(`${forgetRemoved} AND part_of IS NOT NULL`),
    hide: database.prepare('UPDATE submissions SET removed_at = :at WHERE id = :id OR part_of = :id'),
    show: database.prepare(
      'UPDATE submissions SET removed_at = NULL WHERE (id = :id OR part_of = :id) AND removed_at IS NOT NULL',
    ),
    replaceParts: database.prepare('UPDATE submissions SET offset = NULL WHERE part_of = ? AND level >= ?'),
    insertAttempt: database.prepare(
      `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, token, left_behind, outcome, begin_sequence)
       VALUES (?, ?, ?, ?, ?, ?, 'under-way', ${lastSequenceSql})`,
    ),
    markWhole: database.prepare('UPDATE attempts SET whole_body_may_be_out = 1 WHERE local_id = ? AND number = ?'),
    endAttempt: database.prepare(
      `UPDATE attempts SET ended_at = ?, outcome = ?, failures = ?, detail = ?
       WHERE local_id = ? AND number = ?`,
    ),
    selectSubmissions: database.prepare(
      `SELECT ${storedColumns} FROM submissions
       WHERE removed_at IS NULL AND (part_of IS NULL OR state_kind <> 'confirmed') ORDER BY id`,
    ),
    selectOpenAttempt: database.prepare('SELECT whole_body_may_be_out FROM attempts WHERE local_id = ? AND number = ?'),
  };
}
