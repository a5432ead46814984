import type { DropReaders } from '../../../shared/bridge/drops.ts';
import type { PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import { type AccountKey, readPassphrase } from '../../encryption/index.ts';
import type { KeptKeys, Private } from '../journal/row-encryption.ts';

/** The account keys that drops use. */
export type DropKeys = KeptKeys & {
  readonly standard: (accountId: string) => PrivacyKind;
  readonly encryptFor: (accountId: string, kind: Exclude<PrivacyKind, 'public'>) => Promise<Result<AccountKey>>;
  readonly keepPassphrase: (accountId: string, passphrase: string) => Promise<Result<unknown>>;
};

const noKeys: Failure = { code: 'passphrase-needed' };

/**
 * Returns the encryption for the chosen readers, with the account's current recipients or passphrase. Null means
 * public.
 */
export async function privateFor(
  keys: DropKeys | null,
  accountId: string,
  chosen: DropReaders,
): Promise<Result<Private | null>> {
  if (chosen.kind === 'public') return success(null);
  if (keys === null) return failure(noKeys);
  if (chosen.kind === 'passphrase' && chosen.passphrase !== null) {
    const typed = readPassphrase(chosen.passphrase);
    if (!typed.ok) return typed;
    if (chosen.keep) return keepTyped(keys, accountId, chosen.passphrase);
    return success(withPassphrase(chosen.passphrase, null));
  }
  const key = await keys.encryptFor(accountId, chosen.kind);
  if (!key.ok) return key;
  if (key.value.kind === 'passphrase') return success(withPassphrase(key.value.passphrase, key.value.id));
  const { kind, recipients } = key.value;
  return success({ encryption: { readers: { kind, recipients: [...recipients] }, copy: null }, passphrase: null });
}

async function keepTyped(keys: DropKeys, accountId: string, typed: string): Promise<Result<Private>> {
  const keeping = await keys.keepPassphrase(accountId, typed);
  const kept = await keys.encryptFor(accountId, 'passphrase');
  const id = kept.ok && kept.value.kind === 'passphrase' && kept.value.passphrase === typed ? kept.value.id : null;
  // On a second try after a full disk, the passphrase is already kept.
  return keeping.ok || id !== null ? success(withPassphrase(typed, id)) : keeping;
}

/** `kept` is the id of the passphrase if the account keeps it. */
function withPassphrase(passphrase: string, kept: string | null): Private {
  const readers = kept === null ? ({ kind: 'passphrase' } as const) : ({ kind: 'passphrase', kept } as const);
  return { encryption: { readers, copy: null }, passphrase };
}
