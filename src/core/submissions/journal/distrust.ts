import type { DatabaseSync } from 'node:sqlite';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import { lastSequenceSql } from '../../storage/index.ts';
import { CopyMarks } from './copy-marks.ts';
import { inSql } from './submission.ts';

/**
 * Marks what a copy of the database cannot know: between `takenAt` and `restoredAt` (UTC instants) whatever has no receipt in
 * it may have been sent, and charged. So each gets an attempt whose end nobody saw, which is looked for in the service's
 * records before it goes out again, whoever asks. What would go out by itself is `unsettled`: the one state from which only
 * the records or a person lead back; and a file that the records don't show then waits for a person (`wish`), who may
 * remember what they don't. What was dropped since is not in the copy at all, so the records are read before anything is
 * sent (`SinceCopy`). The attempt has no place in the order of beginnings: what the copy's records show was not all read before.
 * `payingTokens`: which token each account has pay, null where its API key decides. Within a transaction of the caller's.
 */
export function distrustQueue(
  database: DatabaseSync,
  takenAt: string,
  restoredAt: string,
  payingTokens: ReadonlyMap<string, string | null>,
): void {
  const reason = { code: 'restored', detail: `The copy was made at ${takenAt}.` };
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
         :takenAt, 1, (SELECT value FROM json_each(:payingTokens) WHERE key = submissions.account_id), :restoredAt,
         'interrupted', :failures, ${lastSequenceSql}
       FROM submissions WHERE state_kind NOT IN (${inSql(kindsWhere(({ service }) => service === 'everything'))})
         AND part_size IS NULL`,
    )
    .run({
      takenAt,
      restoredAt,
      failures: JSON.stringify([{ code: reason.code }]),
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

/** The latest that is written in the journal, by this computer's clock at the time (epoch milliseconds); null where nothing is. */
export function latestInstant(database: DatabaseSync): number | null {
  const row = database
    .prepare(
      `SELECT max(at) AS latest FROM (SELECT max(added_at) AS at FROM submissions UNION ALL
         SELECT max(started_at) FROM attempts UNION ALL SELECT max(ended_at) FROM attempts)`,
    )
    .get();
  const latest = Date.parse(String(row?.latest));
  return Number.isNaN(latest) ? null : latest;
}
