import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { AccountKey, EncryptFor } from '../../encryption/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { RowEncryption } from './row-encryption.ts';

/** Where the passphrase that is kept for an account is read. */
export type KeptKeys = {
  readonly encryptFor: (accountId: string, kind: 'passphrase') => Promise<Result<AccountKey>>;
};

/** For whom rows are encrypted: what is written down of it, and the passphrase, which is not. */
export type Private = { readonly encryption: RowEncryption; readonly passphrase: string | null };

const lost = failure({ code: 'passphrase-lost' });

/** What was typed for rows that are to be encrypted yet: in memory only, and no longer than until they are. */
export class Passphrases {
  readonly #keys: KeptKeys | null;
  readonly #typed = new Map<number, string>();

  constructor(keys: KeptKeys | null) {
    this.#keys = keys;
  }

  put(rowId: number, passphrase: string): void {
    this.#typed.set(rowId, passphrase);
  }

  forget(rowId: number): void {
    this.#typed.delete(rowId);
  }

  /**
   * `passphrase-lost` where it is not in memory, nor the one that the row is for and that is kept still: the person has to type
   * it again. Another kept one is none that they meant, and whoever knows it would read the file for good.
   */
  async of({ id, accountId, encryption }: StoredSubmission): Promise<Result<EncryptFor>> {
    const readers = encryption?.readers;
    if (readers?.kind === 'recipients') return success(readers);
    const typed = this.#typed.get(id);
    if (typed !== undefined) return success({ kind: 'passphrase', passphrase: typed });
    if (readers?.kept === undefined) return lost;
    const kept = (await this.#keys?.encryptFor(accountId, 'passphrase')) ?? lost;
    if (!kept.ok) return kept.error.code === 'passphrase-needed' ? lost : kept;
    const { value } = kept;
    if (value.kind !== 'passphrase' || value.id !== readers.kept) return lost;
    return success({ kind: 'passphrase', passphrase: value.passphrase });
  }
}
