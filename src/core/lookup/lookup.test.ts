import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { PastedAnswer } from '../../shared/bridge/lookup.ts';
import { noKeys } from '../../shared/lookup-keys.ts';
import { accountId } from '../submissions/submissions.fixture.ts';
import { closeLookupRigs, openLookupRig } from './lookup.fixture.ts';

afterEach(closeLookupRigs);

const asksFor = (id: string) => ({ key: id, keys: { ...noKeys, id } });

const idKeys = (id: string) => ({ ...noKeys, id, hex: id.replaceAll('-', '') });

for (const dialect of ['documented', 'deployed'] as const) {
  test(`a submission of another program is asked for by its id, kept, and then found by a part of its hash (${dialect})`, async () => {
    const { lookup, submit } = await openLookupRig({ service: { dialect, blockTimeSeconds: 0 } });
    await lookup.prepare();
    const id = await submit('A letter');
    expect(await lookup.search(idKeys(id))).toEqual({
      ok: true,
      value: { matches: [], more: false, areSimilar: false },
    });
    const asked = await lookup.ask(accountId, id);
    expect(asked.ok && asked.value.record.phase).toBe('in-block');
    const dataHash = (asked.ok ? asked.value.record.dataHash : null) ?? '';
    const found = await lookup.search({ ...noKeys, hex: dataHash.slice(20, 30) });
    expect(found.ok && found.value.matches).toMatchObject([
      { submissionId: id, phase: 'in-block', why: { key: 'data-hash' } },
    ]);
    expect(lookup.kept(accountId, id).record?.id).toBe(id);
  });
}

test('what is asked of a service that does not know it comes back as not found', async () => {
  const { lookup } = await openLookupRig();
  const asked = await lookup.ask(accountId, randomUUID());
  expect(!asked.ok && asked.error.code).toBe('not-found');
});

test('with an API key alone, a deployment that answers look-ups is told apart from one that does not', async () => {
  const deployed = await openLookupRig({ service: { dialect: 'deployed' } }, 'API key');
  const known = await deployed.lookup.ask(accountId, await deployed.submit('A letter'));
  expect(known.ok).toBe(true);
  const unknown = await deployed.lookup.ask(accountId, randomUUID());
  expect(!unknown.ok && unknown.error.code).toBe('not-found');

  const documented = await openLookupRig({ service: { dialect: 'documented' } }, 'API key');
  const refused = await documented.lookup.ask(accountId, await documented.submit('A letter'));
  expect(!refused.ok && refused.error.code).toBe('look-ups-not-offered');
});

test('a list is answered whole although the service limits its requests, and says when it waits', async () => {
  const { lookup, submit, until, events } = await openLookupRig({
    service: { rateLimit: { requests: 8, seconds: 1 }, blockTimeSeconds: 0 },
  });
  const ids: string[] = [];
  for (let number = 0; number < 7; number += 1) ids.push(await submit(`Letter ${number}`));
  const unknown = Array.from({ length: 7 }, () => randomUUID());
  const questions = [...ids, ...unknown].map(asksFor);
  lookup.lists.start({ listId: 'list', accountId, questions });
  await until(() => events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'));
  const answers = new Map<string, PastedAnswer>();
  for (const event of events) {
    if (event.kind === 'lookup.list') for (const { key, answer } of event.progress.answers) answers.set(key, answer);
  }
  for (const id of ids) expect(answers.get(id)).toMatchObject({ kind: 'found', record: { id } });
  for (const id of unknown) expect(answers.get(id)).toEqual({ kind: 'unknown' });
  const waits = events.filter((event) => event.kind === 'lookup.list' && event.progress.waitingUntil !== null);
  expect(waits.length).toBeGreaterThan(0);
});

test('a list that is stopped says so, and answers nothing more', async () => {
  const { lookup, until, events } = await openLookupRig({ service: { rateLimit: { requests: 2, seconds: 600 } } });
  const questions = Array.from({ length: 6 }, () => randomUUID()).map(asksFor);
  lookup.lists.start({ listId: 'list', accountId, questions });
  await until(() => events.find((event) => event.kind === 'lookup.list' && event.progress.waitingUntil !== null));
  lookup.lists.cancel('list');
  const end = await until(() =>
    events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'cancelled'),
  );
  expect(end.kind === 'lookup.list' && end.progress.done).toBeLessThan(6);
});

test('a look-up that the service puts off can be stopped', async () => {
  const { lookup } = await openLookupRig({ service: { rateLimit: { requests: 1, seconds: 600 } } });
  await lookup.ask(accountId, randomUUID());
  const id = randomUUID();
  const asked = lookup.ask(accountId, id);
  lookup.cancelAsk(id);
  const answer = await asked;
  expect(!answer.ok && answer.error.code).toBe('cancelled');
});

test('what an account is asking is let go of when it moves, and nothing of the old answer is kept', async () => {
  const { lookup, submit, until, events } = await openLookupRig({
    service: { rateLimit: { requests: 1, seconds: 1 } },
  });
  const id = await submit('A letter');
  const asked = lookup.ask(accountId, id);
  lookup.lists.start({ listId: 'list', accountId, questions: [asksFor(id)] });
  lookup.moved(accountId);
  expect(await asked).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await until(() => events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'cancelled'));
  expect(lookup.kept(accountId, id).record).toBeNull();
});

test('a file of this app is found by its bytes and by its name in another form, as soon as it is submitted', async () => {
  const { rig, lookup, records, fileLookup } = await openLookupRig();
  await lookup.prepare();
  const name = 'Übergabe.txt';
  await rig.drop({ [name.normalize('NFC')]: 'The handover' });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  const byName = await lookup.search({ ...noKeys, name: 'ÜBERGABE'.normalize('NFD') });
  expect(byName.ok && byName.value.matches).toMatchObject([{ submission: { name }, why: { key: 'name' } }]);
  const byBytes = await fileLookup.find('one', join(rig.folder, 'files', name));
  expect(byBytes.ok && byBytes.value.matches).toMatchObject([{ submission: { name } }]);
  const missing = await fileLookup.find('two', join(rig.folder, 'files', 'missing'));
  expect(!missing.ok && missing.error.code).toBe('compared-file-unreadable');
});

test('recent look-ups stand there once each, latest first, until they are cleared', async () => {
  const { recent } = await openLookupRig();
  await recent.remember(accountId, 'first');
  await recent.remember(accountId, 'second');
  await recent.remember(accountId, 'first');
  expect(recent.list().map(({ text }) => text)).toEqual(['first', 'second']);
  await recent.clear();
  expect(recent.list()).toEqual([]);
});

test('a pasted access token is neither sent nor kept', async () => {
  const { rig, lookup, recent } = await openLookupRig();
  const { accessToken } = rig.service;
  const asked = await lookup.ask(accountId, accessToken);
  expect(asked).toMatchObject({ ok: false, error: { code: 'own-secret' } });
  await recent.remember(accountId, accessToken);
  expect(recent.list()).toEqual([]);
});

test('a file of this app is kept with its attempts', async () => {
  const { rig, lookup } = await openLookupRig();
  await rig.drop({ 'report.txt': 'Ours' });
  await rig.untilAll('confirmed');
  const [state] = rig.all().map((row) => row.state);
  const id = state !== undefined && 'submissionId' in state ? state.submissionId : '';
  expect(lookup.kept(accountId, id)).toMatchObject({ attempts: [{ outcome: 'accepted', detail: id }] });
});

test('what an account had that was taken away does not stand before what is still there', async () => {
  const { rig, lookup, records } = await openLookupRig();
  await rig.drop({ 'report.txt': 'Ours' });
  await rig.untilAll('confirmed');
  rig.database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
     VALUES ('gone', 'service', 'Gone', 'teal', '{}', '')`,
  );
  const insert = rig.database.prepare(
    `INSERT INTO submissions (account_id, path, name, added_at, state) VALUES ('gone', '/x', ?, '2099-01-01T00:00:00Z', ?)`,
  );
  for (let index = 0; index < 60; index += 1) insert.run('report.txt', '{"kind":"waiting","since":"x"}');
  const keys = { ...noKeys, name: 'report' };
  await lookup.prepare();
  // As the accounts do it: first everybody forgets, then the rows go. A search in between must not bring them back.
  lookup.forgetAccount('gone');
  records.forget('gone');
  await lookup.search({ ...keys, name: 'nothing' });
  rig.database.exec(`DELETE FROM submissions WHERE account_id = 'gone'; DELETE FROM accounts WHERE id = 'gone'`);
  expect(await lookup.search(keys)).toMatchObject({
    ok: true,
    value: { matches: [{ submission: { name: 'report.txt' } }], more: false },
  });
});

test.skipIf(process.platform === 'win32')('a pipe is not opened', async () => {
  const { rig, fileLookup } = await openLookupRig();
  const pipe = join(rig.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await fileLookup.find('pipe', pipe)).toMatchObject({
    ok: false,
    error: { code: 'compared-file-unreadable' },
  });
});
