import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Attempt } from '../../../shared/bridge/submissions.ts';
import { type Commit, inSteps } from '../../storage/index.ts';
import type { LeftBehind } from './left-behind.ts';
import { fromRows, noDigests, type StoredSubmission } from './submission.ts';

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
>;

/** What is journalled before the first byte of an attempt leaves. */
export type AttemptStart = {
  readonly number: number;
  readonly startedAt: string;
  /** The body leaves in one piece, so from here on the service may have all of it. */
  readonly wholeBodyMayBeOut: boolean;
  /** The token that is asked to pay, null where the API key decides. */
  readonly token: string | null;
};

export type Journal = ReturnType<typeof createJournal>;

const outcome = z.enum(['under-way', 'accepted', 'refused', 'not-sent', 'unknown', 'interrupted']);
const attemptRow = z.object({
  number: z.number(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  outcome,
  detail: z.string().nullable(),
});

/** In SQL: the latest step, which is the place of an attempt’s beginning or end in the order of all of them. */
const lastOfSequence = '(SELECT last FROM attempt_sequence)';

/** The submissions on disk. Every promise resolves once what it wrote would survive a power cut. */
export function createJournal(database: DatabaseSync, commit: Commit, leftBehind: Pick<LeftBehind, 'isLeaving'>) {
  const insertSubmission = database.prepare(
    `INSERT INTO submissions (account_id, path, dropped_path, name, folder, size, mtime_ns, added_at, state, batch)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const updateSubmission = database.prepare(
    `UPDATE submissions SET size = ?, mtime_ns = ?, keccak256 = ?, blake2b256 = ?, sha256 = ?, state = ?, submission_id = ?, cost = ?, settlement = ?,
       batch = ?, turn = ?, submit_anyway = ?, beyond_limit = ?, wish = ? WHERE id = ?`,
  );
  const deleteSubmission = database.prepare(
    `DELETE FROM submissions WHERE id = ? AND submission_id IS NULL AND state_kind NOT IN ('unsettled', 'sending')`,
  );
  const hideItem = database.prepare('UPDATE submissions SET removed_at = ? WHERE id = ?');
  const commitStep = inSteps(database, commit);
  const insertAttempt = database.prepare(
    `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, token, left_behind, outcome, begin_sequence)
     VALUES (?, ?, ?, ?, ?, ?, 'under-way', ${lastOfSequence})`,
  );
  const markWhole = database.prepare('UPDATE attempts SET whole_body_may_be_out = 1 WHERE local_id = ? AND number = ?');
  const endAttempt = database.prepare(
    `UPDATE attempts SET ended_at = ?, outcome = ?, detail = ?, end_sequence = ${lastOfSequence}
     WHERE local_id = ? AND number = ?`,
  );
  const selectSubmissions = database.prepare(
    `SELECT submissions.*, (SELECT count(*) FROM attempts WHERE local_id = submissions.id) AS attempts FROM submissions
     WHERE removed_at IS NULL ORDER BY id`,
  );
  const selectAttempts = database.prepare('SELECT * FROM attempts WHERE local_id = ? ORDER BY number');
  const selectOpenAttempt = database.prepare(
    `SELECT whole_body_may_be_out FROM attempts WHERE local_id = ? AND number = ?`,
  );

  return {
    /** All submissions of all accounts that have not been taken away, oldest first. */
    load: (): StoredSubmission[] => fromRows(selectSubmissions),

    /** Writes new rows in one transaction and gives them back with their ids. */
    async add(submissions: readonly NewSubmission[]): Promise<StoredSubmission[]> {
      const added: StoredSubmission[] = [];
      await commitStep(() => {
        added.length = 0;
        for (const submission of submissions) {
          const row = insertSubmission.get(
            submission.accountId,
            submission.path,
            submission.droppedPath,
            submission.name,
            submission.folder,
            submission.size,
            submission.mtimeNs,
            submission.addedAt,
            JSON.stringify(submission.state),
            submission.batch,
          );
          added.push({
            ...submission,
            id: Number(row?.id),
            ...noDigests,
            attempts: 0,
            cost: null,
            settlement: null,
            turn: 0,
            submitAnyway: false,
            beyondLimit: false,
            wish: null,
          });
        }
      });
      return added;
    },

    /** Writes what has become of a submission. */
    update: (submission: StoredSubmission): Promise<void> => commitStep(() => writeSubmission(submission)),

    /** Takes rows away. What has a receipt, or may have one, only leaves the list: receipts are never deleted. */
    remove: (submissions: readonly StoredSubmission[], at: string): Promise<void> =>
      commit(() => {
        for (const submission of submissions) {
          // A disk that was full may not have its receipt yet.
          if ('submissionId' in submission.state) writeSubmission(submission);
          hideItem.run(at, submission.id);
          deleteSubmission.run(submission.id);
        }
      }),

    /** Writes the submission's `sending` state and its attempt, before the first byte leaves. */
    beginAttempt(
      submission: StoredSubmission,
      { number, startedAt, wholeBodyMayBeOut, token }: AttemptStart,
    ): Promise<void> {
      // It goes to the address of now, and by the credential of when it is written.
      const wasLeaving = leftBehind.isLeaving(submission.accountId);
      return commitStep(() => {
        const left = wasLeaving || leftBehind.isLeaving(submission.accountId);
        insertAttempt.run(submission.id, number, startedAt, wholeBodyMayBeOut ? 1 : 0, token, left ? 1 : 0);
        writeSubmission(submission);
      });
    },

    /** Before the last piece of a larger body leaves. */
    markWholeBodyMayBeOut: (localId: number, number: number): Promise<void> =>
      commitStep(() => {
        markWhole.run(localId, number);
      }),

    endAttempt: (
      submission: StoredSubmission,
      number: number,
      ended: Pick<Attempt, 'endedAt' | 'outcome' | 'detail'>,
    ): Promise<void> =>
      commitStep(() => {
        endAttempt.run(ended.endedAt, ended.outcome, ended.detail, submission.id, number);
        writeSubmission(submission);
      }),

    attempts: (localId: number): Attempt[] =>
      selectAttempts.all(localId).map((row) => {
        const { started_at, ended_at, ...rest } = attemptRow.parse(row);
        return { ...rest, startedAt: started_at, endedAt: ended_at };
      }),

    /** Whether the service may have the whole body of an attempt that the app did not live to see end. */
    wholeBodyMayBeOut: (localId: number, number: number): boolean =>
      selectOpenAttempt.get(localId, number)?.whole_body_may_be_out !== 0,
  };

  function writeSubmission(submission: StoredSubmission): void {
    updateSubmission.run(
      submission.size,
      submission.mtimeNs,
      submission.keccak256,
      submission.blake2b256,
      submission.sha256,
      // Of the reading of a file nothing is left after a restart: it waits for it again.
      JSON.stringify(submission.state.kind === 'preparing' ? { kind: 'waiting' } : submission.state),
      'submissionId' in submission.state ? submission.state.submissionId : null,
      submission.cost === null ? null : JSON.stringify(submission.cost),
      submission.settlement,
      submission.batch,
      submission.turn,
      submission.submitAnyway ? 1 : 0,
      submission.beyondLimit ? 1 : 0,
      submission.wish,
      submission.id,
    );
  }
}
