import type { DatabaseSync } from 'node:sqlite';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import { advanceSequence, lastSequence, lastSequenceSql, Settings } from '../../storage/index.ts';
import { inSql } from './submission.ts';

/**
 * Marks what restored data cannot know: each submission without a receipt may have been sent, and charged, until `restoredAt` (a
 * UTC instant). It gets an attempt whose end nobody saw, which is looked for in the service's records before its file goes out.
 * If it would go out by itself it becomes `unsettled`, and if the records do not show it, it waits for the user. Files that were
 * dropped since are in no row, so the records are read before anything is sent (`SinceCopy`). The attempt has no
 * `begin_sequence`: the kept records were not all read before it. `payingTokens`: the token that pays for each account, null if
 * its API key decides. Within a transaction.
 */
export function distrustQueue(
  database: DatabaseSync,
  restoredAt: string,
  payingTokens: ReadonlyMap<string, string | null>,
): void {
  const reason = { code: 'restored' };
  database
    .prepare(
      `UPDATE attempts SET outcome = 'interrupted', ended_at = :restoredAt, whole_body_may_be_out = 1,
         end_sequence = ${lastSequenceSql}
       WHERE outcome = 'under-way'`,
    )
    .run({ restoredAt });
  database
    .prepare(
      `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, failures,
         end_sequence)
       SELECT submissions.id, 1 + coalesce((SELECT max(number) FROM attempts WHERE local_id = submissions.id), 0),
         added_at, 1, (SELECT value FROM json_each(:payingTokens) WHERE key = submissions.account_id), :restoredAt,
         'interrupted', :failures, ${lastSequenceSql}
       FROM submissions WHERE state_kind NOT IN (${inSql(kindsWhere(({ service }) => service === 'everything'))})
         AND part_size IS NULL`,
    )
    .run({
      restoredAt,
      failures: JSON.stringify([reason]),
      payingTokens: JSON.stringify(Object.fromEntries(payingTokens)),
    });
  // A part that was never read could only be found by its size, which others have, too: it is read and looked for when its
  // turn comes. What goes in parts waits for a person itself, so none of its parts has to.
  database
    .prepare(
      `UPDATE submissions SET wish = iif(part_of IS NULL, coalesce(wish, 'pause'), wish), state = json_object(
         'kind', 'unsettled', 'since', :restoredAt, 'reason', json(:reason),
         'check', json_object('kind', 'checking', 'until', :restoredAt))
       WHERE state_kind IN (${inSql(kindsWhere(({ work }) => work === 'queued' || work === 'sending'))})
         AND part_size IS NULL AND NOT (part_of IS NOT NULL AND blake2b256 IS NULL)`,
    )
    .run({ restoredAt, reason: JSON.stringify(reason) });
  // What goes in parts was never sent itself: it waits for a person, and its parts are looked for.
  database.exec(
    `UPDATE submissions SET state = '{"kind":"paused","why":{"kind":"by-person"}}'
     WHERE part_size IS NOT NULL
       AND state_kind IN (${inSql(kindsWhere(({ work }) => work === 'queued' || work === 'sending'))})`,
  );
  database.exec(
    `UPDATE submissions SET wish = coalesce(wish, 'pause') WHERE state_kind = 'unsettled' AND part_of IS NULL`,
  );
  new CopyMarks(database).put([...payingTokens.keys()]);
}

const NAME = 'unread-since-copy:';

/** The accounts whose records were not read completely since their data was restored. */
export class CopyMarks {
  readonly #database: DatabaseSync;
  readonly #settings: Settings;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#settings = new Settings(database);
  }

  /** By account, the latest step when its data was restored. Records that were kept up to then were read before. */
  all(): Map<string, number> {
    const marks = this.#settings.beginning(NAME).entries();
    return new Map(marks.map(([accountId, text]) => [accountId, Number(text)]));
  }

  /** An earlier mark stays. Within a transaction. */
  put(accountIds: readonly string[]): void {
    for (const accountId of accountIds) {
      if (this.#settings.text(NAME + accountId) !== null) continue;
      this.#settings.put(NAME + accountId, String(lastSequence(this.#database)));
    }
    advanceSequence(this.#database);
  }

  /** Within a transaction. */
  delete(accountId: string): void {
    this.#settings.delete(NAME + accountId);
  }
}
