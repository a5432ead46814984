import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { EncryptFor } from '../../encryption/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { RowEncryption } from './row-encryption.ts';

/** Where the passphrase that is kept for an account is read. */
export type KeptKeys = {
  readonly encryptFor: (accountId: string, kind: 'passphrase') => Promise<Result<EncryptFor>>;
};

/** For whom rows are encrypted: what is written down of it, and the passphrase, which is not. */
export type Private = { readonly encryption: RowEncryption; readonly passphrase: string | null };

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

  /** `passphrase-lost` where it is neither in memory nor in the keychain: the person has to type it again. */
  async of({ id, accountId, encryption }: StoredSubmission): Promise<Result<EncryptFor>> {
    if (encryption?.readers.kind === 'recipients') return success(encryption.readers);
    const typed = this.#typed.get(id);
    if (typed !== undefined) return success({ kind: 'passphrase', passphrase: typed });
    const kept = (await this.#keys?.encryptFor(accountId, 'passphrase')) ?? failure({ code: 'passphrase-lost' });
    return kept.ok || kept.error.code !== 'passphrase-needed' ? kept : failure({ code: 'passphrase-lost' });
  }
}
