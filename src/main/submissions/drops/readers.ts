import type { DropReaders } from '../../../shared/bridge/drops.ts';
import type { PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { EncryptFor } from '../../encryption/index.ts';
import type { KeptKeys, Private } from '../content/passphrases.ts';

/** What drops need of an account's keys. */
export type DropKeys = KeptKeys & {
  readonly standard: (accountId: string) => PrivacyKind;
  readonly encryptFor: (accountId: string, kind: Exclude<PrivacyKind, 'public'>) => Promise<Result<EncryptFor>>;
  readonly keepPassphrase: (accountId: string, passphrase: string) => Promise<Result<unknown>>;
};

const noKeys: Failure = { code: 'passphrase-needed' };

/** What the person chose, with the people of the account's list or its kept passphrase as they are now; null for anybody. */
export async function privateFor(
  keys: DropKeys | null,
  accountId: string,
  chosen: DropReaders,
): Promise<Result<Private | null>> {
  if (chosen.kind === 'public') return success(null);
  if (keys === null) return failure(noKeys);
  if (chosen.kind === 'passphrase' && chosen.passphrase !== null) {
    const kept = chosen.keep ? await keys.keepPassphrase(accountId, chosen.passphrase) : success(null);
    return kept.ok ? success(withPassphrase(chosen.passphrase)) : kept;
  }
  const key = await keys.encryptFor(accountId, chosen.kind);
  if (!key.ok) return key;
  if (key.value.kind === 'passphrase') return success(withPassphrase(key.value.passphrase));
  const { kind, recipients } = key.value;
  return success({ encryption: { readers: { kind, recipients: [...recipients] }, copy: null }, passphrase: null });
}

function withPassphrase(passphrase: string): Private {
  return { encryption: { readers: { kind: 'passphrase' }, copy: null }, passphrase };
}
