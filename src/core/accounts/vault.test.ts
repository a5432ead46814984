import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canStartKeyring, type Keyring, startKeyring } from '../../../e2e/app/keyring.ts';
import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { AccountStore } from './account-store.ts';
import { KEYCHAIN_SERVICE, type Keychain } from './keychain.ts';
import { KeytarKeychain } from './keytar-keychain.ts';
import { practiceAccount } from './practice-account.ts';
import { type CredentialRecord, CredentialStore, Vault } from './vault.ts';

const account = { id: '7f3a', name: 'My account', address: 'https://host/path' };
const exp = Date.UTC(2030, 0, 2) / 1000;
const jwt = ['{"alg":"none"}', JSON.stringify({ exp })].map((part) => Buffer.from(part).toString('base64url'));
const token = `${jwt.join('.')}.canary-abcd`;

describe.skipIf(!canStartKeyring())('the vault on a real keychain', () => {
  let keyring: Keyring;
  let keychain: Keychain;
  let folder: string;
  let database: DatabaseSync;
  let records: CredentialStore;
  let vault: Vault;

  beforeAll(async () => {
    keyring = await startKeyring();
    Object.assign(process.env, keyring.env);
    keychain = new KeytarKeychain();
  });
  afterAll(() => keyring.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dropslip-vault-'));
    database = openDatabase(join(folder, 'dropslip.db'));
    const { commit } = new GroupCommit(database);
    await new AccountStore(database, commit).add({ ...practiceAccount, ...account, kind: 'service' }, '2026-01-01');
    records = new CredentialStore(database, commit);
    vault = new Vault(keychain, records);
  });
  afterEach(async () => {
    await keyring.unlock();
    await vault.forget(account.id);
    database.close();
    await rm(folder, { recursive: true });
  });

  const entryOf = (kind: CredentialKind): string => records.find(account.id, kind)?.entry ?? '';

  test('keeps what was pasted, in the keychain and only its last characters in the database', async () => {
    expect(await vault.save(account, 'api-key', '  key-canary-1234\n')).toEqual({
      ok: true,
      value: { kept: 'keychain' },
    });
    expect(await vault.save(account, 'access-token', `Bearer ${token}`)).toMatchObject({ ok: true });
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: 'key-canary-1234' });
    const entry = entryOf('access-token');
    expect(entry).toContain('My account – access token (https://host/path) [7f3a]');
    expect(await keyring.lookUp(KEYCHAIN_SERVICE, entry)).toBe(token);
    expect(vault.describe(account.id)).toEqual({
      apiKey: { ending: '-1234' },
      accessToken: { ending: '-abcd', expiresAt: '2030-01-02T00:00:00.000Z' },
      kept: 'keychain',
    });
    expect(JSON.stringify(database.prepare('SELECT * FROM credentials').all())).not.toContain('canary');
  });

  test('shows the same after a restart, without asking a locked keychain', async () => {
    await vault.save(account, 'access-token', token);
    const before = vault.describe(account.id);
    await keyring.lock();
    const restarted = new Vault(keychain, records);
    expect(restarted.describe(account.id)).toEqual(before);
    expect(await restarted.read(account.id, 'access-token')).toMatchObject({ error: { code: 'keychain-locked' } });
    expect(restarted.describe(account.id)).toEqual(before);
  });

  test('finds the secret after the account was renamed and moved, and replaces it where it stands', async () => {
    await vault.save(account, 'api-key', 'key-one-1111');
    await vault.save({ ...account, name: 'Renamed', address: 'https://elsewhere' }, 'api-key', 'key-two-2222');
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: 'key-two-2222' });
    expect((await keyring.search(KEYCHAIN_SERVICE)).match(/^label/gm)).toHaveLength(1);
  });

  test('a locked keychain refuses a new secret and the old one stays', async () => {
    await vault.save(account, 'api-key', 'key-one-1111');
    await keyring.lock();
    expect(await vault.save(account, 'api-key', 'key-two-2222')).toMatchObject({ error: { code: 'keychain-locked' } });
    expect(vault.describe(account.id).apiKey).toEqual({ ending: '-1111' });
    await keyring.unlock();
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: 'key-one-1111' });
  });

  test('a secret may be kept for this session on purpose, and the keychain never sees it', async () => {
    expect(await vault.save(account, 'api-key', 'key-one-1111', 'session')).toEqual({
      ok: true,
      value: { kept: 'session', reason: null },
    });
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: 'key-one-1111' });
    expect(vault.describe(account.id).kept).toBe('session');
    expect(await keyring.search(KEYCHAIN_SERVICE)).toBe('');
    expect(new Vault(keychain, records).describe(account.id).apiKey).toBeNull();
  });

  test('what is not valid is refused before anything is written', async () => {
    expect(await vault.save(account, 'api-key', 'a\nb')).toMatchObject({ error: { code: 'secret-not-valid' } });
    expect(records.find(account.id, 'api-key')).toBeNull();
  });

  test('forgetting removes every entry, and fails as data while the keychain is locked', async () => {
    await vault.save(account, 'api-key', 'key-one-1111');
    await vault.save(account, 'access-token', token);
    await keyring.lock();
    expect(await vault.forget(account.id)).toMatchObject({ ok: false, error: { code: 'keychain-locked' } });
    expect(vault.describe(account.id).apiKey).not.toBeNull();
    await keyring.unlock();
    expect(await vault.forget(account.id, ['access-token'])).toEqual({ ok: true, value: null });
    expect(vault.describe(account.id)).toMatchObject({ accessToken: null, apiKey: { ending: '-1111' } });
    expect(await vault.forget(account.id)).toEqual({ ok: true, value: null });
    expect(await keyring.search(KEYCHAIN_SERVICE)).toBe('');
    expect(vault.describe(account.id)).toEqual({ apiKey: null, accessToken: null, kept: 'keychain' });
  });

  test('abandoning forgets what the keychain does not give up, and names what stays there', async () => {
    await vault.save(account, 'api-key', 'key-one-1111');
    await keyring.lock();
    const entry = entryOf('api-key');
    expect(await vault.abandon(account.id)).toEqual([entry]);
    expect(vault.describe(account.id).apiKey).toBeNull();
    await keyring.unlock();
    await keychain.remove(entry);
  });

  test('an entry that was removed with another tool is found out when it is read', async () => {
    await vault.save(account, 'api-key', 'key-one-1111');
    await keychain.remove(entryOf('api-key'));
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: null });
    expect(vault.describe(account.id).apiKey).toBeNull();
  });

  /** Ends the vault at its step number `steps`, as a power cut does: before that step, and nothing after it. */
  function cutAfter(steps: number): Vault {
    let left = steps;
    const cut = <Args extends readonly unknown[], Value>(step: (...args: Args) => Promise<Value>) => {
      return (...args: Args): Promise<Value> => (left-- > 0 ? step(...args) : Promise.reject(new Error('power cut')));
    };
    const store = {
      find: (id: string, kind: CredentialKind) => records.find(id, kind),
      put: cut((id: string, kind: CredentialKind, record: CredentialRecord) => records.put(id, kind, record)),
      remove: cut((id: string, kind: CredentialKind) => records.remove(id, kind)),
    };
    return new Vault(
      {
        read: (entry) => keychain.read(entry),
        write: cut((entry: string, secret: string) => keychain.write(entry, secret)),
        remove: cut((entry: string) => keychain.remove(entry)),
      },
      store as unknown as CredentialStore,
    );
  }

  test.each([0, 1, 2, 3])(
    'a power cut after %i steps of a first save leaves nothing that can’t be forgotten',
    async (steps) => {
      await cutAfter(steps)
        .save(account, 'api-key', 'key-one-1111')
        .catch(() => null);
      const after = await vault.read(account.id, 'api-key');
      expect(after).toEqual({ ok: true, value: steps < 2 ? null : 'key-one-1111' });
      expect(vault.describe(account.id).apiKey).toEqual(steps < 2 ? null : { ending: '-1111' });
      await vault.forget(account.id);
      expect(await keyring.search(KEYCHAIN_SERVICE)).toBe('');
    },
  );

  test.each([0, 1, 2])(
    'a power cut after %i steps of a replacement leaves the old secret or the new one',
    async (steps) => {
      await vault.save(account, 'api-key', 'key-one-1111');
      await cutAfter(steps)
        .save(account, 'api-key', 'key-two-2222')
        .catch(() => null);
      const whole = steps === 0 ? 'key-one-1111' : 'key-two-2222';
      expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: whole });
      expect(vault.describe(account.id).apiKey).toEqual({ ending: whole.slice(-5) });
    },
  );

  test.each([0, 1, 2, 3, 4])('forgetting that was cut after %i steps can be finished', async (steps) => {
    await vault.save(account, 'api-key', 'key-one-1111');
    await vault.save(account, 'access-token', token);
    await cutAfter(steps)
      .forget(account.id)
      .catch(() => null);
    expect(await vault.forget(account.id)).toEqual({ ok: true, value: null });
    expect(await keyring.search(KEYCHAIN_SERVICE)).toBe('');
  });
});
