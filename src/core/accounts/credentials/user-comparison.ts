import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import { getAllTokens, unknownPaths } from '../../service/index.ts';
import { type GivenSecret, isOfSameUser } from './credential.ts';
import type { Vault } from './vault.ts';

const ANSWER_WAIT_MS = 10_000;

/**
 * Of which kinds secrets may be another user's than those that they replace. One that is not there may be anybody's. What a
 * token says of its user counts only where the service has accepted it: anybody can write such a token.
 */
export class UserComparison {
  readonly #vault: Pick<Vault, 'read'>;
  readonly #account: { readonly id: string; readonly address: string };
  readonly #secrets: readonly GivenSecret[];
  readonly #accepted = new Map<string, Promise<boolean>>();

  constructor(
    vault: Pick<Vault, 'read'>,
    account: { readonly id: string; readonly address: string },
    secrets: readonly GivenSecret[],
  ) {
    this.#vault = vault;
    this.#account = account;
    this.#secrets = secrets;
  }

  /** As it is now: what is held is looked at each time anew. */
  async others(): Promise<readonly CredentialKind[]> {
    const others: CredentialKind[] = [];
    for (const { kind, secret } of this.#secrets) {
      const held = await this.#vault.read(this.#account.id, kind);
      const old = held.ok ? held.value : null;
      if (old === secret) continue;
      const mayBeSame = old !== null && kind === 'access-token' && isOfSameUser(old, secret);
      if (mayBeSame && (await this.#isAccepted(secret))) continue;
      others.push(kind);
    }
    return others;
  }

  /** Asked once for each token. Whatever keeps the service from saying so is a no. A list is read: nothing is charged. */
  #isAccepted(token: string): Promise<boolean> {
    const accepted = this.#accepted.get(token) ?? this.#ask(token);
    this.#accepted.set(token, accepted);
    return accepted;
  }

  async #ask(token: string): Promise<boolean> {
    const connection = {
      baseUrl: this.#account.address,
      submitBaseUrl: null,
      paths: unknownPaths,
      credentials: async () => ({ apiKey: null, accessToken: token }),
    };
    return (await getAllTokens(connection, {}, AbortSignal.timeout(ANSWER_WAIT_MS))).ok;
  }
}
