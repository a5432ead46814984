import type { KeptWhere, PrivacyKind } from '../../../shared/bridge/encryption.ts';

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

/** Where a secret is; `whatElse` is what happens while it is nowhere. */
export function keptWords(kept: KeptWhere, whatElse: string): string {
  if (kept === null) return whatElse;
  return kept === 'keychain' ? 'Kept in your system’s keychain' : 'Kept until you close Dropslip: there is no keychain';
}

export function shortKey(publicKey: string): string {
  return `${publicKey.slice(0, 12)}…${publicKey.slice(-6)}`;
}

/** A post-quantum key fills a screen: it is shown by its beginning and end. */
export function publicKeyWords(publicKey: string): string {
  return publicKey.length > 100 ? shortKey(publicKey) : publicKey;
}
