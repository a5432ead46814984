import { originOf } from '../../shared/addresses.ts';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { QueueSettings } from '../../shared/bridge/submissions.ts';
import type { StateCount, Trouble } from '../submissions/index.ts';

export type ReportFacts = {
  readonly at: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly language: string;
  readonly timeZone: string;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly queueSettings: (accountId: string) => QueueSettings;
  readonly counts: readonly StateCount[];
  readonly troubles: readonly Trouble[];
  readonly database: readonly string[];
  readonly disk: readonly string[];
  readonly log: readonly string[];
};

/** `Account 1`, `Account 2`, …: a name may say whose it is. */
export function accountCode(accounts: readonly Account[], accountId: string): string {
  const index = accounts.findIndex(({ id }) => id === accountId);
  return index < 0 ? 'Account (gone)' : `Account ${index + 1}`;
}

/** The code of a file: the same in every report of this computer, and nothing of its name. */
export function fileCode(localId: number): string {
  return `file-${localId}`;
}

/** The report as plain text, in the form of the connection report. Not scrubbed yet. */
export function reportText(facts: ReportFacts): string {
  const { accounts } = facts;
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name} ${version}`);
  return [
    'Dropslip diagnostics report',
    '',
    `Made: ${facts.at}`,
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
    'Last troubles, the latest first',
    ...orNone(facts.troubles.flatMap((trouble) => troubleLines(trouble, accounts))),
    '',
    'Database',
    ...facts.database,
    ...facts.disk,
    '',
    'Log, the latest last',
    ...orNone(facts.log),
    '',
  ].join('\n');
}

function accountLines(account: Account, { accounts, activeAccountId, queueSettings }: ReportFacts): readonly string[] {
  const { apiKey, accessToken } = account.credentials;
  const kept = [
    ...(apiKey === null ? [] : ['API key']),
    ...(accessToken === null ? [] : [`access token (expires: ${accessToken.expiresAt ?? 'does not say'})`]),
  ];
  const settings = queueSettings(account.id);
  const submitOrigin = account.submitAddress === null ? null : originOf(account.submitAddress);
  return [
    `${accountCode(accounts, account.id)}${account.id === activeAccountId ? ' (active)' : ''}: ${account.kind}`,
    `  Address: ${originOf(account.address) ?? 'not known'}${submitOrigin === null ? '' : `, submissions: ${submitOrigin}`}`,
    `  Submits by: ${account.submitBy.variant}, has ${kept.join(' and ') || 'none of its own'}, kept in: ${account.place.kind}`,
    `  Files at once: ${settings.atOnce}, asks beyond a line: ${settings.spendingLimit === null ? 'no' : 'yes'}`,
    ...(account.trouble === null ? [] : [`  Trouble: ${account.trouble.kind}`]),
  ];
}

function troubleLines(trouble: Trouble, accounts: readonly Account[]): readonly string[] {
  const { localId, accountId, kind, code, message, detail } = trouble;
  return [
    `${fileCode(localId)}, ${accountCode(accounts, accountId)}: ${kind} (${code})`,
    `  ${message}`,
    ...(detail === null ? [] : [`  ${detail.slice(0, 2_000).replaceAll('\n', '\n  ')}`]),
  ];
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['none'] : lines;
}
