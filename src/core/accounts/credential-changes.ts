import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import { getAllTokens, unknownPaths } from '../service/index.ts';
import type { StoredAccount } from './account-store.ts';
import { addressFor } from './addresses.ts';
import type { Approval } from './approval.ts';
import { type GivenSecret, isOfSameUser } from './credential.ts';
import type { CredentialStatus } from './credential-status.ts';
import { missingKeychain } from './keychain.ts';
import type { Vault } from './vault.ts';

export type CredentialChangesParts = {
  readonly vault: Vault;
  readonly status: CredentialStatus;
  readonly approval: Approval;
  readonly now: () => number;
  readonly events: DomainEvents;
};

export type OwnAccount = StoredAccount & { readonly address: string };

/** Returns the credential kinds that may now belong to another user than before; a failure if they must not be saved. */
type KindsLeft = () => Promise<Result<readonly CredentialKind[]>>;

/** `anew`: the changed kinds. Their earlier refusals and warnings no longer apply. */
export type ApprovedSecrets = { readonly left: KindsLeft; readonly anew: readonly CredentialKind[] };

/**
 * A page could swap two tokens of the same user endlessly and clear the findings about both. This limits such unasked
 * changes.
 */
const UNASKED_EVERY_MS = 60_000;

/** Replaces credentials. Asks the user first if the new ones may belong to another user. */
export class CredentialChanges {
  readonly #parts: CredentialChangesParts;
  /** The time (epoch milliseconds) at which a credential of the same user last replaced another without a question. */
  readonly #unaskedAt = new Map<string, number>();
  /**
   * Accounts with a secret in memory that hides another one in the keychain. The hidden one is used again after a
   * restart.
   */
  readonly #hiding = new Set<string>();
  readonly #sessionReasons = new Map<string, Failure>();

  constructor(parts: CredentialChangesParts) {
    this.#parts = parts;
  }

  /** Returns the reason why an account's credentials last only until the app closes. */
  sessionReason(accountId: string): Failure {
    return this.#sessionReasons.get(accountId) ?? missingKeychain();
  }

  /**
   * Asks the user about credentials that may belong to another user. A token of the same user that the service accepts
   * needs no approval. Stored credentials may change before the save: then only the approved kinds may be saved.
   */
  async approve(account: OwnAccount, secrets: readonly GivenSecret[]): Promise<Result<ApprovedSecrets>> {
    const { vault, status, approval, now } = this.#parts;
    const comparison = new UserComparison(vault, account, secrets);
    const others = await comparison.others();
    const { isRefused, isWarned } = status.findings(account.id);
    const given: GivenSecret[] = [];
    const anew: CredentialKind[] = [];
    for (const secret of secrets) {
      const held = await vault.read(account.id, secret.kind);
      const isHeld = held.ok && held.value === secret.secret;
      // Findings about an unchanged credential stay valid, unless the user wants it tried again.
      const isAnew = !isHeld || isWarned || isRefused;
      if (isAnew) anew.push(secret.kind);
      // Nothing is awaited between here and the note below, so only one of several simultaneous calls stays unasked.
      const before = this.#unaskedAt.get(account.id) ?? Number.NEGATIVE_INFINITY;
      const isSoon = Math.abs(now() - before) < UNASKED_EVERY_MS;
      if (others.includes(secret.kind) || isWarned || (isAnew && (isHeld || isSoon))) given.push(secret);
      else if (isAnew) this.#unaskedAt.set(account.id, now());
    }
    const approved = given.length === 0 ? success(null) : await approval.toUse(account, given);
    if (!approved.ok) return approved;
    const left: KindsLeft = async () => {
      const othersNow = await comparison.others();
      return othersNow.every((kind) => others.includes(kind))
        ? success(othersNow)
        : failure({ code: 'changed-meanwhile' });
    };
    return success({ left, anew });
  }

  /** Records what the account leaves behind before `step` changes it. If that cannot be recorded, `step` does not run. */
  async leaving(accountId: string, left: KindsLeft, step: () => Promise<Result<null>>): Promise<Result<null>> {
    const { vault, events } = this.#parts;
    const before = vault.describe(accountId);
    const had = before.kept === 'keychain' && (before.apiKey !== null || before.accessToken !== null);
    let ends: readonly (() => void)[] = [];
    try {
      const kinds = await left();
      if (!kinds.ok) return kinds;
      if (kinds.value.length > 0) {
        ends = await Promise.all(events.ask('account.leaving', { accountId, kinds: kinds.value }));
      }
    } catch (error) {
      return failure({ code: 'not-written', detail: String(error) });
    }
    const done = await step();
    if (vault.describe(accountId).kept === 'keychain') this.#hiding.delete(accountId);
    else if (had) this.#hiding.add(accountId);
    // Not called after a failure, because a locked keychain may still write later, nor while the old secret in the
    // keychain is only hidden.
    if (done.ok && !this.#hiding.has(accountId)) for (const end of ends) end();
    return done;
  }

  async save(account: OwnAccount, { kind, secret }: GivenSecret): Promise<Result<null>> {
    const saved = await this.#parts.vault.save({ ...account, address: addressFor(kind, account) }, kind, secret);
    if (!saved.ok) return saved;
    if (saved.value.kept === 'session') this.#isForSession(account, saved.value.reason ?? missingKeychain());
    else this.#sessionReasons.delete(account.id);
    return success(null);
  }

  /** Saves all secrets. If the keychain refuses one, it is kept in memory until the app closes. */
  async saveAll(account: OwnAccount, secrets: readonly GivenSecret[]): Promise<void> {
    for (const given of secrets) {
      const saved = await this.save(account, given);
      if (saved.ok) continue;
      await this.#parts.vault.save(account, given.kind, given.secret, 'session');
      this.#isForSession(account, saved.error);
    }
  }

  /** Notifies the user at once, because the credentials are lost when the app closes. */
  #isForSession({ id, name }: OwnAccount, reason: Failure): void {
    const isNotified = this.#sessionReasons.has(id);
    this.#sessionReasons.set(id, reason);
    if (!isNotified) this.#parts.events.notice({ code: 'credentials-for-session', accountName: name, reason });
  }
}

const ANSWER_WAIT_MS = 10_000;

/**
 * Finds the kinds of new secrets that may belong to another user than the secrets they replace. If there was no old
 * secret, the user may be another one. The user named in a token counts only if the service accepts the token, because
 * anyone can write one.
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

  /** Reads the stored secrets at each call. */
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

  /** Asks the service once for each token by reading a list, which costs nothing. Every failure counts as not accepted. */
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
