import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const how = { folders: 'together', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;
const notWritten = { ok: false, error: { code: 'not-written' } };

/** Creates many files with long names, whose rows need more space than the disk has left. */
async function lay(rig: Rig, name: string, files: number): Promise<string> {
  const root = join(rig.folder, 'dropped', name);
  await mkdir(root, { recursive: true });
  for (let at = 0; at < files; at += 1) await writeFile(join(root, `${at}`.padEnd(120, 'n')), `${name} ${at}`);
  return root;
}

/** Limits the disk to a few more rows until the returned function is called. */
function fill(rig: Rig): () => void {
  rig.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = Number(rig.database.prepare('PRAGMA page_count').get()?.page_count);
  rig.database.exec(`PRAGMA max_page_count = ${pages + 4}`);
  return () => rig.database.exec('PRAGMA max_page_count = 1000000');
}

async function askedAbout(rig: Rig, paths: readonly string[]): Promise<number> {
  const answer = await rig.submissions.drops.weigh(accountId, paths, 'always');
  if (!answer.ok || answer.value.kind !== 'asks') throw new Error('It was not asked about.');
  await rig.submissions.drops.weighed(answer.value.dropId);
  return answer.value.dropId;
}

const rows = (rig: Rig): string[] => rig.all().map(({ name }) => name);

test('if the disk accepts one of two folders, neither is added, and a second try adds both', async () => {
  const rig = await openRig({ canSubmit: () => false });
  const { drops } = rig.submissions;
  const dropId = await askedAbout(rig, [await lay(rig, 'First', 1), await lay(rig, 'Second', 200)]);
  const letGrow = fill(rig);
  expect(await drops.add(dropId, how)).toMatchObject(notWritten);
  expect(rows(rig)).toEqual([]);
  letGrow();
  expect(drops.asked(accountId)).toEqual([dropId]);
  expect(await drops.add(dropId, how)).toMatchObject({ ok: true, value: { ids: { length: 2 } } });
  expect(rows(rig)).toEqual(['First', 'Second']);
  expect(await drops.add(dropId, how)).toMatchObject({ error: { code: 'drop-gone' } });
});

test('if the disk accepts only the folder of a drop, a second try does not add it again', async () => {
  const rig = await openRig({ canSubmit: () => false });
  const { drops } = rig.submissions;
  const beside = await lay(rig, 'Beside', 200);
  const files = Array.from({ length: 200 }, (_, at) => join(beside, `${at}`.padEnd(120, 'n')));
  const dropId = await askedAbout(rig, [await lay(rig, 'Folder', 1), ...files]);
  const letGrow = fill(rig);
  expect(await drops.add(dropId, how)).toMatchObject(notWritten);
  letGrow();
  expect(rows(rig)).toEqual(['Folder']);
  expect(await drops.add(dropId, how)).toMatchObject({ error: { code: 'drop-gone' } });
});

test('a folder that is read while the disk is full goes on once it has space', async () => {
  const rig = await openRig();
  const { drops } = rig.submissions;
  const dropId = await askedAbout(rig, [await lay(rig, 'Folder', 200)]);
  expect(await drops.add(dropId, how)).toMatchObject({ ok: true });
  rig.database.exec('PRAGMA query_only = ON');
  await rig.until(() => rig.events.some((event) => event.kind === 'notice' && event.notice.code === 'disk-full'));
  rig.database.exec('PRAGMA query_only = OFF');
  await rig.untilAll('submitted', 'confirmed');
});
