import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AccountSettings, CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { addressFor, originFor, readSettings, sameAddresses } from './addresses.ts';
import type { Approval } from './approval.ts';
import type { ConnectionChecks } from './connection-checks.ts';
import {
  credentialKinds,
  type GivenSecret,
  isOfSameUser,
  type PastedSecrets,
  readSecret,
  readSecrets,
  secretKinds,
  userOf,
} from './credential.ts';
import type { CredentialStatus } from './credential-status.ts';
import { missingKeychain } from './keychain.ts';
import type { Vault } from './vault.ts';

type OwnAccount = StoredAccount & { readonly address: string };

/**
 * `others`: the secrets that may belong to another user than those they replace. `toRenew`: the kinds whose recorded
 * status (refused, echoed) no longer applies.
 */
type Comparison = { readonly others: readonly GivenSecret[]; readonly toRenew: readonly CredentialKind[] };

/**
 * Changes accounts and their credentials, one change at a time, so that the user's approval always fits the account
 * that is changed.
 */
export class AccountChanges {
  readonly #store: AccountStore;
  readonly #vault: Vault;
  readonly #status: CredentialStatus;
  readonly #approval: Approval;
  readonly #checks: ConnectionChecks;
  readonly #events: DomainEvents;
  readonly #now: () => number;
  readonly #sessionReasons = new Map<string, Failure>();
  #isChanging = false;

  constructor(
    store: AccountStore,
    vault: Vault,
    status: CredentialStatus,
    approval: Approval,
    checks: ConnectionChecks,
    events: DomainEvents,
    now: () => number,
  ) {
    this.#store = store;
    this.#vault = vault;
    this.#status = status;
    this.#approval = approval;
    this.#checks = checks;
    this.#events = events;
    this.#now = now;
  }

  /** Returns the reason why an account's credentials last only until the app closes. */
  sessionReason(accountId: string): Failure {
    return this.#sessionReasons.get(accountId) ?? missingKeychain();
  }

  /** Adds an account. If the keychain is locked, the account keeps its credentials in memory until the app closes. */
  add(settings: AccountSettings, pasted: PastedSecrets): Promise<Result<{ readonly accountId: string }>> {
    return this.#alone(async () => {
      const read = readSettings(settings);
      if (!read.ok) return read;
      const secrets = readSecrets(pasted);
      if (!secrets.ok) return secrets;
      const approved = await this.#approval.toAdd(read.value, read.value.name, secrets.value);
      if (!approved.ok) return approved;
      const asked = await this.#approveNode(read.value);
      if (!asked.ok) return asked;
      const id = randomUUID();
      const serviceKind = this.#checks.triedKind(read.value.address);
      const account = { ...read.value, id, kind: 'service', serviceKind } as const;
      await this.#store.add(account, new Date(this.#now()).toISOString());
      await this.#saveAll(account, secrets.value);
      this.#status.renew(id, credentialKinds);
      this.#events.emit('account.added', { accountId: id });
      return success({ accountId: id });
    });
  }

  /**
   * Changes an account. A credential whose origin changes is deleted first, so it is never sent to the new origin.
   * Pasted credentials replace it in the same step.
   */
  edit(
    accountId: string,
    settings: AccountSettings,
    pasted: PastedSecrets = { apiKey: null, accessToken: null },
  ): Promise<Result<null>> {
    return this.#alone(async () => {
      const read = readSettings(settings);
      if (!read.ok) return read;
      const secrets = readSecrets(pasted);
      if (!secrets.ok) return secrets;
      const own = this.#own(accountId);
      if (!own.ok) return own;
      const account = own.value;
      const mayMove = (): boolean =>
        sameAddresses(account, read.value) || !this.#events.ask('account.is-in-parts', { accountId }).includes(true);
      if (!mayMove()) return failure({ code: 'parts-unfinished' });
      const compared = await this.#compare(account, secrets.value);
      const approved = sameAddresses(account, read.value)
        ? await this.#approveSecrets(account, secrets.value, compared)
        : await this.#approval.toMove(account, read.value, secrets.value);
      if (!approved.ok) return approved;
      const paying = await this.#approvePaying(account, read.value.submitBy);
      if (!paying.ok) return paying;
      const asked = await this.#approveNode(read.value);
      if (!asked.ok) return asked;
      const left = sameAddresses(account, read.value) ? compared.others.map(({ kind }) => kind) : credentialKinds;
      return this.#leaving(accountId, left, async () =>
        // A file may have begun while the user was asked.
        mayMove()
          ? this.#change(account, read.value, secrets.value, compared.toRenew)
          : failure({ code: 'parts-unfinished' }),
      );
    });
  }

  setSubmitBy(accountId: string, submitBy: SubmitBy): Promise<Result<null>> {
    return this.#alone(async () => {
      const account = this.#store.find(accountId);
      if (account === null) return failure({ code: 'unknown-account' });
      const isOther = !isDeepStrictEqual(account.submitBy, submitBy);
      if (!isOther && account.isDamaged !== true) return success(null);
      const approved = await this.#approvePaying(account, submitBy);
      if (!approved.ok) return approved;
      await this.#store.update({ ...account, submitBy });
      this.#status.renew(accountId, []);
      return success(null);
    });
  }

  replaceCredential(accountId: string, kind: CredentialKind, pasted: string): Promise<Result<null>> {
    return this.#alone(async () => {
      const account = this.#own(accountId);
      if (!account.ok) return account;
      const read = readSecret(kind, pasted);
      if (!read.ok) return read;
      const given = { kind, secret: read.value };
      const { others, toRenew } = await this.#compare(account.value, [given]);
      const approved = await this.#approveSecrets(account.value, [given], { others, toRenew });
      if (!approved.ok) return approved;
      return this.#leaving(
        accountId,
        others.map((other) => other.kind),
        async () => {
          const saved = await this.#save(account.value, given);
          if (saved.ok && toRenew.length > 0) this.#status.renew(accountId, toRenew);
          else if (saved.ok) this.#status.changed();
          return saved;
        },
      );
    });
  }

  /**
   * Uses credentials until the app closes, without storing them. For hosts that read them from files at each start.
   */
  lend(accountId: string, pasted: PastedSecrets): Promise<Result<null>> {
    return this.#alone(async () => {
      const account = this.#own(accountId);
      if (!account.ok) return account;
      const secrets = readSecrets(pasted);
      if (!secrets.ok) return secrets;
      const others = secrets.value
        .map(({ kind, secret }) => ({ kind, user: userOf(kind, secret) }))
        .filter(({ kind, user }) => this.#store.lentUser(accountId, kind) !== user);
      return this.#leaving(
        accountId,
        others.map(({ kind }) => kind),
        async () => {
          for (const { kind, secret } of secrets.value) await this.#vault.save(account.value, kind, secret, 'session');
          for (const { kind, user } of others) await this.#store.setLentUser(accountId, kind, user);
          this.#status.changed();
          return success(null);
        },
      );
    });
  }

  forgetCredential(accountId: string, kind: CredentialKind): Promise<Result<null>> {
    return this.#alone(async () => {
      const account = this.#own(accountId);
      if (!account.ok) return account;
      const forgotten = await this.#vault.forget(accountId, [kind]);
      this.#status.renew(accountId, [kind]);
      return forgotten.ok ? success(null) : failure(notForgotten(forgotten.error));
    });
  }

  /**
   * Removes an account and all its data. The keychain comes first: after a crash the account still exists without
   * credentials and can be removed again, and no secret is left without an account.
   */
  remove(accountId: string): Promise<Result<null>> {
    return this.#alone(async () => {
      const account = this.#own(accountId);
      if (!account.ok) return account;
      if (this.#isSending(accountId)) return failure({ code: 'still-sending' });
      const held = secretKinds.filter((kind) => this.#vault.whereIs(accountId, kind) !== null);
      const approved = await this.#approval.toRemove(account.value, held);
      if (!approved.ok) return approved;
      if (this.#isSending(accountId)) return failure({ code: 'still-sending' });
      const removed = await this.#store.whileHidden(accountId, async () => {
        this.#status.changed();
        const refused = await this.#forgetCredentials(account.value);
        if (refused !== null) return failure(refused);
        this.#events.emit('account.removed', { accountId });
        await this.#store.remove(accountId);
        return success(null);
      });
      this.#status.changed();
      return removed;
    });
  }

  /** Changes are not queued, for the same reason as questions (`Consent`). */
  async #alone<Value>(change: () => Promise<Result<Value>>): Promise<Result<Value>> {
    if (this.#isChanging) return failure({ code: 'question-open' });
    this.#isChanging = true;
    try {
      return await change();
    } finally {
      this.#isChanging = false;
    }
  }

  #isSending(accountId: string): boolean {
    return this.#events.ask('account.is-sending', { accountId }).includes(true);
  }

  #own(id: string): Result<OwnAccount> {
    const account = this.#store.find(id);
    if (account === null) return failure({ code: 'unknown-account' });
    if (account.kind === 'practice' || account.address === null) return failure({ code: 'practice-account' });
    return success({ ...account, address: account.address });
  }

  /** A service that gives secrets away gets another one only from the user. */
  async #approveSecrets(
    account: OwnAccount,
    secrets: readonly GivenSecret[],
    { others }: Comparison,
  ): Promise<Result<null>> {
    const asked = this.#status.isSecretEchoed(account.id) ? secrets : others;
    return asked.length === 0 ? success(null) : this.#approval.toUse(account, asked);
  }

  /**
   * Compares new secrets with the stored ones. An access token that names the same user as the stored one belongs to
   * that user: the service refuses it if that is not true.
   */
  async #compare({ id }: OwnAccount, secrets: readonly GivenSecret[]): Promise<Comparison> {
    const others: GivenSecret[] = [];
    const toRenew: CredentialKind[] = [];
    for (const given of secrets) {
      const { kind, secret } = given;
      const held = await this.#vault.read(id, kind);
      const old = held.ok ? held.value : null;
      if (old !== secret && (old === null || kind === 'api-key' || !isOfSameUser(old, secret))) others.push(given);
      // A user who enters the same credential again wants it tried again.
      if (old !== secret || this.#status.isRefused(id, kind) || this.#status.isSecretEchoed(id)) toRenew.push(kind);
    }
    return { others, toRenew };
  }

  async #approveNode({ nodeAddress }: AccountSettings): Promise<Result<null>> {
    return nodeAddress === null ? success(null) : this.#approval.toAskNode(nodeAddress);
  }

  /** The practice account pays nothing, so its user is not asked. */
  async #approvePaying(account: StoredAccount, submitBy: SubmitBy): Promise<Result<null>> {
    const isSame = account.isDamaged !== true && isDeepStrictEqual(account.submitBy, submitBy);
    return isSame || account.kind === 'practice' ? success(null) : this.#approval.toPayBy(account, submitBy);
  }

  /**
   * Records what the account leaves behind before `step` changes it. If that cannot be recorded, `step` does not run.
   * `left`: the kinds of credentials that may belong to another user afterwards.
   */
  async #leaving(
    accountId: string,
    left: readonly CredentialKind[],
    step: () => Promise<Result<null>>,
  ): Promise<Result<null>> {
    let ends: readonly (() => void)[] = [];
    try {
      if (left.length > 0) ends = await Promise.all(this.#events.ask('account.leaving', { accountId, kinds: left }));
    } catch (error) {
      return failure({ code: 'not-written', detail: String(error) });
    }
    const done = await step();
    // Not called after a failure, because a locked keychain may still write later, nor while the old secret in the
    // keychain is only hidden: it is used again after a restart.
    if (done.ok && !this.#vault.hidesAnother(accountId)) for (const end of ends) end();
    return done;
  }

  async #change(
    before: OwnAccount,
    after: AccountSettings,
    secrets: readonly GivenSecret[],
    toRenew: readonly CredentialKind[],
  ): Promise<Result<null>> {
    const { id } = before;
    const moved = credentialKinds.filter((kind) => originFor(kind, before) !== originFor(kind, after));
    const described = this.#vault.describe(id);
    if (moved.length > 0) {
      const forgotten = await this.#vault.forget(id, moved);
      if (!forgotten.ok) return failure(notForgotten(forgotten.error));
    }
    const same = sameAddresses(before, after);
    // Another address may be another kind of service.
    await this.#store.update({ ...before, ...after, ...(same ? {} : { serviceKind: null }) });
    // Emitted after the update, so that listeners ask the new service.
    if (!same) this.#events.emit('account.moved', { accountId: id });
    await this.#saveAll({ ...before, ...after }, secrets);
    const given = secrets.map(({ kind }) => kind);
    const isOther = !same || toRenew.length > 0 || !isDeepStrictEqual(before.submitBy, after.submitBy);
    if (isOther) this.#status.renew(id, [...moved, ...toRenew]);
    else this.#status.changed();
    const held = { 'api-key': described.apiKey, 'access-token': described.accessToken };
    const lost = moved.filter((kind) => held[kind] !== null && !given.includes(kind));
    if (lost.length > 0) this.#events.notice({ code: 'credentials-forgotten', accountName: after.name, kinds: lost });
    return success(null);
  }

  async #save(account: OwnAccount, { kind, secret }: GivenSecret): Promise<Result<null>> {
    const saved = await this.#vault.save({ ...account, address: addressFor(kind, account) }, kind, secret);
    if (!saved.ok) return saved;
    if (saved.value.kept === 'session') this.#isForSession(account, saved.value.reason ?? missingKeychain());
    else this.#sessionReasons.delete(account.id);
    return success(null);
  }

  /** Saves all secrets. If the keychain refuses one, it is kept in memory until the app closes. */
  async #saveAll(account: OwnAccount, secrets: readonly GivenSecret[]): Promise<void> {
    for (const given of secrets) {
      const saved = await this.#save(account, given);
      if (saved.ok) continue;
      await this.#vault.save(account, given.kind, given.secret, 'session');
      this.#isForSession(account, saved.error);
    }
  }

  /** Notifies the user at once, because the credentials are lost when the app closes. */
  #isForSession({ id, name }: OwnAccount, reason: Failure): void {
    const isNotified = this.#sessionReasons.has(id);
    this.#sessionReasons.set(id, reason);
    if (!isNotified) this.#events.notice({ code: 'credentials-for-session', accountName: name, reason });
  }

  async #forgetCredentials({ id, name }: StoredAccount): Promise<Failure | null> {
    const forgotten = await this.#vault.forget(id);
    if (forgotten.ok) return null;
    const { code } = forgotten.error;
    if (code === 'keychain-locked' || code === 'keychain-unanswering') return notForgotten(forgotten.error);
    const left = await this.#vault.abandon(id);
    if (left.length > 0) this.#events.notice({ code: 'left-in-keychain', accountName: name, entries: left });
    return null;
  }
}

function notForgotten(reason: Failure): Failure {
  return { ...reason, after: 'credentials-still-kept' };
}
