import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { Keys } from './keys.ts';

export type EncryptionHandlerParts = { readonly keys: Keys };

export function encryptionHandlers({ keys }: EncryptionHandlerParts): Handlers<'encryption'> {
  return {
    'encryption.privacy': ({ accountId }) => keys.privacy(accountId),
    'encryption.setStandard': ({ accountId, standard }) => keys.setStandard(accountId, standard),
    'encryption.keepPassphrase': ({ accountId, passphrase }) => keys.keepPassphrase(accountId, passphrase),
    'encryption.forgetPassphrase': ({ accountId }) => keys.forgetPassphrase(accountId),
    'encryption.addRecipient': ({ accountId, publicKey, name }) => keys.addRecipient(accountId, publicKey, name),
    'encryption.removeRecipient': ({ accountId, publicKey }) => keys.removeRecipient(accountId, publicKey),
    'encryption.makeKey': ({ accountId, to }) => keys.makeKey(accountId, to),
    'encryption.keepKey': ({ accountId, secretKey }) => keys.keepKey(accountId, secretKey),
    'encryption.forgetKey': ({ accountId }) => keys.forgetKey(accountId),
  };
}
