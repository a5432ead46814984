import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { accountColours } from '../../shared/account.ts';
import { originOf } from '../../shared/addresses.ts';
import {
  type AccountSettings,
  type CheckFinding,
  type CheckLine,
  type ConnectionReport,
  checkTopics,
  type FoundPaths,
  plainFindings,
  type ReportEntry,
} from '../../shared/bridge/accounts.ts';
import { keptFailure } from '../../shared/failures/kept-failure.ts';
import { type Commit, jsonIn, Settings, sequencedCommit, tablesOfAccounts } from '../storage/index.ts';

const ACTIVE = 'active-account';

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
    return this.#write(this.#commitSequenced, () => {
      this.#sql.insert.run(account.id, account.kind, ...changeable(account), createdAt);
    });
  }

  /** Updates an account's settings. `keepReport`: the report of the last check is still valid. */
  update(account: StoredAccount, keepReport = true): Promise<void> {
    return this.#write(this.#commitSequenced, () => {
      this.#sql.update.run(...changeable(account), keepReport ? 1 : 0, account.id);
    });
  }

  /** Writes only `found`, because the user may be changing the rest. Does nothing if the account's address has changed. */
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

  /** Returns null if there is no readable report. */
  report(id: string): ConnectionReport | null {
    return connectionReport.safeParse(jsonIn(this.#sql.selectReport.get(id)?.report)).data ?? null;
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

/** The values of the columns that can change, in their order in the statements. */
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

/** Returns the paying token by account id; null if the API key decides or the column is unreadable. */
export function payingTokens(database: DatabaseSync): ReadonlyMap<string, string | null> {
  const rows = database
    .prepare(`SELECT id, iif(json_valid(submit_by), json_extract(submit_by, '$.token'), NULL) AS token FROM accounts`)
    .all();
  return new Map(rows.map(({ id, token }) => [String(id), typeof token === 'string' ? token : null]));
}

const topic = z.enum(checkTopics);

const foundPaths: z.ZodType<FoundPaths> = z.object({
  tokenMap: z.string().nullable(),
  requestFunds: z.string().nullable(),
});

const credential = z.enum(['api-key', 'access-token']);
const finding: z.ZodType<CheckFinding> = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainFindings) }),
  z.object({ code: z.enum(['not-given', 'withheld']), credential }),
  z.object({ code: z.literal('failed'), reason: keptFailure }),
  z.object({ code: z.literal('tokens'), count: z.number() }),
  z.object({ code: z.literal('token-names'), names: z.array(z.string()), more: z.number() }),
  z.object({ code: z.literal('path'), path: z.string() }),
]);

const line: z.ZodType<CheckLine> = z.object({ topic, state: z.enum(['running', 'good', 'bad', 'skipped']), finding });
const entry: z.ZodType<ReportEntry> = z.object({
  topic,
  request: z.string(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  failure: keptFailure.nullable(),
});

const way = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['direct', 'unreadable', 'no-address']) }),
  z.object({ kind: z.enum(['proxy', 'socks']), proxy: z.string() }),
]);
const connectionReport: z.ZodType<ConnectionReport> = z.object({
  at: z.string(),
  address: z.string(),
  submitAddress: z.string().nullable(),
  lines: z.array(line),
  entries: z.array(entry),
  found: foundPaths,
  tokenNames: z.array(z.string()),
  route: z.object({ service: way, submissions: way }),
  versions: z.record(z.string(), z.string()),
});

/** An account's row. It never contains a credential. */
export type StoredAccount = Omit<AccountSettings, 'address'> & {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  /** Null for the practice account: its service gets a new port at every start. */
  readonly address: string | null;
  /** The endpoint paths that the last check found. Deployments differ in them. */
  readonly found: FoundPaths;
  /** The address or the paying token is unreadable. Nothing is sent until the user sets it again. */
  readonly isDamaged?: boolean;
};

export const nothingFound: FoundPaths = { tokenMap: null, requestFunds: null };

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
  request_funds_path: z.string().nullable(),
  token_map_path: z.string().nullable(),
  node_address: z.string().nullable(),
  found: z.string().transform(jsonIn).pipe(foundPaths.catch(nothingFound)),
});

const isUnreadable = (address: string | null): boolean => address !== null && originOf(address) === null;

/** Unreadable optional columns become null, so that one damaged row does not prevent the start. */
function readRow(row: unknown): StoredAccount {
  const { submit_address, submit_by, request_funds_path, token_map_path, node_address, ...rest } = rowShape.parse(row);
  const isDamaged =
    rest.kind === 'service' && (submit_by === null || isUnreadable(rest.address) || isUnreadable(submit_address));
  return {
    ...rest,
    submitAddress: submit_address,
    submitBy: submit_by ?? { variant: 'api-key' },
    requestFundsPath: request_funds_path,
    tokenMapPath: token_map_path,
    // An unreadable node address does not damage the account: sending does not need it.
    nodeAddress: isUnreadable(node_address) ? null : node_address,
    ...(isDamaged ? { isDamaged } : {}),
  };
}

/**
 * Warnings that survive a restart. `secret-echoed`: an answer of the service contained a secret. `lists-rest`: reading
 * a list crashed its thread, so lists are read only if the user asks.
 */
export const accountWarnings = ['secret-echoed', 'lists-rest'] as const;
export type AccountWarning = (typeof accountWarnings)[number];
