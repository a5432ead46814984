import type { Account, AccountSettings, ConnectionReport } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { TokenName } from '../../shared/records.ts';
import type { Consent } from '../consent.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Connection, getTokenMap, RateLimiters } from '../service/index.ts';
import { AccountChanges } from './account-changes.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { Approval } from './approval.ts';
import { tokenNamesToChoose } from './connection-check.ts';
import { ConnectionChecks } from './connection-checks.ts';
import { Connections } from './connections.ts';
import type { PastedSecrets } from './credential.ts';
import { CredentialStatus } from './credential-status.ts';
import { type PracticeHost, practiceAccount } from './practice-account.ts';
import type { Vault } from './vault.ts';

export type AccountsParts = {
  readonly store: AccountStore;
  readonly vault: Vault;
  readonly practice: PracticeHost;
  readonly now: () => number;
  readonly consent: Consent;
  readonly versions: () => Readonly<Record<string, string>>;
  readonly events: DomainEvents;
};

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

  static async open(parts: AccountsParts): Promise<Accounts> {
    const { store, now } = parts;
    // Only the first start writes. Later starts must show a window even if the disk is full.
    if (store.find(practiceAccount.id) === null) await store.add(practiceAccount, new Date(now()).toISOString());
    return new Accounts(parts);
  }

  private constructor(parts: AccountsParts) {
    const { store, vault, events } = parts;
    this.#store = store;
    this.#vault = vault;
    this.practice = parts.practice;
    this.#activeId = store.activeId() ?? practiceAccount.id;
    const rateLimiters = new RateLimiters({ now: parts.now, monotonic: () => performance.now() });
    events.on('account.removed', ({ accountId }) => rateLimiters.forget(accountId));
    const status = new CredentialStatus({
      ...parts,
      rateLimiters,
      onChange: () => {
        this.connections.changed();
        events.emit('accounts.changed', {});
      },
    });
    const connections = new Connections({ ...parts, status, rateLimiters });
    const approval = new Approval(parts.consent, () =>
      store.all().flatMap((account) => {
        const address = connections.addressOf(account);
        return address === null ? [] : [{ ...account, address, nodeAddress: connections.nodeAddressOf(account) }];
      }),
    );
    this.approval = approval;
    this.status = status;
    this.connections = connections;
    this.checks = new ConnectionChecks({ ...parts, status, connections, rateLimiters, approval });
    this.changes = new AccountChanges({ ...parts, status, approval });
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

  add({
    checkId,
    ...account
  }: PastedSecrets & { readonly settings: AccountSettings; readonly checkId: string | null }): Promise<
    Result<{ readonly accountId: string }>
  > {
    return this.changes.add({ ...account, report: checkId === null ? null : this.checks.report(checkId) });
  }

  /** Remembers the path that answered a fund request over `connection`, so that later requests try it first. */
  async onFundsPath(id: string, connection: Connection, path: string): Promise<void> {
    const account = this.#store.find(id);
    if (account === null || account.found.requestFunds === path) return;
    // The account may have moved before the answer arrived.
    if (this.connections.addressOf(account) !== connection.baseUrl) return;
    await this.#store.putFound(account, { ...account.found, requestFunds: path });
    this.status.changed();
  }

  /** Asks the service for the token names that the user can choose from. */
  async tokenNames(id: string): Promise<Result<readonly TokenName[]>> {
    const connection = await this.connections.reach(id);
    if (connection === null) return failure({ code: 'not-ready' });
    const names = await getTokenMap(connection);
    return names.ok ? success(tokenNamesToChoose(names.value.names)) : names;
  }

  /** Returns the report of the account's last check; null if there was none. */
  report(id: string): Result<ConnectionReport | null> {
    return this.has(id) ? success(this.#store.report(id)) : failure({ code: 'unknown-account' });
  }

  close(): void {
    this.checks.close();
    this.status.close();
  }

  #shown(account: StoredAccount): Account {
    const { found: _, isDamaged: __, ...settings } = account;
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
