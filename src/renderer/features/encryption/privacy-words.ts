import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { KeptWhere, Privacy, PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/calls.ts';
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

export function usePrivacy(accountId: string): Privacy | null {
  return useQuery(callQuery('encryption.privacy', accountId, { accountId })).data ?? null;
}

/** Changes privacy settings in main. `failed` is the sentence about the last change, if it failed. */
export function usePrivacyChange(accountId: string) {
  const [failed, setFailed] = useState<string | null>(null);
  /** Each change returns the settings that apply from then on. Resolves with true on success. */
  const change = async <Name extends PrivacyCall>(
    name: Name,
    input: Omit<CallInputs[Name], 'accountId'>,
  ): Promise<boolean> => {
    const answer = await windowApi().call(name, { ...input, accountId } as CallInputs[Name]);
    setFailed(answer.ok ? null : failureMessage(answer.error));
    if (!answer.ok) return false;
    queryClient.setQueryData(callQuery('encryption.privacy', accountId, { accountId }).queryKey, answer.value);
    return true;
  };
  return { failed, setFailed, change };
}
