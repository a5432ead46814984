import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { canStartKeyring, type Keyring, startKeyring } from '../../../e2e/app/keyring.ts';
import { KEYCHAIN_SERVICE, type Keychain } from './keychain.ts';
import { KeytarKeychain } from './keytar-keychain.ts';

const entry = 'My account – API key (https://host/path) [7f3a]';
const nothing = { ok: true, value: null };
const locked = { ok: false, error: { code: 'keychain-locked' } };
const unanswering = { ok: false, error: { code: 'keychain-unanswering' } };

describe.skipIf(!canStartKeyring())('the keychain of this system', () => {
  let keyring: Keyring;
  let keychain: Keychain;

  beforeAll(async () => {
    keyring = await startKeyring();
    // keytar finds the bus by these, so they are set before it is loaded for the first time.
    Object.assign(process.env, keyring.env);
  });
  afterAll(() => keyring.close());
  beforeEach(async () => {
    keychain = new KeytarKeychain();
    expect(await keychain.remove(entry)).toEqual(nothing);
  });

  test('gives back what was written, and the new secret after it was replaced', async () => {
    expect(await keychain.read(entry)).toEqual(nothing);
    expect(await keychain.write(entry, 'first')).toEqual(nothing);
    expect(await keychain.read(entry)).toEqual({ ok: true, value: 'first' });
    expect(await keychain.write(entry, 'second')).toEqual(nothing);
    expect(await keychain.read(entry)).toEqual({ ok: true, value: 'second' });
  });

  test('holds the secret where another tool finds it, under a name that a person recognises', async () => {
    await keychain.write(entry, 'a secret');
    expect(await keyring.lookUp(KEYCHAIN_SERVICE, entry)).toBe('a secret');
    expect(await keyring.search(KEYCHAIN_SERVICE)).toContain(`label = Dropslip/${entry}`);
  });

  test('removes an entry for good, and removing what is not there is no failure', async () => {
    await keychain.write(entry, 'a secret');
    expect(await keychain.remove(entry)).toEqual(nothing);
    expect(await keyring.search(KEYCHAIN_SERVICE)).toBe('');
    expect(await keychain.remove(entry)).toEqual(nothing);
  });

  test('has nothing, and finding that out leaves nothing behind', async () => {
    expect(await keychain.read(entry)).toEqual(nothing);
    expect(await keyring.search(KEYCHAIN_SERVICE)).toBe('');
  });

  test('says that it is locked instead of that there is nothing, and has everything once unlocked', async () => {
    await keychain.write(entry, 'a secret');
    await keyring.lock();
    expect(await keychain.read(entry)).toMatchObject(locked);
    expect(await keychain.write(entry, 'another')).toMatchObject(locked);
    expect(await keychain.remove(entry)).toMatchObject(locked);
    await keyring.unlock();
    expect(await keychain.read(entry)).toEqual({ ok: true, value: 'a secret' });
  });

  test('answers in time when the system never does, and works again when the system does', async () => {
    await keychain.write(entry, 'a secret');
    keyring.freeze();
    try {
      const impatient = new KeytarKeychain(1_000);
      expect(await impatient.read(entry)).toMatchObject(unanswering);
      const others = await Promise.all([impatient.read(entry), impatient.write(entry, 'x'), impatient.remove(entry)]);
      for (const answer of others) expect(answer).toMatchObject(unanswering);
      // Nobody waits for it any more, and it is out all the same.
      expect(impatient.isAsking()).toBe(true);
      keyring.resume();
      await vi.waitFor(async () => expect(await impatient.read(entry)).toEqual({ ok: true, value: 'a secret' }), {
        timeout: 30_000,
      });
      expect(impatient.isAsking()).toBe(false);
    } finally {
      keyring.resume();
    }
  });

  test('keeps a secret of 16 KiB', async () => {
    const long = 'k'.repeat(16 * 1024);
    expect(await keychain.write(entry, long)).toEqual(nothing);
    expect(await keychain.read(entry)).toEqual({ ok: true, value: long });
  });
});
