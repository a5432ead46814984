import { useQuery } from '@tanstack/react-query';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { KeptWhere, Privacy, PrivacyKind } from '../../../shared/bridge/encryption.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { ask, CallFailed } from '../../data/calls.ts';
import { callQuery, queryClient } from '../../data/queries.ts';

export const forgettingWords = 'If you forget it, nobody can read these files, not even the service.';
export const losingKeysWords = 'If their secret keys are lost, nobody can read these files, not even the service.';

export const readerNames: { readonly [Kind in PrivacyKind]: string } = {
  public: 'Anybody',
  passphrase: 'Only people with the passphrase',
  recipients: 'Only these people',
};

export const readerHints: { readonly [Kind in PrivacyKind]: string } = {
  public: 'Anybody can read what you submit, permanently.',
  passphrase: 'It is encrypted before it leaves this computer. Share the passphrase with whoever should read it.',
  recipients: 'It is encrypted before it leaves this computer, for the public keys in the list below.',
};

/** The place where a secret is stored. `whatElse` is the text for a secret that is not stored. */
export function keptWords(kept: KeptWhere, whatElse: string): string {
  if (kept === null) return whatElse;
  return kept === 'keychain' ? 'Kept in your system’s keychain' : 'Kept until you close Dropslip: there is no keychain';
}

export function shortKey(publicKey: string): string {
  return `${publicKey.slice(0, 12)}…${publicKey.slice(-6)}`;
}

/** A post-quantum key would fill the screen, so only its beginning and end are shown. */
export function publicKeyWords(publicKey: string): string {
  return publicKey.length > 100 ? shortKey(publicKey) : publicKey;
}

type PrivacyCall = Extract<keyof CallInputs, `encryption.${string}`>;

/** Null until main has answered. */
export function usePrivacy(accountId: string): Privacy | null {
  return useQuery(callQuery('encryption.privacy', accountId, { accountId })).data ?? null;
}

/**
 * Has main change a privacy setting. Each change returns the settings that apply from then on. Returns null on success.
 */
export async function changePrivacy<Name extends PrivacyCall>(
  name: Name,
  input: CallInputs[Name] & { readonly accountId: string },
): Promise<Failure | null> {
  const { accountId } = input;
  try {
    const privacy = await ask(name, input);
    queryClient.setQueryData(callQuery('encryption.privacy', accountId, { accountId }).queryKey, privacy);
    return null;
  } catch (error) {
    if (error instanceof CallFailed) return error.failure;
    throw error;
  }
}
