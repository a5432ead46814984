import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DropReaders } from '../../../shared/bridge/drops.ts';
import { openEncryption, unwatched } from '../../encryption/encryption.fixture.ts';
import type { DecryptWith } from '../../encryption/jobs.ts';
import { accountId, type Rig } from '../submissions.fixture.ts';

/** Creates a file to drop. */
export async function laid(rig: Rig, name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(rig.folder, 'dropped', name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

/** Drops a file for these readers. */
export async function addFor(rig: Rig, path: string, readers: DropReaders): Promise<void> {
  const { drops } = rig.submissions;
  const weighed = await drops.weigh(accountId, [path], 'always');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const how = { folders: 'separate', keepsTimes: true, remember: false, readers } as const;
  expect(await drops.add(weighed.value.dropId, how)).toMatchObject({ ok: true, value: { ids: { length: 1 } } });
}

/** Returns the decrypted content that the service has of a private file. */
export async function readBack(rig: Rig, name: string, decryptWith: DecryptWith): Promise<string> {
  const { state } = rig.named(name);
  if (!('submissionId' in state)) throw new Error(`It has no receipt: ${JSON.stringify(state)}`);
  const bytes = await readFile(join(rig.folder, 'service', 'submissions', state.submissionId));
  const { encryption, put, at } = openEncryption();
  const end = await encryption.decrypt({ from: put('in.age', bytes).path, to: at('out'), decryptWith, ...unwatched });
  expect(end.kind).toBe('decrypted');
  return readFile(at('out'), 'utf8');
}
