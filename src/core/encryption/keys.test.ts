import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import type { Question } from '../../shared/bridge/ipc.ts';
import { failure } from '../../shared/failures/failure.ts';
import { AccountStore, CredentialStore, Vault } from '../accounts/index.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { Consent } from '../consent.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { keys as ageKeys } from './encryption.fixture.ts';
import { Keys, PrivacySettings } from './keys.ts';

const accountId = 'work';
const PASSPHRASE = 'canary-passphrase-7f3a';
const missing = { code: 'keychain-missing', values: { system: 'linux' } } as const;

/** Keys on a real database, and a keychain in memory. */
async function openKeys() {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-keys-'));
  const database = openDatabase(join(folder, 'dropslip.db'));
  onTestFinished(() => {
    if (database.isOpen) database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { commit } = new GroupCommit(database);
  const store = new AccountStore(database, commit);
  const account = {
    ...practiceAccount,
    id: accountId,
    kind: 'service',
    name: 'Work',
    address: 'https://host',
  } as const;
  await store.add(account, '2026-01-01');
  const entries = new Map<string, string>();
  const state = { isThere: true, confirms: true };
  const orMissing = <Value>(step: () => Value) =>
    state.isThere ? ({ ok: true, value: step() } as const) : ({ ok: false, error: missing } as const);
  const keychain = {
    read: async (entry: string) => orMissing(() => entries.get(entry) ?? null),
    write: async (entry: string, secret: string) =>
      orMissing(() => {
        entries.set(entry, secret);
        return null;
      }),
    remove: async (entry: string) =>
      orMissing(() => {
        entries.delete(entry);
        return null;
      }),
  };
  const vault = new Vault(keychain, new CredentialStore(database, commit));
  const questions: Question[] = [];
  const written = new Map<string, string>();
  const keys = new Keys(
    new PrivacySettings(database, commit),
    vault,
    (id) => store.find(id),
    async (_folder, name, text) => {
      written.set(name, text);
    },
    () => 0,
    new Consent(async (question) => {
      questions.push(question);
      return state.confirms;
    }),
  );
  const onDisk = (): string => {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  };
  return { keys, vault, store, entries, state, questions, written, onDisk };
}

test('nothing is private, and nothing kept, until a person says so', async () => {
  const { keys } = await openKeys();
  const nothing = { standard: 'public', recipients: [], passphrase: null, ownKey: null };
  expect(keys.privacy(accountId)).toEqual({ ok: true, value: nothing });
  expect(keys.privacy('another')).toMatchObject({ error: { code: 'unknown-account' } });
});

test('a kept passphrase is in the keychain, in an entry of its own, and on no disk', async () => {
  const { keys, entries, onDisk } = await openKeys();
  expect(await keys.keepPassphrase(accountId, PASSPHRASE)).toMatchObject({ value: { passphrase: 'keychain' } });
  const [[name, secret] = []] = entries;
  expect(name).toMatch(/^Work – passphrase of private files \(https:\/\/host\) \[work\] /);
  expect(secret).toBe(PASSPHRASE);
  expect(onDisk()).not.toContain(PASSPHRASE);
  expect(onDisk()).not.toContain(PASSPHRASE.slice(-4));
  expect(await keys.encryptFor(accountId, 'passphrase')).toEqual({
    ok: true,
    value: { kind: 'passphrase', passphrase: PASSPHRASE, id: expect.any(String) },
  });
});

test('where there is no keychain a passphrase is kept for this session, and said to be', async () => {
  const { keys, state } = await openKeys();
  state.isThere = false;
  expect(await keys.keepPassphrase(accountId, PASSPHRASE)).toMatchObject({ value: { passphrase: 'session' } });
});

test('a kept passphrase is not replaced, and forgotten only with a yes that no page can give', async () => {
  const { keys, entries, state, questions } = await openKeys();
  await keys.keepPassphrase(accountId, PASSPHRASE);
  expect(await keys.keepPassphrase(accountId, 'another one')).toMatchObject({ error: { code: 'passphrase-kept' } });
  state.confirms = false;
  expect(await keys.forgetPassphrase(accountId)).toMatchObject({ error: { code: 'declined' } });
  expect([...entries.values()]).toEqual([PASSPHRASE]);
  state.confirms = true;
  expect(await keys.forgetPassphrase(accountId)).toMatchObject({ value: { passphrase: null } });
  expect(questions.map(({ title }) => title)).toEqual(Array(2).fill('Forget the saved passphrase?'));
  expect(entries.size).toBe(0);
});

test('a passphrase of fewer than 8 characters is not kept', async () => {
  const { keys, entries } = await openKeys();
  expect(await keys.keepPassphrase(accountId, 'cat')).toEqual(
    failure({ code: 'passphrase-not-valid', values: { problem: 'too-short' } }),
  );
  expect(entries.size).toBe(0);
});

test('each stored passphrase has an id of its own', async () => {
  const { keys } = await openKeys();
  const idOf = async (): Promise<string> => {
    const kept = await keys.encryptFor(accountId, 'passphrase');
    if (!kept.ok || kept.value.kind !== 'passphrase') throw new Error('None is kept.');
    return kept.value.id;
  };
  await keys.keepPassphrase(accountId, PASSPHRASE);
  const earlier = await idOf();
  expect(await idOf()).toBe(earlier);
  await keys.forgetPassphrase(accountId);
  await keys.keepPassphrase(accountId, PASSPHRASE);
  const anew = await idOf();
  expect(anew).not.toBe(earlier);
  expect(await idOf()).toBe(anew);
});

test('when an account is removed, its secrets go with its credentials', async () => {
  const { keys, vault, store, entries } = await openKeys();
  await keys.keepPassphrase(accountId, PASSPHRASE);
  await keys.makeKey(accountId, 'keychain');
  await vault.save({ id: accountId, name: 'Work', address: 'https://host' }, 'api-key', 'a-key');
  expect(entries.size).toBe(3);
  expect(await vault.forget(accountId)).toEqual({ ok: true, value: null });
  await keys.forgetAccount(accountId);
  await store.remove(accountId);
  expect(entries.size).toBe(0);
});

test('only public keys for which something can be encrypted are listed, each once', async () => {
  const { keys } = await openKeys();
  const pasted = `  ${ageKeys.recipient.toUpperCase()} \n`;
  expect(await keys.addRecipient(accountId, pasted, 'Ada')).toMatchObject({
    value: { recipients: [{ publicKey: ageKeys.recipient, name: 'Ada' }] },
  });
  expect(await keys.addRecipient(accountId, ageKeys.recipient, null)).toMatchObject({
    error: { code: 'recipient-known' },
  });
  const twice = [ageKeys.otherRecipient, ageKeys.otherRecipient].map((key) => keys.addRecipient(accountId, key, null));
  // Whichever of them comes first.
  expect((await Promise.all(twice)).filter(({ ok }) => ok)).toHaveLength(1);
  for (const wrong of ['', 'age1', ageKeys.identity, ageKeys.recipient.replace(/.$/, 'q'), `${ageKeys.recipient}q`]) {
    expect(await keys.addRecipient(accountId, wrong, null)).toEqual(failure({ code: 'recipient-not-valid' }));
  }
});

test('what was for listed people is never for everybody once the last of them is removed', async () => {
  const { keys } = await openKeys();
  expect(await keys.setStandard(accountId, 'recipients')).toMatchObject({ error: { code: 'recipient-missing' } });
  await keys.addRecipient(accountId, ageKeys.recipient, '');
  expect(await keys.setStandard(accountId, 'recipients')).toMatchObject({ value: { standard: 'recipients' } });
  expect(await keys.removeRecipient(accountId, ageKeys.recipient)).toMatchObject({
    value: { standard: 'passphrase', recipients: [] },
  });
  expect(await keys.encryptFor(accountId, 'recipients')).toMatchObject({ error: { code: 'recipient-missing' } });
  expect(await keys.encryptFor(accountId, 'passphrase')).toMatchObject({ error: { code: 'passphrase-needed' } });
});

test('a key of one’s own is made once, its secret is in the keychain, and its owner is listed', async () => {
  const { keys, entries, onDisk } = await openKeys();
  const made = await keys.makeKey(accountId, 'keychain');
  const [secretKey = ''] = entries.values();
  expect(secretKey).toMatch(/^AGE-SECRET-KEY-1/);
  expect(onDisk()).not.toContain(secretKey);
  const publicKey = made.ok ? made.value.ownKey?.publicKey : undefined;
  expect(made).toMatchObject({ value: { ownKey: { kept: 'keychain' }, recipients: [{ publicKey, name: 'Me' }] } });
  expect(JSON.stringify(made)).not.toContain(secretKey);
  expect(await keys.makeKey(accountId, 'file')).toMatchObject({ error: { code: 'key-kept' } });
  expect(await keys.keepKey(accountId, ageKeys.identity)).toMatchObject({ error: { code: 'key-kept' } });
  expect(await keys.forgetKey(accountId)).toMatchObject({ value: { ownKey: null } });
  expect(entries.size).toBe(0);
});

test('a key that is saved as a file is in the keychain not at all, and the file is one of age’s', async () => {
  const { keys, entries, written } = await openKeys();
  const made = await keys.makeKey(accountId, 'file');
  expect(made).toMatchObject({ value: { ownKey: { kept: null } } });
  expect(entries.size).toBe(0);
  const text = written.get('age-key.txt') ?? '';
  expect(text).toMatch(
    /^# created: 1970-01-01T00:00:00.000Z\n# public key: age1[0-9a-z]{58}\nAGE-SECRET-KEY-1[0-9A-Z]{58}\n$/,
  );
  // It can be kept later after all. A field that hides what is in it takes out the line ends.
  expect(await keys.keepKey(accountId, text.replaceAll('\n', ''))).toMatchObject({
    value: { ownKey: { kept: 'keychain' } },
  });
});

test('of two key pairs that are made at once only one is: the other’s secret key would be nowhere', async () => {
  const { keys, entries } = await openKeys();
  const [one, two] = await Promise.all([keys.makeKey(accountId, 'keychain'), keys.makeKey(accountId, 'keychain')]);
  expect(one.ok).toBe(true);
  expect(two).toMatchObject({ error: { code: 'key-kept' } });
  expect(entries.size).toBe(1);
  expect(keys.privacy(accountId)).toMatchObject({ value: { recipients: [{ name: 'Me' }] } });
});

test('post-quantum and tag keys are listed; those of plugins and of SSH are refused', async () => {
  const { keys } = await openKeys();
  const postQuantum = await identityToRecipient(await generateHybridIdentity());
  for (const publicKey of [postQuantum, ageKeys.tagRecipient]) {
    expect(await keys.addRecipient(accountId, publicKey, null)).toMatchObject({ ok: true });
  }
  for (const other of [
    'age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ ada@home',
  ]) {
    expect(await keys.addRecipient(accountId, other, null)).toEqual(failure({ code: 'recipient-not-valid' }));
  }
});

test('secret keys of plugins and of SSH are refused', async () => {
  const { keys } = await openKeys();
  const plugin = await keys.keepKey(accountId, '#  Recipient: age1yubikey1q\nAGE-PLUGIN-YUBIKEY-1QJ9RYQY7A');
  expect(plugin).toEqual(failure({ code: 'identity-not-valid' }));
  const ssh = await keys.keepKey(accountId, '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk');
  expect(ssh).toEqual(failure({ code: 'identity-not-valid' }));
});

test('a file of several secret keys is kept whole, and its first public key is listed', async () => {
  const { keys } = await openKeys();
  const postQuantum = await generateHybridIdentity();
  // A field that hides what is in it takes out the line ends.
  const file = `# mine${ageKeys.identity}# another${ageKeys.otherIdentity}${postQuantum}`;
  expect(await keys.keepKey(accountId, file)).toMatchObject({
    value: { ownKey: { publicKey: ageKeys.recipient }, recipients: [{ publicKey: ageKeys.recipient }] },
  });
  expect(await Array.fromAsync(keys.kept([accountId]))).toEqual([
    { kind: 'identity', identity: [ageKeys.identity, ageKeys.otherIdentity, postQuantum].join('\n') },
  ]);
});

test('a second key is not made before the first one is forgotten', async () => {
  const { keys, written } = await openKeys();
  expect((await keys.makeKey(accountId, 'file')).ok).toBe(true);
  written.clear();
  expect(await keys.makeKey(accountId, 'file')).toMatchObject({ error: { code: 'key-kept' } });
  expect(await keys.makeKey(accountId, 'keychain')).toMatchObject({ error: { code: 'key-kept' } });
  expect(written.size).toBe(0);
});

test('a secret key that is none is refused, and not repeated', async () => {
  const { keys } = await openKeys();
  const almost = ageKeys.identity.replace(/.$/, 'A');
  const kept = await keys.keepKey(accountId, almost);
  expect(kept).toEqual({ ok: false, error: { code: 'identity-not-valid' } });
});

test('where there is no keychain no key is made for it: its only copy would end with the app', async () => {
  const { keys, vault, state } = await openKeys();
  state.isThere = false;
  expect(await keys.makeKey(accountId, 'keychain')).toMatchObject({ error: { code: 'key-not-kept' } });
  expect(vault.whereIs(accountId, 'identity')).toBeNull();
  expect(keys.privacy(accountId)).toMatchObject({ value: { ownKey: null, recipients: [] } });
});

test('what is kept is given where something is to be opened, the secret key first, and of accounts that keep nothing nothing', async () => {
  const { keys, state } = await openKeys();
  const kept = () => Array.fromAsync(keys.kept(['another', accountId]));
  expect(await kept()).toEqual([]);
  await keys.keepPassphrase(accountId, PASSPHRASE);
  await keys.keepKey(accountId, ageKeys.identity);
  expect(await kept()).toEqual([
    { kind: 'identity', identity: ageKeys.identity },
    { kind: 'passphrase', passphrase: PASSPHRASE },
  ]);
  state.isThere = false;
  expect(await kept()).toEqual([]);
});
