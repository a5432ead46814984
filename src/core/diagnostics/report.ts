import { open, stat, statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { originOf } from '../../shared/addresses.ts';
import type { Account } from '../../shared/bridge/accounts.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { serviceMessages } from '../../shared/messages/failures/service.ts';
import { type SizeUnits, sizeWords } from '../../shared/sizes.ts';
import type { QueueSettings } from '../../shared/submissions/queue-settings.ts';
import { rowText } from '../../shared/text.ts';
import type { StateCount, SubmissionProblem } from '../submissions/index.ts';

/** The number of bytes from the end of the log. */
const LOG_TAIL_BYTES = 64 * 1024;

const nameRow = z.object({ name: z.string() });

/** Settings of the database, and the number of rows in each table. */
export function databaseFacts(database: DatabaseSync): readonly string[] {
  const pragma = (name: string): string =>
    String(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? '');
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all();
  const rows = tables.map((row) => {
    const { name } = nameRow.parse(row);
    const counted = database.prepare(`SELECT count(*) AS rows FROM "${name.replaceAll('"', '""')}"`).get();
    return `${name} ${counted?.rows}`;
  });
  return [
    `Version: ${pragma('user_version')}`,
    `Journal: ${pragma('journal_mode')}, pages: ${pragma('page_count')} of ${pragma('page_size')} bytes`,
    `Rows: ${rows.join(', ')}`,
  ];
}

/** Sizes of the database's files, and the free disk space. Never rejects. */
export async function diskFacts(databasePath: string, sizes: SizeUnits): Promise<readonly string[]> {
  const size = async (path: string): Promise<string> => {
    const found = await stat(path).catch(() => null);
    return found === null ? 'none' : sizeWords(found.size, sizes);
  };
  const room = await statfs(databasePath, { bigint: true }).catch(() => null);
  return [
    `Database file: ${await size(databasePath)}, its journal: ${await size(`${databasePath}-wal`)}`,
    `Free on its disk: ${room === null ? 'unknown' : sizeWords(Number(room.bavail * room.bsize), sizes)}`,
  ];
}

/** The last complete lines of a log. Never rejects: an error becomes a line. */
export async function logTail(path: string): Promise<readonly string[]> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - LOG_TAIL_BYTES);
      const bytes = Buffer.alloc(size - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      const lines = bytes
        .subarray(0, bytesRead)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
      return start > 0 ? lines.slice(1) : lines;
    } finally {
      await file.close();
    }
  } catch (error) {
    return [`The log could not be read: ${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}`];
  }
}

export type ReportFacts = {
  readonly at: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly language: string;
  readonly timeZone: string;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly queueSettings: (accountId: string) => QueueSettings;
  readonly counts: readonly StateCount[];
  readonly problems: readonly SubmissionProblem[];
  /** Includes error texts of services. */
  readonly serviceWords: boolean;
  readonly database: readonly string[];
  readonly disk: readonly string[];
  readonly log: readonly string[];
};

/** `Account 1`, `Account 2`, …, because an account's name may identify its user. */
export function accountCode(accounts: readonly Account[], accountId: string): string {
  const index = accounts.findIndex(({ id }) => id === accountId);
  return index < 0 ? 'Account (gone)' : `Account ${index + 1}`;
}

/** A code for a file, the same in every report of this computer and independent of its name. */
export function fileCode(localId: number): string {
  return `file-${localId}`;
}

/** The report as plain text, in the form of the connection report. Still contains private data. */
export function reportText(facts: ReportFacts): string {
  const { accounts } = facts;
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name} ${version}`);
  return [
    'Dropslip diagnostics report',
    '',
    `Created: ${facts.at}`,
    `Versions: ${versions.join(', ')}`,
    `Language: ${facts.language}, time zone: ${facts.timeZone}`,
    '',
    'Accounts',
    ...accounts.flatMap((account) => accountLines(account, facts)),
    '',
    'Queue',
    ...orNone(
      facts.counts.map((count) => `${accountCode(accounts, count.accountId)}: ${count.kind} ${count.submissions}`),
    ),
    '',
    'Recent problems, newest first',
    ...orNone(facts.problems.flatMap((problem) => problemLines(problem, facts))),
    '',
    'Database',
    ...facts.database,
    ...facts.disk,
    '',
    'Log, newest last',
    ...orNone(facts.log),
    '',
  ].join('\n');
}

function accountLines(account: Account, { accounts, activeAccountId, queueSettings }: ReportFacts): readonly string[] {
  const { apiKey, accessToken } = account.credentials;
  const kept = [
    ...(apiKey === null ? [] : ['API key']),
    ...(accessToken === null ? [] : [`access token (expires: ${accessToken.expiresAt ?? 'unknown'})`]),
  ];
  const settings = queueSettings(account.id);
  const submitOrigin = account.submitAddress === null ? null : originOf(account.submitAddress);
  return [
    `${accountCode(accounts, account.id)}${account.id === activeAccountId ? ' (active)' : ''}: ${account.kind}`,
    `  Address: ${originOf(account.address ?? '') ?? 'unknown'}${submitOrigin === null ? '' : `, submissions: ${submitOrigin}`}`,
    `  Submits by: ${account.submitBy.variant}, has ${kept.join(' and ') || 'no credentials of its own'}, kept in: ${account.place.kind}`,
    `  Files at a time: ${settings.atOnce}, spending limit set: ${settings.spendingLimit === null ? 'no' : 'yes'}`,
    ...(account.trouble === null ? [] : [`  Problem: ${account.trouble.kind}`]),
  ];
}

const LONGEST_WORDS = 300;

function problemLines(problem: SubmissionProblem, { accounts, serviceWords }: ReportFacts): readonly string[] {
  const { localId, accountId, kind, reason } = problem;
  const { code, values, detail } = reason;
  const said = typeof values === 'object' && 'said' in values ? (values.said ?? '') : '';
  const message = failureMessage(reason);
  const isOfService = code in serviceMessages || code === 'failed-in-service';
  const own = detail === undefined || isOfService ? [] : [`  ${detail.replaceAll('\n', '\n  ')}`];
  const words = [said, (isOfService && detail) || ''].filter((text) => text !== '' && serviceWords);
  return [
    `${fileCode(localId)}, ${accountCode(accounts, accountId)}: ${kind} (${code})`,
    `  ${said === '' ? message : message.replaceAll(said, '…')}`,
    ...own,
    ...words.map((text) => `  The service’s words: ${rowText(text, LONGEST_WORDS)}`),
  ];
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['none'] : lines;
}
