import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Result, success } from '../../shared/bridge/failure.ts';
import type { GivenSecret } from './approval.ts';
import { isOfSameUser, type Vault } from './credentials/index.ts';
import { readSecret } from './credentials/secret-text.ts';
import { createTokenTrial } from './token-trial.ts';

/** Credentials as a person pasted them; null where none was. */
export type PastedSecrets = { readonly apiKey: string | null; readonly accessToken: string | null };

export const nothingPasted: PastedSecrets = { apiKey: null, accessToken: null };

/** Credentials as they are kept, or the sentence that says which one no request can carry. */
export function readSecrets({ apiKey, accessToken }: PastedSecrets): Result<readonly GivenSecret[]> {
  const secrets: GivenSecret[] = [];
  for (const [kind, pasted] of [['api-key', apiKey] as const, ['access-token', accessToken] as const]) {
    const secret = pasted === null ? null : readSecret(kind, pasted);
    if (secret?.ok === false) return secret;
    if (secret !== null) secrets.push({ kind, secret: secret.value });
  }
  return success(secrets);
}

/**
 * Looks of which kinds a secret may be another user's than the one that it replaces, each time anew. One that is not there may
 * be anybody's. What a token says of its user counts only where the service has accepted it: anybody can write such a token.
 */
export function othersAmong(
  vault: Pick<Vault, 'read'>,
  { id, address }: { readonly id: string; readonly address: string },
  secrets: readonly GivenSecret[],
): () => Promise<readonly CredentialKind[]> {
  const isAccepted = createTokenTrial(address);
  return async () => {
    const others: CredentialKind[] = [];
    for (const { kind, secret } of secrets) {
      const held = await vault.read(id, kind);
      const old = held.ok ? held.value : null;
      if (old === secret) continue;
      if (old !== null && kind === 'access-token' && isOfSameUser(old, secret) && (await isAccepted(secret))) continue;
      others.push(kind);
    }
    return others;
  };
}
