import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const how = { folders: 'separate', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;
const credits = (amount: string) => ({ cost: { amount, token: 'credits' } });

/** Starts a drop of a program: a folder with two files, which cost 2,048 credits. */
async function prepared(rig: Rig): Promise<{ readonly dropId: number; readonly folder: string }> {
  const folder = join(rig.folder, 'letters');
  await mkdir(folder);
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(folder, name), name);
  const begun = await rig.submissions.drops.prepare(accountId, [folder], { kind: 'public' });
  if (!begun.ok) throw new Error(begun.error.code);
  return { ...begun.value, folder };
}

test('the window does not ask about a drop of a program', async () => {
  const rig = await openRig();
  await prepared(rig);
  expect(rig.submissions.drops.asked(accountId)).toEqual([]);
});

test.each(['separate', 'together'] as const)(
  'a drop of a program goes out for the approved cost (%s)',
  async (folders) => {
    const rig = await openRig({ service: { dialect: 'credits' } });
    const { dropId } = await prepared(rig);
    const weighed = await rig.submissions.drops.weighed(dropId);
    const amount = weighed.ok ? weighed.value.ways[folders]?.estimate?.cost.amount : undefined;
    const answer = await rig.submissions.drops.answer(dropId, { ...how, folders, approved: credits(amount ?? '0') });
    expect(answer).toMatchObject({ ok: true, value: { ids: { length: folders === 'separate' ? 2 : 1 } } });
    await rig.untilAll('confirmed');
  },
);

test.each([
  ['2047', false],
  ['2048', true],
] as const)('files that cost 2,048 credits are added for an approval of %s: %s', async (amount, ok) => {
  const rig = await openRig({ service: { dialect: 'credits' } });
  const { dropId } = await prepared(rig);
  expect(await rig.submissions.drops.answer(dropId, { ...how, approved: credits(amount) })).toMatchObject({ ok });
  expect(rig.all()).toHaveLength(ok ? 2 : 0);
});

test('a file that came since the approval is not paid for', async () => {
  const rig = await openRig({ service: { dialect: 'credits' } });
  const { dropId, folder } = await prepared(rig);
  await rig.submissions.drops.weighed(dropId);
  await writeFile(join(folder, 'c.txt'), 'late');
  const answer = await rig.submissions.drops.answer(dropId, { ...how, approved: credits('2048') });
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-as-shown' } });
  expect(rig.all()).toEqual([]);
});

test('discarded rows are gone, and an undo restores those that the user removed before', async () => {
  const rig = await openRig();
  await rig.drop({ removed: 'removed', empty: '' });
  await rig.untilAll('confirmed', 'rejected');
  await rig.submissions.removals.remove([rig.named('removed').id]);
  await rig.submissions.removals.discard([rig.named('empty').id]);
  expect(await rig.submissions.removals.undo(accountId)).toEqual({ files: 1 });
  expect(rig.all().map(({ name }) => name)).toEqual(['removed']);
  expect(rig.database.prepare('SELECT name FROM submissions').all()).toEqual([{ name: 'removed' }]);
});

test('drops that killed programs left do not keep others from asking', async () => {
  const rig = await openRig();
  const first = await prepared(rig);
  for (let more = 0; more < 16; more += 1) {
    expect(await rig.submissions.drops.prepare(accountId, [first.folder], { kind: 'public' })).toMatchObject({
      ok: true,
    });
  }
  expect(await rig.submissions.drops.weighed(first.dropId)).toMatchObject({ error: { code: 'drop-gone' } });
  expect(await rig.submissions.drops.weigh(accountId, [first.folder], 'always')).toMatchObject({ ok: true });
});
