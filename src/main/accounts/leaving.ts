import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { failure, type Result } from '../../shared/bridge/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Vault } from './credentials/index.ts';
import * as words from './sentences.ts';

/** Of which kinds an account gets another user's credentials, as it is now; a failure where it must not get them. */
export type KindsLeft = () => Promise<Result<readonly CredentialKind[]>>;

/** Notes what accounts leave behind before anything of them is changed; where that cannot be, nothing is. */
export function createLeaving(vault: Pick<Vault, 'describe'>, events: Pick<DomainEvents, 'ask'>) {
  /** Accounts with a secret for this session that hides another in the keychain, which comes back with the next start. */
  const hiding = new Set<string>();

  return async (accountId: string, kindsLeft: KindsLeft, step: () => Promise<Result<null>>): Promise<Result<null>> => {
    const before = vault.describe(accountId);
    const had = before.kept === 'keychain' && (before.apiKey !== null || before.accessToken !== null);
    let end = (): void => undefined;
    try {
      const kinds = await kindsLeft();
      if (!kinds.ok) return kinds;
      if (kinds.value.length > 0) {
        const ends = await Promise.all(events.ask('account.leaving', { accountId, kinds: kinds.value }));
        end = () => {
          for (const one of ends) one();
        };
      }
    } catch (error) {
      return failure(words.notNoted(String(error)));
    }
    const done = await step();
    if (vault.describe(accountId).kept === 'keychain') hiding.delete(accountId);
    else if (had) hiding.add(accountId);
    // A keychain that was locked may still write later.
    if (done.ok && !hiding.has(accountId)) end();
    return done;
  };
}
