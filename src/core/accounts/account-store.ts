import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { accountColours, type ServiceKind, serviceKinds } from '../../shared/account.ts';
import { originOf } from '../../shared/addresses.ts';
import type { AccountSettings, CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Commit, jsonIn, Settings, sequencedCommit, tablesOfAccounts } from '../storage/index.ts';
import { credentialKinds } from './credential.ts';

const ACTIVE = 'active-account';
const lentName = (id: string, kind: CredentialKind): string => `lent:${kind}:${id}`;

/** The accounts, on disk and in memory. Every promise resolves once the data would survive a power cut. */
export class AccountStore {
  readonly #commit: Commit;
  readonly #commitSequenced: Commit;
  readonly #sql: Statements;
  readonly #settings: Settings;
  /** A copy of the database rows, read again after every write. */
  #accounts: readonly StoredAccount[];
  /** Accounts that are being removed. They are hidden so that nothing new starts for them. */
  readonly #hidden = new Set<string>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#commitSequenced = sequencedCommit(database, commit);
    this.#sql = prepare(database);
    this.#settings = new Settings(database);
    this.#accounts = this.#read();
  }

  all(): readonly StoredAccount[] {
    return this.#accounts.filter(({ id }) => !this.#hidden.has(id));
  }

  find(id: string): StoredAccount | null {
    return this.all().find((account) => account.id === id) ?? null;
  }

  /** Does nothing if the id exists. */
  add(account: StoredAccount, createdAt: string): Promise<void> {
    return this.#write(() => {
      this.#sql.insert.run(account.id, account.kind, ...changeable(account), createdAt);
    });
  }

  update(account: StoredAccount): Promise<void> {
    return this.#write(() => {
      this.#sql.update.run(...changeable(account), account.id);
    });
  }

  setServiceKind(id: string, kind: ServiceKind | null): Promise<void> {
    return this.#write(() => {
      this.#sql.setServiceKind.run(kind, id);
    });
  }

  /** Hides an account while `step` runs. */
  async whileHidden<Value>(id: string, step: () => Promise<Value>): Promise<Value> {
    this.#hidden.add(id);
    try {
      return await step();
    } finally {
      this.#hidden.delete(id);
    }
  }

  /** Removes an account and its data (submissions, attempts, receipts, records) in one transaction. */
  remove(id: string): Promise<void> {
    return this.#write(() => {
      for (const deletion of this.#sql.deletions) deletion.run(id);
      this.#settings.delete(echoedName(id));
      for (const kind of credentialKinds) this.#settings.delete(lentName(id, kind));
      this.#sql.deleteAccount.run(id);
    });
  }

  /** True if an answer of the service contained one of the account's secrets. */
  isSecretEchoed(id: string): boolean {
    return this.#settings.text(echoedName(id)) !== null;
  }

  setSecretEchoed(id: string, isEchoed: boolean): Promise<void> {
    return this.#commitSequenced(() => {
      if (isEchoed) this.#settings.put(echoedName(id), 'true');
      else this.#settings.delete(echoedName(id));
    });
  }

  /** The user of the credential that a host last lent to the account (`userOf`); null if there was none. */
  lentUser(id: string, kind: CredentialKind): string | null {
    return this.#settings.text(lentName(id, kind));
  }

  setLentUser(id: string, kind: CredentialKind, user: string): Promise<void> {
    return this.#commit(() => this.#settings.put(lentName(id, kind), user));
  }

  activeId(): string | null {
    return this.#settings.text(ACTIVE);
  }

  setActive(id: string): Promise<void> {
    return this.#commit(() => {
      this.#settings.put(ACTIVE, id);
    });
  }

  async #write(write: () => void): Promise<void> {
    await this.#commitSequenced(write);
    this.#accounts = this.#read();
  }

  #read(): readonly StoredAccount[] {
    return this.#sql.select.all().map(readRow);
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, node_address, app_id,
         service_kind, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
    update: database.prepare(
      `UPDATE accounts SET name = ?, colour = ?, address = ?, submit_address = ?, submit_by = ?, node_address = ?,
         app_id = ?, service_kind = ? WHERE id = ?`,
    ),
    setServiceKind: database.prepare('UPDATE accounts SET service_kind = ? WHERE id = ?'),
    select: database.prepare('SELECT * FROM accounts ORDER BY created_at, rowid'),
    deletions: tablesOfAccounts(database).map((table) => database.prepare(`DELETE FROM ${table} WHERE account_id = ?`)),
    deleteAccount: database.prepare('DELETE FROM accounts WHERE id = ?'),
  };
}

function echoedName(id: string): string {
  return `secret-echoed:${id}`;
}

/** The values of the columns that can change, in their order in the statements. */
function changeable(account: StoredAccount) {
  return [
    account.name,
    account.colour,
    account.address,
    account.submitAddress,
    JSON.stringify(account.submitBy),
    account.nodeAddress,
    account.appId,
    account.serviceKind,
  ] as const;
}

/** Returns the paying token by account id; null if the API key decides or the column is unreadable. */
export function payingTokens(database: DatabaseSync): ReadonlyMap<string, string | null> {
  const rows = database
    .prepare(`SELECT id, iif(json_valid(submit_by), json_extract(submit_by, '$.token'), NULL) AS token FROM accounts`)
    .all();
  return new Map(rows.map(({ id, token }) => [String(id), typeof token === 'string' ? token : null]));
}

/** An account's row. It never contains a credential. */
export type StoredAccount = Omit<AccountSettings, 'address'> & {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  /** Null for the practice account: its service gets a new port at every start. */
  readonly address: string | null;
  readonly serviceKind: ServiceKind | null;
  /** The address or the paying token is unreadable. Nothing is sent until the user sets it again. */
  readonly isDamaged?: boolean;
};

const submitBy = z.discriminatedUnion('variant', [
  z.object({ variant: z.literal('api-key') }),
  z.object({ variant: z.literal('access-token'), token: z.string() }),
]);

const rowShape = z.object({
  id: z.string(),
  kind: z.enum(['practice', 'service']),
  name: z.string(),
  colour: z.enum(accountColours).catch(accountColours[0]),
  address: z.string().nullable(),
  submit_address: z.string().nullable(),
  submit_by: z.string().transform(jsonIn).pipe(submitBy.nullable().catch(null)),
  node_address: z.string().nullable(),
  app_id: z.string().nullable(),
  service_kind: z.enum(serviceKinds).nullable().catch(null),
});

const isUnreadable = (address: string | null): boolean => address !== null && originOf(address) === null;

/** Unreadable optional columns become null, so that one damaged row does not prevent the start. */
function readRow(row: unknown): StoredAccount {
  const { submit_address, submit_by, node_address, app_id, service_kind, ...rest } = rowShape.parse(row);
  const isDamaged =
    rest.kind === 'service' && (submit_by === null || isUnreadable(rest.address) || isUnreadable(submit_address));
  return {
    ...rest,
    submitAddress: submit_address,
    submitBy: submit_by ?? { variant: 'api-key' },
    // An unreadable node address does not damage the account: sending does not need it.
    nodeAddress: isUnreadable(node_address) ? null : node_address,
    appId: app_id,
    serviceKind: service_kind,
    ...(isDamaged ? { isDamaged } : {}),
  };
}
