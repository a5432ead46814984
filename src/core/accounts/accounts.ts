import type { Account } from '../../shared/bridge/accounts.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { Consent } from '../consent.ts';
import type { DomainEvents } from '../domain-events.ts';
import { getTokenMap, RateLimiters } from '../service/index.ts';
import { AccountChanges } from './account-changes.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { Approval } from './approval.ts';
import { ConnectionChecks, tokenNamesToChoose } from './connection-checks.ts';
import { Connections } from './connections.ts';
import { CredentialStatus } from './credential-status.ts';
import { type PracticeHost, practiceAccount } from './practice-account.ts';
import type { Vault } from './vault.ts';

/** The user's accounts, their connections, and all changes to them. */
export class Accounts {
  readonly #store: AccountStore;
  readonly #vault: Vault;
  readonly practice: PracticeHost;
  readonly status: CredentialStatus;
  readonly connections: Connections;
  readonly checks: ConnectionChecks;
  readonly changes: AccountChanges;
  readonly approval: Approval;
  #activeId: string;

  static async open(
    store: AccountStore,
    vault: Vault,
    practice: PracticeHost,
    consent: Consent,
    events: DomainEvents,
    now: () => number,
    versions: () => Readonly<Record<string, string>>,
  ): Promise<Accounts> {
    // Only the first start writes. Later starts must show a window even if the disk is full.
    if (store.find(practiceAccount.id) === null) await store.add(practiceAccount, new Date(now()).toISOString());
    return new Accounts(store, vault, practice, consent, events, now, versions);
  }

  private constructor(
    store: AccountStore,
    vault: Vault,
    practice: PracticeHost,
    consent: Consent,
    events: DomainEvents,
    now: () => number,
    versions: () => Readonly<Record<string, string>>,
  ) {
    this.#store = store;
    this.#vault = vault;
    this.practice = practice;
    this.#activeId = store.activeId() ?? practiceAccount.id;
    const rateLimiters = new RateLimiters({ now, monotonic: () => performance.now() });
    events.on('account.removed', ({ accountId }) => rateLimiters.forget(accountId));
    this.status = new CredentialStatus(store, vault, rateLimiters, now, () => {
      this.connections.changed();
      events.emit('accounts.changed', {});
    });
    this.connections = new Connections(store, vault, practice, this.status, rateLimiters);
    this.approval = new Approval(consent, () =>
      store.all().flatMap((account) => {
        const address = this.connections.addressOf(account);
        return address === null ? [] : [{ ...account, address, nodeAddress: this.connections.nodeAddressOf(account) }];
      }),
    );
    this.checks = new ConnectionChecks(store, this.status, this.connections, this.approval, now, versions);
    this.changes = new AccountChanges(store, vault, this.status, this.approval, this.checks, events, now);
  }

  list(): readonly Account[] {
    return this.#store.all().map((account) => this.#shown(account));
  }

  find(id: string): Account | null {
    const account = this.#store.find(id);
    return account === null ? null : this.#shown(account);
  }

  has(id: string): boolean {
    return this.#store.find(id) !== null;
  }

  activeId(): string {
    return this.has(this.#activeId) ? this.#activeId : practiceAccount.id;
  }

  async activate(id: string): Promise<Result<null>> {
    if (!this.has(id)) return failure({ code: 'unknown-account' });
    await this.#store.setActive(id);
    this.#activeId = id;
    return success(null);
  }

  /** True if the account has a network node. The practice service has its own. */
  hasNode(id: string): boolean {
    const account = this.#store.find(id);
    return account !== null && (account.kind === 'practice' || account.nodeAddress !== null);
  }

  /** Asks the service for the token names that the user can choose from. */
  async tokenNames(id: string): Promise<Result<readonly string[]>> {
    const connection = await this.connections.reach(id);
    if (connection === null) return failure({ code: 'not-ready' });
    const names = await getTokenMap(connection);
    return names.ok ? success(tokenNamesToChoose(names.value.names.map(({ name }) => name))) : names;
  }

  close(): void {
    this.checks.close();
    this.status.close();
  }

  #shown(account: StoredAccount): Account {
    const { isDamaged: _, ...settings } = account;
    const isPractice = account.kind === 'practice';
    const inKeychain = !isPractice && this.#vault.describe(account.id).kept === 'keychain';
    const reason = isPractice ? null : this.changes.sessionReason(account.id);
    return {
      ...settings,
      address: this.connections.addressOf(account),
      nodeAddress: this.connections.nodeAddressOf(account),
      credentials: isPractice ? { apiKey: null, accessToken: null } : this.status.notes(account.id),
      place: inKeychain ? { kind: 'keychain' } : { kind: 'session', reason },
      trouble: this.status.trouble(account),
    };
  }
}

export function accountHandlers(accounts: Accounts, events: DomainEvents): Handlers<'accounts'> {
  const { changes, checks } = accounts;
  const changing = async <Value>(change: Promise<Result<Value>>): Promise<Result<Value>> => {
    const result = await change;
    // After a failure too: a part of the change may be made.
    events.emit('accounts.changed', {});
    return result;
  };
  return {
    'accounts.list': () => success({ accounts: accounts.list(), activeAccountId: accounts.activeId() }),
    'accounts.activate': async ({ accountId }) => {
      const activated = await accounts.activate(accountId);
      if (activated.ok) events.emit('accounts.activated', {});
      return activated;
    },
    'accounts.check': ({ accountId }) => checks.check(accountId),
    'accounts.tryOut': ({ settings, ...pasted }) => checks.tryOut(settings, pasted),
    'accounts.add': ({ settings, ...pasted }) => changing(changes.add(settings, pasted)),
    'accounts.edit': ({ accountId, settings, ...pasted }) => changing(changes.edit(accountId, settings, pasted)),
    'accounts.replaceCredential': ({ accountId, kind, secret }) =>
      changing(changes.replaceCredential(accountId, kind, secret)),
    'accounts.forgetCredential': ({ accountId, kind }) => changing(changes.forgetCredential(accountId, kind)),
    'accounts.remove': async ({ accountId }) => {
      const wasActive = accounts.activeId() === accountId;
      const removed = await changes.remove(accountId);
      if (removed.ok && wasActive) events.emit('accounts.activated', {});
      else events.emit('accounts.changed', {});
      return removed;
    },
    'accounts.withdrawChange': () => accounts.approval.withdraw(),
    'accounts.submitBy': ({ accountId, submitBy }) => changing(changes.setSubmitBy(accountId, submitBy)),
    'accounts.tokenNames': ({ accountId }) => accounts.tokenNames(accountId),
    'accounts.startPractice': () => accounts.practice.start(),
  };
}
