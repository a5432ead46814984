import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import type { Commit } from '../../storage/index.ts';
import { isLost } from './earlier-submissions.ts';

/**
 * Marks attempts that were made before their account got another address, or a credential that may be another user's. The
 * list of now need not show them, so it never proves that they were not accepted, and their receipts prove nothing about
 * later attempts. Each attempt has its own mark, because a clock may be set back.
 */
export class LeftBehind {
  readonly #commit: Commit;
  readonly #select: StatementSync;
  readonly #mark: StatementSync;
  /** Accounts that are being changed. An attempt that begins now may use the old or the new credential. */
  readonly #leaving = new Set<string>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#select = database.prepare(
      `SELECT 1 FROM attempts WHERE local_id = ? AND left_behind = 1
         AND (${isLost} OR outcome = 'under-way' OR (? AND outcome = 'refused'))`,
    );
    this.#mark = database.prepare(
      `UPDATE attempts SET left_behind = 1
       WHERE left_behind = 0 AND local_id IN (SELECT id FROM submissions WHERE account_id = ?1) AND (
         (token IS NULL AND ?2) OR (token IS NOT NULL AND ?3) OR outcome IN ('unknown', 'interrupted', 'under-way')
         OR local_id IN (SELECT id FROM submissions WHERE account_id = ?1 AND state_kind = 'unsettled'))`,
    );
  }

  /** True if an earlier service may have the submission. Refused attempts count only with `evenIfRefused`. */
  has(localId: number, evenIfRefused: boolean): boolean {
    return this.#select.get(localId, evenIfRefused ? 1 : 0) !== undefined;
  }

  isLeaving(accountId: string): boolean {
    return this.#leaving.has(accountId);
  }

  /**
   * Call before another credential of these kinds, or another address, is stored. Attempts belong to the old one until the
   * returned function is called. All uncertain attempts are marked, whichever credential they used.
   */
  async leave(accountId: string, kinds: readonly CredentialKind[]): Promise<() => void> {
    const isFirst = !this.#leaving.has(accountId);
    this.#leaving.add(accountId);
    try {
      await this.#commit(() => {
        this.#mark.run(accountId, kinds.includes('api-key') ? 1 : 0, kinds.includes('access-token') ? 1 : 0);
      });
    } catch (error) {
      if (isFirst) this.#leaving.delete(accountId);
      throw error;
    }
    return () => this.#leaving.delete(accountId);
  }
}
