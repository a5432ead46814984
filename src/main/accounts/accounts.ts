import type { Account, AccountSettings, ConnectionReport, CredentialKind } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { Consent } from '../consent.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Connection, unknownPaths } from '../service/index.ts';
import { createAccountBook } from './account-book.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { Approval } from './approval.ts';
import { createChecks } from './checks.ts';
import { jwtExpiry, type Vault } from './credentials/index.ts';
import { createEditing } from './editing.ts';
import { originFor, readSettings, sameAddresses } from './origins.ts';
import { readSecrets } from './pasted-secrets.ts';
import { type PracticeHost, practiceAccount } from './practice-account.ts';
import { createReach } from './reach.ts';
import { noKeychain, practiceStarting, unknownAccount } from './sentences.ts';

export type AccountsParts = {
  readonly store: AccountStore;
  readonly vault: Vault;
  readonly practice: PracticeHost;
  readonly now: () => number;
  readonly consent: Consent;
  readonly versions: Readonly<Record<string, string>>;
  readonly events: DomainEvents;
};

export type AskedCheck = {
  readonly checkId: string;
  readonly accountId: string | null;
  readonly settings: AccountSettings;
  readonly apiKey: string | null;
  readonly accessToken: string | null;
};

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** The accounts of this person, how to reach each, and everything that changes them. */
export async function openAccounts(parts: AccountsParts) {
  const { store, vault, practice, now } = parts;
  // Only the first start must write: a disk that takes nothing now is no reason to show no window.
  if (store.all().every(({ id }) => id !== practiceAccount.id)) {
    await store.add(practiceAccount, new Date(now()).toISOString());
  }
  const book = createAccountBook(store);
  const reach = createReach({
    ...book,
    warnings: store,
    practice,
    vault,
    now,
    events: parts.events,
  });
  const sessionReasons = new Map<string, string>();
  let activeId = store.activeId() ?? practiceAccount.id;

  const addressOf = (account: StoredAccount): string | null =>
    account.kind === 'practice' ? practice.url() : account.address;
  const approval = new Approval(parts.consent, () =>
    book.all().flatMap((account) => {
      const address = addressOf(account);
      return address === null ? [] : [{ ...account, address }];
    }),
  );
  const checks = createChecks({
    now,
    versions: parts.versions,
    onLine: (checkId, line) => parts.events.emit('accounts.check-line', { checkId, line }),
  });
  const editing = createEditing({
    ...parts,
    book,
    reach,
    approval,
    onSessionOnly: (id, reason) => {
      if (reason === null) sessionReasons.delete(id);
      else sessionReasons.set(id, reason);
    },
  });

  function shown(account: StoredAccount): Account {
    const { found: _, isDamaged: __, ...settings } = account;
    const ofPractice = account.kind === 'practice';
    const inKeychain = !ofPractice && vault.describe(account.id).kept === 'keychain';
    return {
      ...settings,
      address: addressOf(account) ?? 'Starting…',
      credentials: ofPractice ? { apiKey: null, accessToken: null } : reach.notes(account.id),
      place: inKeychain
        ? { kind: 'keychain' }
        : {
            kind: 'session',
            reason: ofPractice
              ? 'Practice credentials are made anew at every start.'
              : (sessionReasons.get(account.id) ?? noKeychain()),
          },
      trouble: reach.trouble(account)?.trouble ?? null,
    };
  }

  const currentId = (): string => (book.find(activeId) === null ? practiceAccount.id : activeId);

  async function check({ checkId, accountId, settings, ...typed }: AskedCheck): Promise<Result<ConnectionReport>> {
    const read = readSettings(settings);
    if (!read.ok) return read;
    const account = accountId === null ? null : book.find(accountId);
    if (accountId !== null && account === null) return failure(unknownAccount);
    if (account !== null && addressOf(account) === null) return failure(practiceStarting);
    const secrets = readSecrets(typed);
    if (!secrets.ok) return secrets;
    const given = (kind: CredentialKind): string | null =>
      secrets.value.find((secret) => secret.kind === kind)?.secret ?? null;
    const [apiKey, accessToken] = [given('api-key'), given('access-token')];
    const target = read.value;
    const before = account === null ? null : { ...account, address: addressOf(account) };
    const approved =
      before === null
        ? await approval.toTry(target, target.name, secrets.value)
        : await approval.toReach(before, target, secrets.value);
    if (!approved.ok) return approved;

    const kept = async () =>
      account === null ? { apiKey: null, accessToken: null } : await reach.secrets(account.id, target);
    const credentials = async () => {
      const stored = apiKey !== null && accessToken !== null ? null : await kept();
      return {
        apiKey: apiKey ?? stored?.apiKey ?? null,
        accessToken: accessToken ?? stored?.accessToken ?? null,
      };
    };
    const notes = account === null || account.kind === 'practice' ? null : reach.notes(account.id);
    const isElsewhere = (kind: 'api-key' | 'access-token'): boolean =>
      before !== null && originFor(kind, before) !== originFor(kind, target);
    const withheld = new Set<'api-key' | 'access-token'>();
    if (notes?.apiKey && apiKey === null && isElsewhere('api-key')) withheld.add('api-key');
    if (notes?.accessToken && accessToken === null && isElsewhere('access-token')) withheld.add('access-token');

    const connection: Connection = {
      baseUrl: target.address,
      submitBaseUrl: target.submitAddress,
      paths: { ...unknownPaths, requestFunds: target.requestFundsPath, tokenMap: target.tokenMapPath },
      credentials,
    };
    const revision = account === null ? 0 : reach.revision(account.id);
    const tokenExpiresAt = accessToken !== null ? jwtExpiry(accessToken) : (notes?.accessToken?.expiresAt ?? null);
    const checked = await checks.run(checkId, { connection, withheld, tokenExpiresAt });
    if (!checked.ok || before === null || !sameAddresses(before, target)) return checked;
    // The account may have been moved or removed while its old address was looked at.
    const after = book.find(before.id);
    if (after === null || !sameAddresses({ ...after, address: addressOf(after) }, target)) return checked;
    await store.putReport(before.id, checked.value);
    book.reload();
    reach.changed();
    // Of credentials that were replaced meanwhile it says nothing.
    if (reach.revision(before.id) !== revision) return checked;
    if (apiKey === null) takeVerdict(before.id, 'api-key', checked.value);
    if (accessToken === null) takeVerdict(before.id, 'access-token', checked.value);
    return checked;
  }

  function takeVerdict(accountId: string, kind: 'api-key' | 'access-token', report: ConnectionReport): void {
    const line = report.lines.find(({ topic }) => topic === kind);
    const refused = report.entries.some(({ topic, status }) => topic === kind && (status === 401 || status === 403));
    if (line?.state === 'good') {
      reach.onVerdict(accountId, kind, true);
      if (kind === 'access-token') reach.readListsAgain(accountId);
    } else if (refused) reach.onVerdict(accountId, kind, false);
  }

  return {
    list: (): Account[] => book.all().map(shown),
    has: (id: string): boolean => book.find(id) !== null,
    activeId: currentId,

    async activate(id: string): Promise<Result<null>> {
      if (book.find(id) === null) return failure(unknownAccount);
      await store.setActive(id);
      activeId = id;
      return success(null);
    },

    /** Where and how to submit for an account; null while something keeps it from submitting, or when it is unknown. */
    destination: reach.destination,
    /** How to reach an account whatever troubles it; null while its service is not up, or when it is unknown. */
    connection: reach.connection,
    onTrouble: reach.onTrouble,
    readListsAgain: reach.readListsAgain,

    add: ({ checkId, ...account }: Omit<AskedCheck, 'checkId' | 'accountId'> & { readonly checkId: string | null }) =>
      editing.add({ ...account, report: checkId === null ? null : checks.report(checkId) }),
    edit: editing.edit,
    setSubmitBy: editing.setSubmitBy,
    replaceCredential: editing.replaceCredential,
    forgetCredential: editing.forgetCredential,
    remove: editing.remove,

    /** Fund requests over `connection` are answered under this path: it is asked first from now on. */
    async onFundsPath(id: string, connection: Connection, path: string): Promise<void> {
      const account = book.find(id);
      // The account may have been moved while the answer was on its way.
      if (account === null || addressOf(account) !== connection.baseUrl || account.found.requestFunds === path) return;
      await store.putFound(account, { ...account.found, requestFunds: path });
      book.reload();
      reach.changed();
    },

    check,
    cancelCheck: checks.cancel,
    report: (id: string): Result<ConnectionReport | null> =>
      book.find(id) === null ? failure(unknownAccount) : success(store.report(id)),

    close(): void {
      checks.close();
      reach.close();
    },
  };
}
