import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { AccountStore } from './account-store.ts';
import { NoKeychain } from './keychain.ts';
import { KeytarKeychain } from './keytar-keychain.ts';
import { practiceAccount } from './practice-account.ts';
import { CredentialStore, Vault } from './vault.ts';

const account = { id: '7f3a', name: 'My account', address: 'https://host/path' };

const withoutAny = [
  ...(process.platform === 'linux'
    ? ([['on a system without a keychain', 'linux', () => new KeytarKeychain()]] as const)
    : []),
  ['where the keychain is to be left alone', 'left-alone', () => new NoKeychain()],
] as const;

describe.each(withoutAny)('%s', (_where, system, openKeychain) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dropslip-no-keychain-'));
    // No bus to be found by any of the ways in which it is looked for.
    for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY']) delete process.env[name];
    Object.assign(process.env, { HOME: folder, XDG_RUNTIME_DIR: folder });
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('the keychain says that it is missing, and on which system', async () => {
    expect(await openKeychain().write('an entry', 'canary')).toMatchObject({
      ok: false,
      error: { code: 'keychain-missing', values: { system } },
    });
  });

  test('secrets live for this session only, and no byte of them is on disk', async () => {
    const database = openDatabase(join(folder, 'dropslip.db'));
    const { commit } = new GroupCommit(database);
    await new AccountStore(database, commit).add({ ...practiceAccount, ...account, kind: 'service' }, '2026-01-01');
    const records = new CredentialStore(database, commit);
    const vault = new Vault(openKeychain(), records);

    expect(await vault.save(account, 'api-key', 'canary-key-wxyz')).toMatchObject({
      ok: true,
      value: { kept: 'session', reason: { values: { system } } },
    });
    expect(await vault.save(account, 'access-token', 'canary-token-zyxw')).toMatchObject({
      ok: true,
      value: { kept: 'session' },
    });
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: 'canary-key-wxyz' });
    expect(vault.describe(account.id)).toEqual({
      apiKey: { ending: '-wxyz' },
      accessToken: { ending: '-zyxw', expiresAt: null },
      kept: 'session',
    });

    for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toMatch(/canary|wxyz|zyxw/);
    }

    const restarted = new Vault(openKeychain(), records);
    expect(await restarted.read(account.id, 'api-key')).toEqual({ ok: true, value: null });
    expect(restarted.describe(account.id)).toEqual({ apiKey: null, accessToken: null, kept: 'keychain' });
    expect(await vault.forget(account.id)).toEqual({ ok: true, value: null });
    expect(await vault.read(account.id, 'api-key')).toEqual({ ok: true, value: null });
    database.close();
  });
});
