import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountSettings } from '../../shared/bridge/accounts.ts';
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

/** Changes of accounts that are there, and their end. */

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const add = (settings?: AccountSettings) => addAccount(fixture, settings);
const shown = (id: string) => fixture.accounts.find(id);
const entries = () => [...fixture.kept.keys()];

describe('editing', () => {
  test('a new name, colour or path leaves the credentials alone', async () => {
    const id = await add();
    granted(await fixture.accounts.changes.edit(id, settingsFor('https://service.example/other', { name: 'Renamed' })));
    expect(shown(id)).toMatchObject({ name: 'Renamed', address: 'https://service.example/other' });
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
    expect(fixture.notices).toEqual([]);
  });

  test('another address is refused while a file is partly submitted, another name is not', async () => {
    fixture.events.answer('account.is-in-parts', () => true);
    const id = await add();
    const elsewhere = await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example'));
    expect(elsewhere).toMatchObject({ ok: false, error: { code: 'parts-unfinished' } });
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual(secrets);
    granted(
      await fixture.accounts.changes.edit(id, settingsFor('https://service.example/core-api', { name: 'Renamed' })),
    );
    expect(shown(id)).toMatchObject({ name: 'Renamed' });
  });

  test('another origin forgets both credentials, in the keychain too, and says so', async () => {
    const id = await add();
    granted(await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example')));
    expect(shown(id)?.credentials).toEqual({ apiKey: null, accessToken: null });
    expect(entries()).toEqual([]);
    expect(fixture.notices).toEqual([
      { code: 'credentials-forgotten', accountName: 'My account', kinds: ['api-key', 'access-token'] },
    ]);
    expect(shown(id)?.trouble?.kind).toBe('credential-missing');
  });

  test('credentials given with another origin take the place of the old ones in the same step', async () => {
    const id = await add();
    const settings = settingsFor('https://elsewhere.example');
    granted(await fixture.accounts.changes.edit(id, settings, { apiKey: 'canary-new-key', accessToken: null }));
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual({
      apiKey: 'canary-new-key',
      accessToken: null,
    });
    expect([...fixture.kept.values()]).toEqual(['canary-new-key']);
    expect(fixture.notices).toEqual([
      { code: 'credentials-forgotten', accountName: 'My account', kinds: ['access-token'] },
    ]);
    expect(shown(id)?.trouble).toBeNull();
  });

  test('a credential that no header can carry changes nothing', async () => {
    const id = await add();
    const settings = settingsFor('https://elsewhere.example');
    const edited = await fixture.accounts.changes.edit(id, settings, { apiKey: 'two\nlines', accessToken: null });
    expect(edited).toMatchObject({ ok: false, error: { code: 'secret-not-valid' } });
    expect(shown(id)?.address).toBe('https://service.example/core-api');
  });

  test('whoever reads for the account is told that it moved, once it has; a new name moves nothing', async () => {
    const id = await add();
    granted(
      await fixture.accounts.changes.edit(id, settingsFor('https://service.example/core-api', { name: 'Renamed' })),
    );
    expect(fixture.moves).toEqual([]);
    granted(await fixture.accounts.changes.edit(id, settingsFor('https://service.example/other')));
    granted(await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example')));
    expect(fixture.moves).toEqual([id, id]);
  });

  test('a secret that is being read while the account moves is given to neither address', async () => {
    const id = await add();
    const { promise, resolve } = Promise.withResolvers<void>();
    fixture.keychain.holdsReads = promise;
    const old = fixture.accounts.connections.to(id)?.credentials();
    const settings = settingsFor('https://elsewhere.example');
    const moving = fixture.accounts.changes.edit(id, settings, { apiKey: 'canary-new-key', accessToken: null });
    resolve();
    granted(await moving);
    expect(JSON.stringify(await old)).not.toContain('canary-new');
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual({
      apiKey: 'canary-new-key',
      accessToken: null,
    });
  });

  test('another origin for submissions forgets the API key, which went there, and keeps the token', async () => {
    const id = await add();
    const settings = settingsFor('https://service.example/core-api', { submitAddress: 'https://submit.example' });
    granted(await fixture.accounts.changes.edit(id, settings));
    expect(await fixture.accounts.connections.to(id)?.credentials()).toEqual({
      apiKey: null,
      accessToken: secrets.accessToken,
    });
  });

  test('http instead of https is another origin', async () => {
    const id = await add();
    granted(await fixture.accounts.changes.edit(id, settingsFor('http://service.example/core-api')));
    expect(entries()).toEqual([]);
  });

  test('a keychain that does not let go of the credentials leaves the account as it is', async () => {
    const id = await add();
    fixture.keychain.failure = lockedKeychain;
    expect(await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example'))).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    });
    expect(shown(id)?.address).toBe('https://service.example/core-api');
  });

  test('a connection from before gives no secret any more: what is kept now is for the new origin', async () => {
    const id = await add();
    const old = fixture.accounts.connections.to(id);
    await fixture.accounts.changes.edit(id, settingsFor('https://elsewhere.example'));
    await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-new-key');
    expect(await old?.credentials()).toEqual({ apiKey: null, accessToken: null });
    expect(await fixture.accounts.connections.to(id)?.credentials()).toMatchObject({ apiKey: 'canary-new-key' });
  });

  test('the practice account can submit the other way, and nothing else about it changes', async () => {
    const submitBy = { variant: 'access-token', token: 'practice' } as const;
    granted(await fixture.accounts.changes.setSubmitBy('practice', submitBy));
    expect(shown('practice')?.submitBy).toEqual(submitBy);
    for (const refused of [
      await fixture.accounts.changes.edit('practice', settingsFor('https://elsewhere.example')),
      await fixture.accounts.changes.remove('practice'),
      await fixture.accounts.changes.replaceCredential('practice', 'api-key', 'canary-key'),
      await fixture.accounts.changes.forgetCredential('practice', 'api-key'),
    ]) {
      expect(refused).toMatchObject({ ok: false, error: { code: 'practice-account' } });
    }
  });
});

test('an account that pays with an access token keeps it, and is held, while its service has credits', async () => {
  const submitBy = { variant: 'access-token', token: 'ethereum' } as const;
  const settings = settingsFor('https://service.example', { submitBy });
  const id = await addAccount(fixture, settings);
  const kindBecomes = async (kind: 'credits' | null): Promise<void> => {
    fixture.accounts.connections.to(id)?.onServiceKind?.(kind);
    await vi.waitFor(() => expect(shown(id)?.serviceKind).toBe(kind));
  };
  await kindBecomes('credits');
  expect(shown(id)).toMatchObject({ submitBy, trouble: { kind: 'api-key-only', blocks: true } });
  granted(await fixture.accounts.changes.edit(id, { ...settings, name: 'Renamed' }));
  await kindBecomes(null);
  expect(shown(id)).toMatchObject({ name: 'Renamed', submitBy, trouble: null });
});

test('forgetting a credential takes it from the keychain, and the account says what it lacks', async () => {
  const id = await add();
  granted(await fixture.accounts.changes.forgetCredential(id, 'api-key'));
  expect([...fixture.kept.values()]).toEqual(['canary-token-5678']);
  expect(shown(id)?.trouble?.kind).toBe('credential-missing');
});

describe('removing', () => {
  test('takes rows, attempts, records and credentials with it, and nothing of another account', async () => {
    const id = await add();
    const other = await add(settingsFor('https://other.example'));
    for (const account of [id, other]) {
      fixture.database.exec(`
        INSERT INTO submissions (account_id, path, name, added_at, state) VALUES ('${account}', '/x', 'x', '', '{"kind":"waiting"}');
        INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, outcome)
          VALUES (last_insert_rowid(), 1, '', 1, 'accepted');
        INSERT INTO records (account_id, id, record, read_at) VALUES ('${account}', 'r', '{}', '');`);
    }
    granted(await fixture.accounts.changes.remove(id));
    for (const table of ['submissions', 'records']) {
      expect(fixture.database.prepare(`SELECT account_id FROM ${table}`).all()).toEqual([{ account_id: other }]);
    }
    expect(fixture.database.prepare('SELECT count(*) AS n FROM attempts').get()).toEqual({ n: 1 });
    expect(fixture.kept.size).toBe(2);
    expect(entries().every((entry) => entry.includes(other))).toBe(true);
    fixture = await fixture.restart();
    expect(fixture.accounts.list().map((account) => account.id)).toEqual(['practice', other]);
  });

  test('waits for the keychain: while it is locked everything stays as it is', async () => {
    const id = await add();
    fixture.keychain.failure = lockedKeychain;
    expect(await fixture.accounts.changes.remove(id)).toMatchObject({ ok: false, error: { code: 'keychain-locked' } });
    expect(fixture.accounts.connections.destination(id)).not.toBeNull();
    expect(fixture.kept.size).toBe(2);
  });

  test('names what stays in a keychain that is gone', async () => {
    const id = await add();
    fixture.keychain.failure = missingKeychain;
    granted(await fixture.accounts.changes.remove(id));
    const apiKey = `My account – API key (https://service.example/core-api) [${id}]`;
    const entries = [expect.stringContaining(apiKey), expect.stringContaining('access token')];
    expect(fixture.notices).toEqual([{ code: 'left-in-keychain', accountName: 'My account', entries }]);
    expect(shown(id)).toBeNull();
  });

  test('is refused while the account is sending', async () => {
    fixture.events.answer('account.is-sending', () => true);
    const id = await add();
    expect(await fixture.accounts.changes.remove(id)).toMatchObject({ ok: false, error: { code: 'still-sending' } });
    expect(fixture.accounts.connections.destination(id)).not.toBeNull();
  });
});
