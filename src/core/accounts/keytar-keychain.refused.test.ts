import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canStartKeyring, type Keyring, startKeyring } from '../../../e2e/app/keyring.ts';
import { KeytarKeychain } from './keytar-keychain.ts';

const refused = { ok: false, error: { code: 'keychain-refused' } };

describe.skipIf(!canStartKeyring())('a keychain that this app may not talk to', () => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring({ access: 'refuse' });
    Object.assign(process.env, keyring.env);
  });
  afterAll(() => keyring.close());

  test('is told apart from a missing and a locked one', async () => {
    const keychain = new KeytarKeychain();
    expect(await keychain.read('an entry')).toMatchObject(refused);
    expect(await keychain.write('an entry', 'canary')).toMatchObject(refused);
    expect(await keychain.remove('an entry')).toMatchObject(refused);
  });

  test('gives a reason that holds nothing of the secret', async () => {
    expect(JSON.stringify(await new KeytarKeychain().write('an entry', 'canary'))).not.toContain('canary');
  });
});
