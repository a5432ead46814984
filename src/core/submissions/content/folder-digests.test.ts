import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';
import { digests } from '../threads.fixture.ts';

afterEach(closeRigs);

test('no Keccak-256 is computed for the files of a folder submitted as one row', async () => {
  const asked = vi.spyOn(digests, 'digest');
  const rig = await openRig();
  const root = join(rig.folder, 'dropped', 'Letters');
  await mkdir(root, { recursive: true });
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(root, name), name);
  const { drops } = rig.submissions;
  await drops.choose(accountId, { folders: 'together', keepsTimes: true });
  expect(await drops.weigh(accountId, [root], 'if-needed')).toMatchObject({ ok: true, value: { kind: 'added' } });
  await rig.untilAll('confirmed', 'incomplete', 'rejected');
  expect(rig.named('Letters').state.kind).toBe('confirmed');
  expect(asked.mock.calls.map(([, , , , make]) => make)).toEqual(['no-keccak', 'no-keccak']);
});
