import { createHash, randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { PastedAnswer } from '../../shared/bridge/lookup.ts';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import { recordOf } from '../records/records.fixture.ts';
import { accountId } from '../submissions/submissions.fixture.ts';
import { closeLookupRigs, openLookupRig } from './lookup.fixture.ts';

afterEach(closeLookupRigs);

test('a line is answered by name, day, hash or a part of one, and says if several fit', async () => {
  const { rig, lookup, records, until, events } = await openLookupRig({ service: { blockTimeSeconds: 0 } });
  await lookup.prepare();
  await rig.drop({ 'contract.pdf': 'One', 'contract 2.pdf': 'Two', 'letter.txt': 'Three' });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  const hash = createHash('sha256').update('Three').digest('hex');
  const day = 86_400_000;
  const today = { from: new Date(Date.now() - day).toISOString(), until: new Date(Date.now() + day).toISOString() };
  const longAgo = { from: new Date(0).toISOString(), until: new Date(day).toISOString() };
  const asked: Readonly<Record<string, Partial<LookupKeys>>> = {
    exact: { name: 'contract.pdf' },
    stem: { name: 'CONTRACT' },
    several: { name: 'contr' },
    nobody: { name: 'nosuchfile' },
    hash: { hex: hash },
    part: { hex: hash.slice(7, 19) },
    today: { days: today },
    slip: { name: 'lettr' },
    'long ago': { days: longAgo },
    unknown: { id: randomUUID() },
  };
  const questions = Object.entries(asked).map(([key, keys]) => ({ key, keys: { ...noKeys, ...keys } }));
  lookup.lists.start({ listId: 'list', accountId, questions });
  await until(() => events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'));
  const answers = new Map<string, PastedAnswer>();
  for (const event of events) {
    if (event.kind === 'lookup.list') for (const { key, answer } of event.progress.answers) answers.set(key, answer);
  }
  const told = [...answers].map(([key, answer]) => [
    key,
    answer.kind === 'found' ? answer.name : answer.kind === 'several' ? answer.count : answer.kind,
  ]);
  expect(Object.fromEntries(told)).toEqual({
    exact: 'contract.pdf',
    stem: 2,
    several: 2,
    nobody: 'not-kept',
    hash: 'letter.txt',
    part: 'letter.txt',
    today: 3,
    slip: 'not-kept',
    'long ago': 'not-kept',
    unknown: 'unknown',
  });
});

test('a file that was never submitted is said to be none, by its name', async () => {
  const { rig, lookup, records, until, events } = await openLookupRig();
  await rig.drop({ 'contract.pdf': 'One' });
  await rig.untilAll('confirmed');
  rig.database.exec(
    `INSERT INTO submissions (account_id, path, name, added_at, state)
     VALUES ('${accountId}', '/draft.txt', 'draft.txt', '2026-01-01T00:00:00Z', '{"kind":"cancelled"}')`,
  );
  await lookup.prepare();
  records.filesChanged(rig.all().map(({ id }) => id));
  const keys = { ...noKeys, name: 'draft.txt' };
  lookup.lists.start({ listId: 'list', accountId, questions: [{ key: 'draft', keys }] });
  const end = await until(() =>
    events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'),
  );
  expect(end.kind === 'lookup.list' && end.progress.answers).toMatchObject([
    { answer: { kind: 'no-receipt', submission: { name: 'draft.txt' } } },
  ]);
});

test('a name with one slip finds similar names, and only if nothing fits', async () => {
  const { rig, lookup, records } = await openLookupRig();
  await lookup.prepare();
  await rig.drop({ 'contract.pdf': 'One' });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  expect(await lookup.search({ ...noKeys, name: 'contarct' })).toMatchObject({
    value: { matches: [{ submission: { name: 'contract.pdf' } }], areSimilar: true },
  });
  expect(await lookup.search({ ...noKeys, name: 'contract' })).toMatchObject({ value: { areSimilar: false } });
});

test('a whole id that is kept for another account is answered as that account’s, not as unknown', async () => {
  const { rig, lookup, records, until, events } = await openLookupRig({ service: { blockTimeSeconds: 0 } });
  await rig.drop({ 'contract.pdf': 'One' });
  await rig.untilAll('confirmed');
  const [submission] = rig.all();
  const record = recordOf(randomUUID(), { phase: 'in-block' });
  rig.database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
     VALUES ('work', 'service', 'Work', 'green', '{"variant":"api-key"}', '2026-01-01T00:00:00Z')`,
  );
  await records.put('work', [record]);
  await lookup.prepare();
  const own = submission !== undefined && 'submissionId' in submission.state ? submission.state.submissionId : '';
  const questions = [record.id, own].map((id) => ({ key: id, keys: { ...noKeys, id } }));
  lookup.lists.start({ listId: 'list', accountId, questions });
  const end = await until(() =>
    events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'),
  );
  expect(
    end.kind === 'lookup.list' && end.progress.answers.toSorted((one) => (one.key === own ? 1 : -1)),
  ).toMatchObject([
    { key: record.id, answer: { kind: 'found', accountId: 'work', record: { id: record.id } } },
    { key: own, answer: { kind: 'found', accountId } },
  ]);
});
