import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { AccountStore } from '../../src/core/accounts/account-store.ts';
import { entryName } from '../../src/core/accounts/credential.ts';
import { KEYCHAIN_SERVICE } from '../../src/core/accounts/keychain.ts';
import { practiceAccount } from '../../src/core/accounts/practice-account.ts';
import { CredentialStore } from '../../src/core/accounts/vault.ts';
import { PrivacySettings } from '../../src/core/encryption/index.ts';
import { GroupCommit, openDatabase, SequenceMark } from '../../src/core/storage/index.ts';
import { QueueSettingsStore } from '../../src/core/submissions/cost/queue-settings.ts';
import type { CredentialKind } from '../../src/shared/bridge/accounts.ts';
import type { Keyring } from '../app/keyring.ts';
import { databasePath, type ServiceAddress } from './submissions-core.ts';

const TOKEN = 'ethereum';

/**
 * Adds an account of a service to a new data folder, as the active one and with its secrets in the keychain, if there is
 * one. It is not the practice account, so the app does not trust the service's behaviour.
 */
export async function giveAccount(
  userData: string,
  keyring: Keyring | null,
  { url, apiKey, accessToken }: ServiceAddress,
  submitBy: CredentialKind,
): Promise<void> {
  await mkdir(userData, { recursive: true });
  const database = openDatabase(databasePath(userData));
  try {
    const { commit } = new GroupCommit(database);
    // Without its mark, the app would take the database for a restored one and hold every file.
    const mark = new SequenceMark(database, databasePath(userData), commit, (error) => {
      throw error;
    });
    mark.begin();
    const accounts = new AccountStore(database, commit);
    const account = { id: crypto.randomUUID(), name: 'Work', address: url };
    await accounts.add(practiceAccount, new Date(Date.now() - 1000).toISOString());
    await accounts.add(
      {
        ...practiceAccount,
        ...account,
        kind: 'service',
        submitBy: submitBy === 'api-key' ? { variant: 'api-key' } : { variant: 'access-token', token: TOKEN },
      },
      new Date().toISOString(),
    );
    await accounts.setActive(account.id);
    // Sends drops without a question about their cost.
    const usual = { atOnce: 'automatic', spendingLimit: null, askBeyondFiles: null } as const;
    await new QueueSettingsStore(database, commit, () => false).set(account.id, usual);
    // Marks the warning about public content as shown.
    const privacy = new PrivacySettings(database, commit);
    await privacy.change(account.id, (kept) => ({ ...kept, toldPublic: true }));
    const credentials = new CredentialStore(database, commit);
    const secrets = [
      ['api-key', apiKey],
      ['access-token', accessToken],
    ] as const;
    for (const [kind, secret] of keyring === null ? [] : secrets) {
      const entry = entryName(account, kind);
      if (keyring !== null) await store(keyring, entry, secret);
      const facts = { ending: secret.slice(-5), expiresAt: null };
      await credentials.put(account.id, kind, { entry, facts, isUnproven: false });
    }
    await mark.close();
  } finally {
    database.close();
  }
}

/** Uses `secret-tool`, so that this process does not load keytar. */
function store(keyring: Keyring, entry: string, secret: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const attributes = ['service', KEYCHAIN_SERVICE, 'account', entry];
    const child = execFile(
      'secret-tool',
      ['store', `--label=${entry}`, ...attributes],
      { env: { ...process.env, ...keyring.env, DISPLAY: '', WAYLAND_DISPLAY: '' } },
      (error) => (error === null ? resolve() : reject(error)),
    );
    child.stdin?.end(secret);
  });
}
