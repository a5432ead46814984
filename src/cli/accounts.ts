import { accountColours } from '../shared/account.ts';
import type { Account, AccountSettings, ConnectionReport } from '../shared/bridge/accounts.ts';
import { accountProblemWords, checkWords } from '../shared/messages/accounts.ts';
import type { Client } from './client.ts';
import { CommandError, type Exit } from './exit.ts';
import type { Output } from './output.ts';
import { type Secrets, secretsFromFiles } from './secrets.ts';
import { askSecret, hasTerminal } from './terminal.ts';

/** Returns the account with this name or id; the one that the window shows if there is no name. */
export async function accountNamed(client: Client, name: string | undefined): Promise<Account> {
  const { accounts, activeAccountId } = await client.call('accounts.list', {});
  const found = accounts.filter((account) =>
    name === undefined ? account.id === activeAccountId : account.id === name || account.name === name,
  );
  const [account] = found;
  if (account !== undefined && found.length === 1) return account;
  const names = accounts.map((each) => `“${each.name}”`).join(', ');
  throw found.length > 1
    ? new CommandError('usage', 'account-ambiguous', `Several accounts are called “${name}”. Use --account with an id.`)
    : new CommandError('usage', 'unknown-account', `There is no account “${name}”. There are ${names}.`);
}

export async function listAccounts(client: Client, output: Output): Promise<Exit> {
  const { accounts, activeAccountId } = await client.call('accounts.list', {});
  for (const account of accounts) {
    const { id, name, kind, address, submitBy, trouble } = account;
    const problem = trouble === null ? null : accountProblemWords(trouble);
    const isActive = id === activeAccountId;
    output.write(
      { event: 'account', id, name, kind, address, submitBy, isActive, problem },
      `${isActive ? '*' : ' '} ${name}  ${address ?? 'practice service'}${problem === null ? '' : `  ${problem}`}`,
    );
  }
  return 'done';
}

export type AddAccountOptions = {
  readonly address: string;
  readonly submitAddress?: string;
  readonly payWith?: string;
  readonly node?: string;
  readonly appId?: string;
};

/** Adds an account. Its keys come from the files that the environment names, or are typed without being shown. */
export async function addAccount(
  client: Client,
  output: Output,
  name: string,
  options: AddAccountOptions,
): Promise<Exit> {
  const { apiKey, accessToken } = await givenSecrets(options.payWith);
  const settings: AccountSettings = {
    name,
    colour: accountColours[1],
    address: options.address,
    submitAddress: options.submitAddress ?? null,
    submitBy:
      options.payWith === undefined ? { variant: 'api-key' } : { variant: 'access-token', token: options.payWith },
    nodeAddress: options.node ?? null,
    appId: options.appId ?? null,
  };
  const report = await client.call('accounts.tryOut', { settings, apiKey, accessToken });
  if (!writeReport(output, report)) {
    throw new CommandError(
      'failed',
      'connection-check-failed',
      'The account was not added. Correct what is marked above.',
    );
  }
  const { accountId } = await client.call('accounts.add', { settings, apiKey, accessToken });
  const { accounts } = await client.call('accounts.list', {});
  const isKept = accounts.find(({ id }) => id === accountId)?.place.kind === 'keychain';
  output.write({ event: 'account-added', id: accountId, name, keysInKeychain: isKept }, `Added “${name}”.`);
  if (!isKept) output.say('This system has no keychain. Keep the key files: each command needs them.');
  return 'done';
}

export async function checkAccount(client: Client, output: Output, name: string | undefined): Promise<Exit> {
  const account = await accountNamed(client, name);
  const report = await client.call('accounts.check', { accountId: account.id });
  if (writeReport(output, report)) return 'done';
  const isUnreachable = report.lines.some(
    ({ finding }) => finding.code === 'failed' && finding.reason.code === 'unreachable',
  );
  return isUnreachable ? 'unreachable' : 'failed';
}

export async function removeAccount(client: Client, output: Output, name: string): Promise<Exit> {
  const account = await accountNamed(client, name);
  await client.call('accounts.remove', { accountId: account.id });
  output.write({ event: 'account-removed', id: account.id, name: account.name }, `Removed “${account.name}”.`);
  return 'done';
}

/** Returns false if a line of the check failed. */
function writeReport(output: Output, { lines }: ConnectionReport): boolean {
  const marks = { good: '✓', bad: '✗', skipped: '-' } as const;
  for (const line of lines) {
    const { topic, state } = line;
    const message = checkWords(line);
    output.write({ event: 'check', topic, state, message }, `${marks[state]} ${message}`);
  }
  return lines.every(({ state }) => state !== 'bad');
}

async function givenSecrets(payWith: string | undefined): Promise<Secrets> {
  const given = await secretsFromFiles();
  if (given.apiKey !== null || given.accessToken !== null) return given;
  if (!hasTerminal()) {
    const message = 'Name a file with the key: DROPSLIP_API_KEY_FILE or DROPSLIP_ACCESS_TOKEN_FILE.';
    throw new CommandError('usage', 'key-missing', message);
  }
  const typed = await askSecret(payWith === undefined ? 'API key: ' : 'Access token: ');
  return payWith === undefined ? { apiKey: typed, accessToken: null } : { apiKey: null, accessToken: typed };
}
