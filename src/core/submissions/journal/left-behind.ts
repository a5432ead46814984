import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import type { Commit } from '../../storage/index.ts';
import { isLost } from './earlier-submissions.ts';

/**
 * Attempts that were made before their account got another address, or a credential that may be another user's. The list
 * that is read now need not show them, so it never proves that they were not accepted, and their receipts prove nothing
 * of later ones. It stands with each attempt and not as a time, since a clock may be set back.
 */
export class LeftBehind {
  readonly #commit: Commit;
  readonly #select: StatementSync;
  readonly #mark: StatementSync;
  /** Accounts that are being changed: what is begun now may go out by the old credential or by the new one. */
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

  /** Whether the service may have the submission from such an attempt; of what was refused only `evenIfRefused`. */
  has(localId: number, evenIfRefused: boolean): boolean {
    return this.#select.get(localId, evenIfRefused ? 1 : 0) !== undefined;
  }

  isLeaving(accountId: string): boolean {
    return this.#leaving.has(accountId);
  }

  /**
   * To be called before another credential of these kinds, or another address, is on disk; attempts belong to the old one
   * until the answered function is called. Whatever is uncertain by then is left behind, whichever credential it went by.
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
