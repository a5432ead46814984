import { createHash, randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { PastedAnswer } from '../../shared/bridge/lookup.ts';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import { recordOf } from '../records/records.fixture.ts';
import { accountId } from '../submissions/submissions.fixture.ts';
import { closeLookupRigs, openLookupRig } from './lookup.fixture.ts';

afterEach(closeLookupRigs);

test('each line is answered as it would be by itself: by name, day, hash or a part; and says when several fit', async () => {
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
    'stem today': { name: 'contract today', dated: { name: 'contract', days: today } },
    several: { name: 'contr' },
    nobody: { name: 'nosuchfile' },
    hash: { hex: hash },
    part: { hex: hash.slice(7, 19) },
    today: { days: today },
    dated: { name: 'letter today', dated: { name: 'letter', days: today } },
    undated: { dated: { name: 'letter', days: longAgo } },
  };
  const questions = [
    ...Object.entries(asked).map(([key, keys]) => ({
      key,
      kind: 'text' as const,
      keys: { ...noKeys, ...keys },
    })),
    { key: 'unknown', kind: 'id' as const, id: randomUUID() },
  ];
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
    'stem today': 2,
    several: 2,
    nobody: 'not-kept',
    hash: 'letter.txt',
    part: 'letter.txt',
    today: 3,
    dated: 'letter.txt',
    undated: 'not-kept',
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
  lookup.lists.start({ listId: 'list', accountId, questions: [{ key: 'draft', kind: 'text', keys }] });
  const end = await until(() =>
    events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'),
  );
  expect(end.kind === 'lookup.list' && end.progress.answers).toMatchObject([
    { answer: { kind: 'no-receipt', submission: { name: 'draft.txt' } } },
  ]);
});

test('a line that fits nothing is told the name that was perhaps meant; an empty day is told none', async () => {
  const { rig, lookup, records, until, events } = await openLookupRig();
  await lookup.prepare();
  await rig.drop({ 'letter 0077.txt': 'One' });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  const longAgo = { from: new Date(0).toISOString(), until: new Date(86_400_000).toISOString() };
  const questions = [
    { key: 'slip', kind: 'text' as const, keys: { ...noKeys, name: 'lettr 0077.txt' } },
    { key: 'day', kind: 'text' as const, keys: { ...noKeys, name: '1.1.1970', days: longAgo } },
  ];
  lookup.lists.start({ listId: 'list', accountId, questions });
  const end = await until(() =>
    events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'),
  );
  expect(end.kind === 'lookup.list' && new Map(end.progress.answers.map(({ key, answer }) => [key, answer]))).toEqual(
    new Map([
      ['slip', { kind: 'not-kept', nearest: 'letter 0077.txt' }],
      ['day', { kind: 'not-kept' }],
    ]),
  );
});

test('where nothing fits, what was perhaps meant is offered with its name; where something fits, nothing is', async () => {
  const { rig, lookup, records } = await openLookupRig();
  await lookup.prepare();
  await rig.drop({ 'contract.pdf': 'One' });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  expect(await lookup.search({ ...noKeys, name: 'contarct' })).toMatchObject({
    value: { matches: [], nearest: { why: 'alike', matches: [{ submission: { name: 'contract.pdf' } }] } },
  });
  expect(await lookup.search({ ...noKeys, name: 'contract' })).toMatchObject({ value: { nearest: null } });
});

test('a whole id that is kept for another account is answered as that account’s, not as unknown', async () => {
  const { rig, lookup, records, until, events } = await openLookupRig({ service: { blockTimeSeconds: 0 } });
  await rig.drop({ 'contract.pdf': 'One' });
  await rig.untilAll('confirmed');
  const [submission] = rig.all();
  const record = recordOf(randomUUID(), { phase: 'in-block' });
  rig.database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
     VALUES ('work', 'service', 'Work', 'green', '{"variant":"api-key"}', '{}', '2026-01-01T00:00:00Z')`,
  );
  await records.put('work', [record]);
  await lookup.prepare();
  const own = submission !== undefined && 'submissionId' in submission.state ? submission.state.submissionId : '';
  const questions = [record.id, own].map((id) => ({ key: id, kind: 'id' as const, id }));
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
