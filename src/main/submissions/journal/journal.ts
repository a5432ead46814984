import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Attempt } from '../../../shared/bridge/submissions.ts';
import { type Commit, inSteps } from '../../storage/index.ts';
import type { LeftBehind } from './left-behind.ts';
import { fromRows, noDigests, type OutboxItem } from './submission.ts';

export type NewItem = Pick<
  OutboxItem,
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

/** The outbox on disk. Every promise resolves once what it wrote would survive a power cut. */
export function createJournal(database: DatabaseSync, commit: Commit, leftBehind: Pick<LeftBehind, 'isLeaving'>) {
  const insertItem = database.prepare(
    `INSERT INTO items (account_id, path, dropped_path, name, folder, size, mtime_ns, added_at, state, batch)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const updateItem = database.prepare(
    `UPDATE items SET size = ?, mtime_ns = ?, keccak256 = ?, blake2b256 = ?, sha256 = ?, state = ?, submission_id = ?, cost = ?, settlement = ?,
       batch = ?, turn = ?, submit_anyway = ?, beyond_line = ?, wish = ? WHERE id = ?`,
  );
  const deleteItem = database.prepare(
    `DELETE FROM items WHERE id = ? AND submission_id IS NULL AND state_kind NOT IN ('unsettled', 'sending')`,
  );
  const hideItem = database.prepare('UPDATE items SET removed_at = ? WHERE id = ?');
  const commitStep = inSteps(database, commit);
  const insertAttempt = database.prepare(
    `INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, token, left_behind, outcome, begin_sequence)
     VALUES (?, ?, ?, ?, ?, ?, 'under-way', ${lastOfSequence})`,
  );
  const markWhole = database.prepare('UPDATE attempts SET whole_body_may_be_out = 1 WHERE item_id = ? AND number = ?');
  const endAttempt = database.prepare(
    `UPDATE attempts SET ended_at = ?, outcome = ?, detail = ?, end_sequence = ${lastOfSequence}
     WHERE item_id = ? AND number = ?`,
  );
  const selectItems = database.prepare(
    `SELECT items.*, (SELECT count(*) FROM attempts WHERE item_id = items.id) AS attempts FROM items
     WHERE removed_at IS NULL ORDER BY id`,
  );
  const selectAttempts = database.prepare('SELECT * FROM attempts WHERE item_id = ? ORDER BY number');
  const selectOpenAttempt = database.prepare(
    `SELECT whole_body_may_be_out FROM attempts WHERE item_id = ? AND number = ?`,
  );

  return {
    /** All items of all accounts that have not been taken away, oldest first. */
    load: (): OutboxItem[] => fromRows(selectItems),

    /** Writes new rows in one transaction and gives them back with their ids. */
    async add(items: readonly NewItem[]): Promise<OutboxItem[]> {
      const added: OutboxItem[] = [];
      await commitStep(() => {
        added.length = 0;
        for (const item of items) {
          const row = insertItem.get(
            item.accountId,
            item.path,
            item.droppedPath,
            item.name,
            item.folder,
            item.size,
            item.mtimeNs,
            item.addedAt,
            JSON.stringify(item.state),
            item.batch,
          );
          added.push({
            ...item,
            id: Number(row?.id),
            ...noDigests,
            attempts: 0,
            cost: null,
            settlement: null,
            turn: 0,
            submitAnyway: false,
            beyondLine: false,
            wish: null,
          });
        }
      });
      return added;
    },

    /** Writes what has become of an item. */
    update: (item: OutboxItem): Promise<void> => commitStep(() => writeItem(item)),

    /** Takes rows away. What has a receipt, or may have one, only leaves the list: receipts are never deleted. */
    remove: (items: readonly OutboxItem[], at: string): Promise<void> =>
      commit(() => {
        for (const item of items) {
          // A disk that was full may not have its receipt yet.
          if ('submissionId' in item.state) writeItem(item);
          hideItem.run(at, item.id);
          deleteItem.run(item.id);
        }
      }),

    /** Writes the item's `sending` state and its attempt, before the first byte leaves. */
    beginAttempt(item: OutboxItem, { number, startedAt, wholeBodyMayBeOut, token }: AttemptStart): Promise<void> {
      // It goes to the address of now, and by the credential of when it is written.
      const wasLeaving = leftBehind.isLeaving(item.accountId);
      return commitStep(() => {
        const left = wasLeaving || leftBehind.isLeaving(item.accountId);
        insertAttempt.run(item.id, number, startedAt, wholeBodyMayBeOut ? 1 : 0, token, left ? 1 : 0);
        writeItem(item);
      });
    },

    /** Before the last piece of a larger body leaves. */
    markWholeBodyMayBeOut: (itemId: number, number: number): Promise<void> =>
      commitStep(() => {
        markWhole.run(itemId, number);
      }),

    endAttempt: (
      item: OutboxItem,
      number: number,
      ended: Pick<Attempt, 'endedAt' | 'outcome' | 'detail'>,
    ): Promise<void> =>
      commitStep(() => {
        endAttempt.run(ended.endedAt, ended.outcome, ended.detail, item.id, number);
        writeItem(item);
      }),

    attempts: (itemId: number): Attempt[] =>
      selectAttempts.all(itemId).map((row) => {
        const { started_at, ended_at, ...rest } = attemptRow.parse(row);
        return { ...rest, startedAt: started_at, endedAt: ended_at };
      }),

    /** Whether the service may have the whole body of an attempt that the app did not live to see end. */
    wholeBodyMayBeOut: (itemId: number, number: number): boolean =>
      selectOpenAttempt.get(itemId, number)?.whole_body_may_be_out !== 0,
  };

  function writeItem(item: OutboxItem): void {
    updateItem.run(
      item.size,
      item.mtimeNs,
      item.keccak256,
      item.blake2b256,
      item.sha256,
      // Of the reading of a file nothing is left after a restart: it waits for it again.
      JSON.stringify(item.state.kind === 'preparing' ? { kind: 'waiting' } : item.state),
      'submissionId' in item.state ? item.state.submissionId : null,
      item.cost === null ? null : JSON.stringify(item.cost),
      item.settlement,
      item.batch,
      item.turn,
      item.submitAnyway ? 1 : 0,
      item.beyondLine ? 1 : 0,
      item.wish,
      item.id,
    );
  }
}
