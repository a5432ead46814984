import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionReport, FoundPaths } from '../../shared/bridge/accounts.ts';
import { type Commit, jsonIn, Settings, sequencedCommit, tablesOfAccounts } from '../storage/index.ts';
import { type AccountWarning, accountWarnings, connectionReport, readRow, type StoredAccount } from './account-row.ts';

const ACTIVE = 'active-account';

/** The accounts, on disk and in memory. Every promise resolves once what it wrote would survive a power cut. */
export class AccountStore {
  readonly #commit: Commit;
  readonly #commitSequenced: Commit;
  readonly #sql: Statements;
  readonly #settings: Settings;
  /** As they are on disk: read again after every write. */
  #accounts: readonly StoredAccount[];
  /** Those that are being taken away, so that nothing begins for them any more. */
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

  /** Keeps what is there when the id is known already. */
  add(account: StoredAccount, createdAt: string): Promise<void> {
    return this.#write(this.#commitSequenced, () => {
      this.#sql.insert.run(account.id, account.kind, ...changeable(account), createdAt);
    });
  }

  /** Writes an account's settings anew. `keepReport`: what the last check saw still holds. */
  update(account: StoredAccount, keepReport = true): Promise<void> {
    return this.#write(this.#commitSequenced, () => {
      this.#sql.update.run(...changeable(account), keepReport ? 1 : 0, account.id);
    });
  }

  /** Nothing else: a person may be changing the rest. Where the account has left its address, not even that. */
  putFound({ id, address }: StoredAccount, found: FoundPaths): Promise<void> {
    return this.#write(this.#commitSequenced, () => {
      this.#sql.updateFound.run(JSON.stringify(found), id, address);
    });
  }

  putReport(id: string, report: ConnectionReport): Promise<void> {
    return this.#write(this.#commit, () => {
      this.#sql.updateReport.run(JSON.stringify(report.found), JSON.stringify(report), id);
    });
  }

  /** Null where there is none that can be read. */
  report(id: string): ConnectionReport | null {
    return connectionReport.safeParse(jsonIn(this.#sql.selectReport.get(id)?.report)).data ?? null;
  }

  /** Hides an account for as long as `step` takes, by which it is taken away or stays. */
  async whileHidden<Value>(id: string, step: () => Promise<Value>): Promise<Value> {
    this.#hidden.add(id);
    try {
      return await step();
    } finally {
      this.#hidden.delete(id);
    }
  }

  /** Takes an account away with all that was kept for it: rows, attempts, receipts, records. In one transaction. */
  remove(id: string): Promise<void> {
    return this.#write(this.#commitSequenced, () => {
      for (const deletion of this.#sql.deletions) deletion.run(id);
      for (const warning of accountWarnings) this.#settings.delete(warningName(id, warning));
      this.#sql.deleteAccount.run(id);
    });
  }

  hasWarning(id: string, warning: AccountWarning): boolean {
    return this.#settings.text(warningName(id, warning)) !== null;
  }

  setWarning(id: string, warning: AccountWarning, holds: boolean): Promise<void> {
    return this.#commitSequenced(() => {
      if (holds) this.#settings.put(warningName(id, warning), 'true');
      else this.#settings.delete(warningName(id, warning));
    });
  }

  activeId(): string | null {
    return this.#settings.text(ACTIVE);
  }

  setActive(id: string): Promise<void> {
    return this.#commit(() => {
      this.#settings.put(ACTIVE, id);
    });
  }

  async #write(commit: Commit, write: () => void): Promise<void> {
    await commit(write);
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
      `INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, request_funds_path,
         token_map_path, node_address, found, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
    update: database.prepare(
      `UPDATE accounts SET name = ?, colour = ?, address = ?, submit_address = ?, submit_by = ?, request_funds_path = ?,
         token_map_path = ?, node_address = ?, found = ?, report = CASE WHEN ? THEN report ELSE NULL END WHERE id = ?`,
    ),
    updateFound: database.prepare('UPDATE accounts SET found = ? WHERE id = ? AND address IS ?'),
    updateReport: database.prepare('UPDATE accounts SET found = ?, report = ? WHERE id = ?'),
    select: database.prepare('SELECT * FROM accounts ORDER BY created_at, rowid'),
    selectReport: database.prepare('SELECT report FROM accounts WHERE id = ?'),
    deletions: tablesOfAccounts(database).map((table) => database.prepare(`DELETE FROM ${table} WHERE account_id = ?`)),
    deleteAccount: database.prepare('DELETE FROM accounts WHERE id = ?'),
  };
}

function warningName(id: string, warning: AccountWarning): string {
  return `${warning}:${id}`;
}

/** What changes of an account, as the columns have it. */
function changeable(account: StoredAccount) {
  return [
    account.name,
    account.colour,
    account.address,
    account.submitAddress,
    JSON.stringify(account.submitBy),
    account.requestFundsPath,
    account.tokenMapPath,
    account.nodeAddress,
    JSON.stringify(account.found),
  ] as const;
}

/** Which token each account has pay; null where its API key decides, or nobody can read which. */
export function payingTokens(database: DatabaseSync): ReadonlyMap<string, string | null> {
  const rows = database
    .prepare(`SELECT id, iif(json_valid(submit_by), json_extract(submit_by, '$.token'), NULL) AS token FROM accounts`)
    .all();
  return new Map(rows.map(({ id, token }) => [String(id), typeof token === 'string' ? token : null]));
}
