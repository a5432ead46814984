import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

async function folderOf(rig: Rig, name: string, files: number): Promise<string> {
  const root = join(rig.folder, 'dropped', name);
  await mkdir(root, { recursive: true });
  for (let at = 0; at < files; at += 1) await writeFile(join(root, `${at}.txt`), `${name} ${at}`);
  return root;
}

async function askedAbout(rig: Rig, ...paths: readonly string[]): Promise<number> {
  const answer = await rig.submissions.drops.weigh(accountId, paths, 'if-needed');
  if (!answer.ok || answer.value.kind !== 'asks') throw new Error('It was not asked about.');
  return answer.value.dropId;
}

test('a drop with a folder is not in the list until the user answers', async () => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  const dropId = await askedAbout(rig, await folderOf(rig, 'Letters', 3));
  expect(await drops.weighed(dropId)).toMatchObject({
    ok: true,
    value: {
      files: 3,
      folders: [{ name: 'Letters', files: 3, problems: null }],
      ways: { separate: { submissions: 3 }, together: { submissions: 2 } },
    },
  });
  expect(rig.all()).toHaveLength(0);
  expect(drops.asked(accountId)).toEqual([dropId]);
});

test('a forgotten drop adds nothing, and two calls add a drop once', async () => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  const how = { folders: 'together', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;
  const forgotten = await askedAbout(rig, await folderOf(rig, 'Forgotten', 1));
  drops.forget(forgotten);
  expect(await drops.weighed(forgotten)).toMatchObject({ error: { code: 'drop-gone' } });
  expect(await drops.add(forgotten, how)).toMatchObject({ error: { code: 'drop-gone' } });
  const dropId = await askedAbout(rig, await folderOf(rig, 'Letters', 1));
  const answers = await Promise.all([drops.add(dropId, how), drops.add(dropId, how)]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  expect(rig.all().map(({ name }) => name)).toEqual(['Letters']);
});

test.each([
  ['private', true],
  ['always', false],
] as const)('a file dropped as “%s” waits for the user, and is private: %s', async (asked, isPrivate) => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  const path = join(rig.folder, 'letter.txt');
  await writeFile(path, 'a letter');
  const answer = await drops.weigh(accountId, [path], asked);
  if (!answer.ok || answer.value.kind !== 'asks') throw new Error('It was not asked about.');
  expect(await drops.weighed(answer.value.dropId)).toMatchObject({ value: { isPrivate } });
  expect(drops.find(answer.value.dropId)).toMatchObject({ isPrivate, paths: [path] });
  expect(rig.all()).toHaveLength(0);
});

test('an answered folder needs no second approval, a folder added without a question does', async () => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  const how = { folders: 'together', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;
  await drops.add(await askedAbout(rig, await folderOf(rig, 'By itself', 2)), how);
  await drops.answer(await askedAbout(rig, await folderOf(rig, 'Answered', 2)), how);
  await rig.until(() => rig.named('Answered').state.kind === 'confirmed');
  expect(rig.named('By itself').state).toMatchObject({ kind: 'paused', why: { kind: 'unapproved' } });
});

test('remembered choices need no question, and files beside a folder are separate rows', async () => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  const first = await askedAbout(rig, await folderOf(rig, 'First', 1));
  await drops.add(first, { folders: 'together', keepsTimes: false, remember: true, readers: { kind: 'public' } });
  expect(drops.choices(accountId)).toEqual({ folders: 'together', keepsTimes: false });
  // Waits until nothing happens after the end of this run.
  await rig.untilAll('confirmed');
  await rig.restart();
  const beside = join(rig.folder, 'beside.txt');
  await writeFile(beside, 'beside');
  const answer = await rig.submissions.drops.weigh(accountId, [await folderOf(rig, 'Second', 2), beside], 'if-needed');
  expect(answer).toMatchObject({ ok: true, value: { kind: 'added', answer: { ids: { length: 2 } } } });
  expect(
    rig
      .all()
      .map(({ name, content }) => `${name} ${content}`)
      .sort(),
  ).toEqual(['First folder', 'Second folder', 'beside.txt file']);
});

test('files without a folder are added at once', async () => {
  const rig = await openRig();
  const path = join(rig.folder, 'letter.txt');
  await writeFile(path, 'a letter');
  const answer = await rig.submissions.drops.weigh(accountId, [path], 'if-needed');
  expect(answer).toMatchObject({ ok: true, value: { kind: 'added', answer: { ids: { length: 1 } } } });
});

test('a drop that the disk refuses stays pending and can be added later', async () => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  const root = join(rig.folder, 'dropped', 'Letters');
  await mkdir(root, { recursive: true });
  for (let at = 0; at < 200; at += 1) await writeFile(join(root, `${at}`.padEnd(120, 'n')), `content ${at}`);
  const dropId = await askedAbout(rig, root);
  const how = { folders: 'separate', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;
  rig.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = Number(rig.database.prepare('PRAGMA page_count').get()?.page_count);
  rig.database.exec(`PRAGMA max_page_count = ${pages}`);
  expect(await drops.add(dropId, how)).toMatchObject({ ok: false, error: { code: 'not-written' } });
  expect(drops.asked(accountId)).toEqual([dropId]);
  rig.database.exec('PRAGMA max_page_count = 1000000');
  expect(await drops.add(dropId, how)).toMatchObject({ ok: true, value: { ids: { length: 200 } } });
});

test.each([
  ['private', undefined],
  ['always', 'exact'],
] as const)('the cost in credits of a drop as “%s” has the accuracy %s', async (asked, accuracy) => {
  const rig = await openRig({ service: { dialect: 'credits' } });
  const { drops } = rig.submissions;
  const path = join(rig.folder, 'letter.txt');
  await writeFile(path, 'a letter');
  const answer = await drops.weigh(accountId, [path], asked);
  if (!answer.ok || answer.value.kind !== 'asks') throw new Error('It was not asked about.');
  const weighed = await drops.weighed(answer.value.dropId);
  expect(weighed.ok && weighed.value.ways.separate.estimate?.cost.amount).toBe('1024');
  expect(weighed.ok && weighed.value.ways.separate.estimate?.accuracy).toBe(accuracy);
});
