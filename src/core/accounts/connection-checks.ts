import type { AccountSettings, ConnectionReport, CredentialKind, ReportedRoute } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Credentials, type RateLimiters, routeTo, unknownPaths } from '../service/index.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { originFor, type Place, readSettings, sameAddresses } from './addresses.ts';
import type { Approval } from './approval.ts';
import { type CheckParts, ConnectionCheck } from './connection-check.ts';
import type { Connections } from './connections.ts';
import { jwtExpiry, type PastedSecrets, pastedBy, readSecrets } from './credential.ts';
import type { CredentialStatus } from './credential-status.ts';

type ConnectionChecksParts = {
  readonly store: Pick<AccountStore, 'find' | 'putReport'>;
  readonly status: CredentialStatus;
  readonly connections: Connections;
  readonly rateLimiters: Pick<RateLimiters, 'of'>;
  readonly approval: Approval;
  readonly now: () => number;
  /** Versions of the app and its platform, for the report. */
  readonly versions: () => Readonly<Record<string, string>>;
  readonly events: Pick<DomainEvents, 'emit'>;
};

/** `accountId`: null for an account that does not exist yet. */
export type AskedCheck = PastedSecrets & {
  readonly checkId: string;
  readonly accountId: string | null;
  readonly settings: AccountSettings;
};

const AT_ONCE = 4;
const REPORTS_KEPT = 16;

/**
 * Checks the connections of existing and new accounts, under the check ids that the window chose. A report about an
 * account's stored addresses is saved with the account. Other reports stay in memory until an account is added with
 * them.
 */
export class ConnectionChecks {
  readonly #parts: ConnectionChecksParts;
  readonly #running = new Map<string, AbortController>();
  /** Checks that wait for the user's approval. */
  readonly #asking = new Set<string>();
  readonly #reports = new Map<string, ConnectionReport>();

  constructor(parts: ConnectionChecksParts) {
    this.#parts = parts;
  }

  async check({ checkId, accountId, settings, ...pasted }: AskedCheck): Promise<Result<ConnectionReport>> {
    const { store, status, connections, approval, rateLimiters } = this.#parts;
    const read = readSettings(settings);
    if (!read.ok) return read;
    if (accountId !== null) await connections.reach(accountId);
    const account = accountId === null ? null : store.find(accountId);
    if (accountId !== null && account === null) return failure({ code: 'unknown-account' });
    const before = account === null ? null : this.#placed(account);
    if (before !== null && before.address === null) return failure({ code: 'not-ready' });
    const secrets = readSecrets(pasted);
    if (!secrets.ok) return secrets;
    const target = read.value;
    this.#asking.add(checkId);
    const approving =
      before === null
        ? approval.toTry(target, target.name, secrets.value)
        : approval.toReach(before, target, secrets.value);
    const approved = await approving.finally(() => this.#asking.delete(checkId));
    if (!approved.ok) return approved;

    const given = pastedBy(secrets.value);
    const notes = account === null || account.kind === 'practice' ? null : status.notes(account.id);
    const revision = account === null ? 0 : status.revision(account.id);
    const checked = await this.#run(checkId, {
      connection: {
        baseUrl: target.address,
        submitBaseUrl: target.submitAddress,
        paths: { ...unknownPaths, requestFunds: target.requestFundsPath, tokenMap: target.tokenMapPath },
        credentials: async () => {
          const isAllGiven = given.apiKey !== null && given.accessToken !== null;
          if (isAllGiven || account === null) return given;
          const kept = await connections.secrets(account.id, target);
          return { apiKey: given.apiKey ?? kept.apiKey, accessToken: given.accessToken ?? kept.accessToken };
        },
        rateLimiter: (kind) => {
          const isKept = (kind === 'api-key' ? given.apiKey : given.accessToken) === null;
          return isKept && account !== null ? rateLimiters.of(account.id, kind) : null;
        },
        onDate: (date) => status.onDate(target.address, date),
      },
      hasNode: account?.kind === 'practice' || target.nodeAddress !== null,
      withheld: withheldFrom(target, before, notes, given),
      tokenExpiresAt:
        given.accessToken !== null ? jwtExpiry(given.accessToken) : (notes?.accessToken?.expiresAt ?? null),
    });
    if (checked.ok && before !== null && sameAddresses(before, target)) {
      await this.#keepWith(before, checked.value, given, revision);
    }
    return checked;
  }

  cancel(checkId: string): void {
    this.#running.get(checkId)?.abort();
    if (this.#asking.has(checkId)) this.#parts.approval.withdraw();
  }

  report(checkId: string): ConnectionReport | null {
    return this.#reports.get(checkId) ?? null;
  }

  close(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  #placed(account: StoredAccount) {
    return { ...account, address: this.#parts.connections.addressOf(account) };
  }

  async #run(
    checkId: string,
    asked: Pick<CheckParts, 'connection' | 'hasNode' | 'withheld' | 'tokenExpiresAt'>,
  ): Promise<Result<ConnectionReport>> {
    const { now, versions, events } = this.#parts;
    if (this.#running.has(checkId) || this.#running.size >= AT_ONCE) return failure({ code: 'check-running' });
    const abort = new AbortController();
    this.#running.set(checkId, abort);
    try {
      const { baseUrl, submitBaseUrl } = asked.connection;
      const check = new ConnectionCheck({
        ...asked,
        now,
        versions: versions(),
        signal: abort.signal,
        onLine: (line) => {
          if (!abort.signal.aborted) events.emit('accounts.check-line', { checkId, line });
        },
        route: await routes(baseUrl, submitBaseUrl),
      });
      const report = await check.run();
      if (abort.signal.aborted) return failure({ code: 'cancelled' });
      this.#keep(checkId, report);
      return success(report);
    } finally {
      this.#running.delete(checkId);
    }
  }

  #keep(checkId: string, report: ConnectionReport): void {
    this.#reports.delete(checkId);
    this.#reports.set(checkId, report);
    for (const oldest of [...this.#reports.keys()].slice(0, -REPORTS_KEPT)) this.#reports.delete(oldest);
  }

  /** `before`: the account when the check began. The check used the account's own addresses. */
  async #keepWith(
    before: Place & { readonly id: string },
    report: ConnectionReport,
    given: Credentials,
    revision: number,
  ): Promise<void> {
    const { store, status } = this.#parts;
    // The account may have moved or been removed during the check.
    const after = store.find(before.id);
    if (after === null || !sameAddresses(this.#placed(after), before)) return;
    await store.putReport(before.id, report);
    status.changed();
    // The report does not apply to credentials that replaced the checked ones.
    if (status.revision(before.id) !== revision) return;
    if (given.apiKey === null) this.#takeVerdict(before.id, 'api-key', report);
    if (given.accessToken === null) this.#takeVerdict(before.id, 'access-token', report);
  }

  #takeVerdict(accountId: string, kind: CredentialKind, report: ConnectionReport): void {
    const { status } = this.#parts;
    const line = report.lines.find(({ topic }) => topic === kind);
    const refused = report.entries.some(({ topic, status }) => topic === kind && (status === 401 || status === 403));
    if (line?.state === 'good') {
      status.onVerdict(accountId, kind, true);
      if (kind === 'access-token') status.resumeLists(accountId);
    } else if (refused) status.onVerdict(accountId, kind, false);
  }
}

/** Returns the stored credentials that belong to another origin than the checked one. */
function withheldFrom(
  target: Place,
  before: Place | null,
  notes: ReturnType<CredentialStatus['notes']> | null,
  given: Credentials,
): ReadonlySet<CredentialKind> {
  const isElsewhere = (kind: CredentialKind): boolean =>
    before !== null && originFor(kind, before) !== originFor(kind, target);
  const withheld = new Set<CredentialKind>();
  if (notes?.apiKey && given.apiKey === null && isElsewhere('api-key')) withheld.add('api-key');
  if (notes?.accessToken && given.accessToken === null && isElsewhere('access-token')) withheld.add('access-token');
  return withheld;
}

async function routes(address: string, submitAddress: string | null): Promise<ReportedRoute> {
  const service = await routeTo(address);
  return { service, submissions: submitAddress === null ? service : await routeTo(submitAddress) };
}
