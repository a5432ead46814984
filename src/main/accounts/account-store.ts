import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { originOf } from '../../shared/addresses.ts';
import {
  type AccountSettings,
  accountColours,
  type ConnectionReport,
  type FoundPaths,
} from '../../shared/bridge/accounts.ts';
import { type Commit, inSteps, jsonIn, Settings, tablesOfAccounts } from '../storage/index.ts';
import { connectionReport, foundPaths } from './report-shape.ts';

/** An account as the database holds it. No credential is ever among it. */
export type StoredAccount = Omit<AccountSettings, 'address'> & {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  /** Null for the practice account: its service gets a new port at every start. */
  readonly address: string | null;
  /** What the last check found of paths on which deployments differ. */
  readonly found: FoundPaths;
  /** Where it is or what pays there cannot be read any more. Nothing is sent before a person has set that again. */
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
  found: z.string().transform(jsonIn).pipe(foundPaths.catch(nothingFound)),
});

const isUnreadable = (address: string | null): boolean => address !== null && originOf(address) === null;

/** What only tells accounts apart, or is found out anew, can be done without: one damaged row fails no start. */
function readRow(row: unknown): StoredAccount {
  const { submit_address, submit_by, request_funds_path, token_map_path, ...rest } = rowShape.parse(row);
  const isDamaged =
    rest.kind === 'service' && (submit_by === null || isUnreadable(rest.address) || isUnreadable(submit_address));
  return {
    ...rest,
    submitAddress: submit_address,
    submitBy: submit_by ?? { variant: 'api-key' },
    requestFundsPath: request_funds_path,
    tokenMapPath: token_map_path,
    ...(isDamaged ? { isDamaged } : {}),
  };
}

const ACTIVE = 'active-account';

/**
 * What a person must know of an account, also after a restart. `secret-echoed`: its service gave a secret back in an
 * answer. `lists-rest`: reading one of its lists made the thread that read it die, so none is read unasked.
 */
export const accountWarnings = ['secret-echoed', 'lists-rest'] as const;
export type AccountWarning = (typeof accountWarnings)[number];

export type AccountStore = ReturnType<typeof createAccountStore>;

/** The accounts on disk. Every promise resolves once what it wrote would survive a power cut. */
export function createAccountStore(database: DatabaseSync, commit: Commit) {
  const commitStep = inSteps(database, commit);
  const insert = database.prepare(
    `INSERT INTO accounts (id, kind, name, colour, address, submit_address, submit_by, request_funds_path,
       token_map_path, found, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE accounts SET name = ?, colour = ?, address = ?, submit_address = ?, submit_by = ?, request_funds_path = ?,
       token_map_path = ?, found = ?, report = CASE WHEN ? THEN report ELSE NULL END WHERE id = ?`,
  );
  const updateFound = database.prepare('UPDATE accounts SET found = ? WHERE id = ? AND address IS ?');
  const updateReport = database.prepare('UPDATE accounts SET found = ?, report = ? WHERE id = ?');
  const select = database.prepare('SELECT * FROM accounts ORDER BY created_at, rowid');
  const selectReport = database.prepare('SELECT report FROM accounts WHERE id = ?');
  const settings = new Settings(database);
  const warningName = (id: string, warning: AccountWarning): string => `${warning}:${id}`;
  const deletions = tablesOfAccounts(database).map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE account_id = ?`),
  );
  const deleteAccount = database.prepare('DELETE FROM accounts WHERE id = ?');

  const changeable = (account: StoredAccount) =>
    [
      account.name,
      account.colour,
      account.address,
      account.submitAddress,
      JSON.stringify(account.submitBy),
      account.requestFundsPath,
      account.tokenMapPath,
      JSON.stringify(account.found),
    ] as const;

  return {
    all: (): StoredAccount[] => select.all().map(readRow),

    /** Keeps what is there when the id is known already. */
    add: (account: StoredAccount, createdAt: string): Promise<void> =>
      commitStep(() => {
        insert.run(account.id, account.kind, ...changeable(account), createdAt);
      }),

    /** Writes an account's settings anew. `keepReport`: what the last check saw still holds. */
    update: (account: StoredAccount, keepReport = true): Promise<void> =>
      commitStep(() => {
        update.run(...changeable(account), keepReport ? 1 : 0, account.id);
      }),

    /** Nothing else: a person may be changing the rest. Where the account has left its address, not even that. */
    putFound: ({ id, address }: StoredAccount, found: FoundPaths): Promise<void> =>
      commitStep(() => {
        updateFound.run(JSON.stringify(found), id, address);
      }),

    putReport: (id: string, report: ConnectionReport): Promise<void> =>
      commit(() => {
        updateReport.run(JSON.stringify(report.found), JSON.stringify(report), id);
      }),

    /** Null where there is none that can be read. */
    report: (id: string): ConnectionReport | null =>
      connectionReport.safeParse(jsonIn(selectReport.get(id)?.report)).data ?? null,

    /** Takes an account away with all that was kept for it: rows, attempts, receipts, records. In one transaction. */
    remove: (id: string): Promise<void> =>
      commitStep(() => {
        for (const deletion of deletions) deletion.run(id);
        for (const warning of accountWarnings) settings.delete(warningName(id, warning));
        deleteAccount.run(id);
      }),

    hasWarning: (id: string, warning: AccountWarning): boolean => settings.text(warningName(id, warning)) !== null,

    setWarning: (id: string, warning: AccountWarning, holds: boolean): Promise<void> =>
      commitStep(() => {
        if (holds) settings.put(warningName(id, warning), 'true');
        else settings.delete(warningName(id, warning));
      }),

    activeId: (): string | null => settings.text(ACTIVE),

    setActive: (id: string): Promise<void> =>
      commit(() => {
        settings.put(ACTIVE, id);
      }),
  };
}

/** Which token each account has pay; null where its API key decides, or nobody can read which. */
export function payingTokens(database: DatabaseSync): ReadonlyMap<string, string | null> {
  const rows = database
    .prepare(`SELECT id, iif(json_valid(submit_by), json_extract(submit_by, '$.token'), NULL) AS token FROM accounts`)
    .all();
  return new Map(rows.map(({ id, token }) => [String(id), typeof token === 'string' ? token : null]));
}
