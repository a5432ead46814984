import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { photo } from '../parts/parts.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const limit = 20_000;

async function dropWithAppId({ submissions, folder }: Rig, size: number, appId: string): Promise<void> {
  const path = join(folder, 'file');
  await writeFile(path, photo(size));
  const weighed = await submissions.drops.weigh(accountId, [path], 'always');
  if (!weighed.ok || weighed.value.kind === 'added') throw new Error('The drop did not wait for an answer.');
  const how = { folders: 'separate', keepsTimes: true, readers: { kind: 'public' }, remember: false, appId } as const;
  await submissions.drops.answer(weighed.value.dropId, how);
}

test.each([
  ['whole', limit / 2],
  ['in parts', 2 * limit],
])('a retry of a file sent %s uses the account’s app id if its own was refused', async (_how, size) => {
  const rig = await openRig({ service: { dialect: 'credits', allowedAppIds: [7], payloadLimitBytes: limit } });
  await dropWithAppId(rig, size, '8');
  const refusal = () => {
    const { state } = rig.named('file');
    return 'reason' in state ? state.reason : null;
  };
  await rig.until(() => refusal() !== null);
  expect(refusal()).toEqual({ code: 'app-id-refused', values: { appId: '8' }, detail: expect.any(String) });
  await rig.submissions.commands.retry([rig.named('file').id], agreed);
  await rig.until(() => refusal() !== null);
  // The account has none.
  expect(refusal()).toMatchObject({ code: 'app-id-required' });
  await rig.written();
  expect(rig.database.prepare('SELECT DISTINCT app_id FROM submissions').all()).toEqual([{ app_id: null }]);
});
