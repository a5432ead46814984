import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccountSettings } from '../../shared/bridge/accounts.ts';
import { answering, cleanUp, json } from '../service/scripted-server.fixture.ts';
import {
  type AccountFixture,
  addAccount,
  granted,
  lockedKeychain,
  missingKeychain,
  openFixture,
  secrets,
  settingsFor,
} from './accounts.fixture.ts';

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const add = (settings?: AccountSettings) => addAccount(fixture, settings);
const shown = (id: string) => fixture.accounts.find(id);

describe('adding', () => {
  test('keeps all settings and shows no more of a secret than its end, also after a restart', async () => {
    const id = await add(
      settingsFor(' Service.Example/core-api/ ', {
        name: 'Mine',
        colour: 'rose',
        submitAddress: 'submit.example/v1/',
        submitBy: { variant: 'access-token', token: 'ethereum' },
        nodeAddress: 'https://node.example/rpc',
        appId: '246',
      }),
    );
    const expected = {
      id,
      kind: 'service',
      name: 'Mine',
      colour: 'rose',
      address: 'https://service.example/core-api',
      submitAddress: 'https://submit.example/v1',
      submitBy: { variant: 'access-token', token: 'ethereum' },
      nodeAddress: 'https://node.example/rpc',
      appId: '246',
      serviceKind: null,
      credentials: {
        apiKey: { ending: '-1234', expiresAt: null },
        accessToken: { ending: '-5678', expiresAt: null },
      },
      place: { kind: 'keychain' },
      trouble: null,
    };
    expect(shown(id)).toEqual(expected);
    fixture = await fixture.restart();
    expect(shown(id)).toEqual(expected);
    expect(JSON.stringify(fixture.accounts.list())).not.toContain('canary');
    expect([...fixture.kept.values()].sort()).toEqual(['canary-key-1234', 'canary-token-5678']);
  });

  test.each([
    ['', 'empty'],
    ['ftp://x', 'other-scheme'],
    ['https://me:secret@host', 'holds-credentials'],
  ])('the address %j is refused: %s', async (address, problem) => {
    const added = await fixture.accounts.changes.add(settingsFor(address), secrets);
    expect(added).toMatchObject({
      ok: false,
      error: { code: 'address-not-valid', values: { problem } },
    });
    expect(fixture.accounts.list()).toHaveLength(1);
    expect(fixture.questions).toEqual([]);
  });

  test('a secret that no header can carry is refused before anything is made', async () => {
    const settings = settingsFor('https://service.example');
    const added = await fixture.accounts.changes.add(settings, { apiKey: 'two\nlines', accessToken: null });
    expect(added).toMatchObject({ ok: false, error: { code: 'secret-not-valid' } });
    expect(fixture.accounts.list()).toHaveLength(1);
  });

  test('an address that the person does not confirm makes no account', async () => {
    fixture.person.confirms = false;
    const added = await fixture.accounts.changes.add(settingsFor('https://evil.example'), secrets);
    expect(added).toMatchObject({ ok: false, error: { code: 'declined' } });
    expect(fixture.accounts.list()).toHaveLength(1);
    expect(fixture.kept.size).toBe(0);
  });

  test('without a keychain the credentials live for this session, which is told', async () => {
    fixture.keychain.failure = missingKeychain;
    const id = await add();
    expect(shown(id)?.place).toMatchObject({ kind: 'session', reason: { code: 'keychain-missing' } });
    expect(fixture.notices).toMatchObject([
      { code: 'credentials-for-session', reason: { code: 'keychain-missing', values: { system: 'linux' } } },
    ]);
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
    fixture = await fixture.restart();
    expect(shown(id)?.trouble).toMatchObject({ kind: 'credential-missing' });
    expect(fixture.accounts.connections.destination(id)).toBeNull();
  });

  test('a locked keychain does not stop it: the credentials live for this session', async () => {
    fixture.keychain.failure = lockedKeychain;
    const id = await add();
    expect(shown(id)?.place).toEqual({ kind: 'session', reason: lockedKeychain });
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
  });
});

describe('which account is active', () => {
  test('the practice account at first; another once it is chosen, also after a restart', async () => {
    const id = await add();
    expect(fixture.accounts.activeId()).toBe('practice');
    granted(await fixture.accounts.activate(id));
    fixture = await fixture.restart();
    expect(fixture.accounts.activeId()).toBe(id);
    expect(await fixture.accounts.activate('nobody')).toMatchObject({ error: { code: 'unknown-account' } });
  });

  test('the practice account again when the active one is removed', async () => {
    const id = await add();
    await fixture.accounts.activate(id);
    granted(await fixture.accounts.changes.remove(id));
    expect(fixture.accounts.activeId()).toBe('practice');
  });
});

test('a token on several chains is one name to choose', async () => {
  const chains = { '1': { ethereum: { token_address: '0xaa' } }, '8453': { ethereum: { token_address: '0xbb' } } };
  const { baseUrl } = await answering((_request, response) => json(response, 200, chains));
  const id = await add(settingsFor(baseUrl));
  expect(await fixture.accounts.tokenNames(id)).toEqual({ ok: true, value: ['ethereum'] });
  await cleanUp();
});

test('nothing of a secret is ever in the database file', async () => {
  await add();
  const rows = ['accounts', 'credentials', 'settings'].map((table) =>
    fixture.database.prepare(`SELECT * FROM ${table}`).all(),
  );
  expect(JSON.stringify(rows)).not.toContain('canary');
});
