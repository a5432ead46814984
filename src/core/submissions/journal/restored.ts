import type { DatabaseSync } from 'node:sqlite';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import { type Commit, Settings } from '../../storage/index.ts';
import { inSql } from './submission.ts';

/** The setting of each account whose restored data the user has not been asked about yet. */
const RESTORED = 'restored-account:';

/**
 * Marks everything unfinished in restored data, because it may have been sent until `restoredAt` (a UTC instant). Each
 * submission without a receipt gets an attempt with an unknown end, so it is looked for in the service's records before
 * it is sent. What would be sent by itself becomes `unsettled`. `payingTokens`: the token that pays for each account,
 * null if its API key decides. Call within a transaction.
 */
export function distrustQueue(
  database: DatabaseSync,
  restoredAt: string,
  payingTokens: ReadonlyMap<string, string | null>,
): void {
  const reason = { code: 'restored' };
  const mayGoOut = inSql(kindsWhere(({ work }) => work === 'queued' || work === 'sending'));
  database
    .prepare(
      `UPDATE attempts SET outcome = 'interrupted', ended_at = :restoredAt, whole_body_may_be_out = 1
       WHERE outcome = 'under-way'`,
    )
    .run({ restoredAt });
  // Without a `begin_sequence`, any record may be that of the attempt.
  database
    .prepare(
      `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, token, ended_at, outcome, failures)
       SELECT submissions.id, 1 + coalesce((SELECT max(number) FROM attempts WHERE local_id = submissions.id), 0),
         added_at, 1, (SELECT value FROM json_each(:payingTokens) WHERE key = submissions.account_id), :restoredAt,
         'interrupted', :failures
       FROM submissions WHERE state_kind NOT IN (${inSql(kindsWhere(({ service }) => service === 'everything'))})
         AND part_size IS NULL`,
    )
    .run({
      restoredAt,
      failures: JSON.stringify([reason]),
      payingTokens: JSON.stringify(Object.fromEntries(payingTokens)),
    });
  // A part without a hash cannot be found. It is read and looked for when its turn comes.
  database
    .prepare(
      `UPDATE submissions SET state = json_object(
         'kind', 'unsettled', 'since', :restoredAt, 'reason', json(:reason),
         'check', json_object('kind', 'checking', 'until', :restoredAt))
       WHERE state_kind IN (${mayGoOut}) AND part_size IS NULL AND NOT (part_of IS NOT NULL AND blake2b256 IS NULL)`,
    )
    .run({ restoredAt, reason: JSON.stringify(reason) });
  // The parts of a row are looked for, not the row.
  database.exec(
    `UPDATE submissions SET state = '{"kind":"paused","why":{"kind":"since-copy"}}'
     WHERE part_size IS NOT NULL AND state_kind IN (${mayGoOut})`,
  );
  const settings = new Settings(database);
  for (const accountId of payingTokens.keys()) settings.put(RESTORED + accountId, restoredAt);
}

/**
 * The accounts with restored data. Files that were submitted after the copy are in no row, so nothing of such an account
 * is sent until the user has approved it once.
 */
export class RestoredAccounts {
  readonly #settings: Settings;
  readonly #commit: Commit;
  readonly #ids: Set<string>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#ids = new Set(this.#settings.beginning(RESTORED).keys());
  }

  has(accountId: string): boolean {
    return this.#ids.has(accountId);
  }

  /** Call if the user has approved sending, or if the account is removed. Never rejects. */
  async release(accountId: string): Promise<void> {
    if (!this.#ids.delete(accountId)) return;
    try {
      await this.#commit(() => this.#settings.delete(RESTORED + accountId));
    } catch {
      // The user is asked once more after a restart.
    }
  }
}
