import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { success } from '../../../shared/failures/failure.ts';
import { Digests } from '../../digests/index.ts';
import { keys as ageKeys } from '../../encryption/encryption.fixture.ts';
import { readManifest } from '../../manifest/index.ts';
import { GroupCommit } from '../../storage/index.ts';
import type { DropKeys } from '../drops/readers.ts';
import { partsOf, photo } from '../parts/parts.fixture.ts';
import { accountId, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';
import { SubmittedManifests } from './submitted-content.ts';

const digests = new Digests(new URL('../../digests/digest-worker.ts', import.meta.url));
afterEach(closeRigs);
afterAll(() => digests.close());

const keys: DropKeys = {
  standard: () => 'recipients',
  encryptFor: async () => success({ kind: 'recipients', recipients: [ageKeys.recipient] }),
  keepPassphrase: async () => success(null),
};

function open(payloadLimitBytes: number, options: RigOptions = {}): Promise<Rig> {
  return openRig({ keys, service: { payloadLimitBytes }, ...options });
}

async function addPrivately(rig: Rig, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(rig.folder, 'dropped', name);
  await mkdir(join(rig.folder, 'dropped'), { recursive: true });
  await writeFile(path, bytes);
  await addAs(rig, path, 'separate', { kind: 'recipients' });
}

async function addAs(
  rig: Rig,
  path: string,
  folders: 'separate' | 'shared',
  readers: { readonly kind: 'recipients' | 'public' },
): Promise<void> {
  const { drops } = rig.submissions;
  const weighed = await drops.weigh(accountId, [path], 'always');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const how = { folders, keepsTimes: true, remember: false, readers };
  expect(await drops.add(weighed.value.dropId, how)).toMatchObject({ ok: true, value: { added: 1 } });
}

async function settled(rig: Rig, name: string): Promise<string> {
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  await rig.written();
  const { state } = rig.named(name);
  if (!('submissionId' in state)) throw new Error(`It has no receipt: ${JSON.stringify(state)}`);
  return state.submissionId;
}

function manifestOf(rig: Rig, submissionId: string): Promise<Uint8Array | null> {
  return new SubmittedManifests(rig.database, new GroupCommit(rig.database).commit, digests).of(
    accountId,
    submissionId,
  );
}

/** As the service keeps it. */
const atService = (rig: Rig, submissionId: string): Promise<Buffer> =>
  readFile(join(rig.folder, 'service', 'submissions', submissionId));

test('the manifest of a file is made once more as it was submitted', async () => {
  const rig = await open(100_000);
  await rig.drop({ 'photo.jpg': photo(350_000) });
  const id = await settled(rig, 'photo.jpg');
  expect(Buffer.from((await manifestOf(rig, id)) ?? [])).toEqual(await atService(rig, id));
});

test('the manifest of a folder that was kept together is made once more as it was submitted', async () => {
  const rig = await open(100_000);
  const root = join(rig.folder, 'dropped', 'Trip');
  await mkdir(join(root, 'nothing here'), { recursive: true });
  for (const at of [1, 2, 3]) await writeFile(join(root, `${at} 😀.jpg`), photo(60_000, at));
  await addAs(rig, root, 'shared', { kind: 'public' });
  const id = await settled(rig, 'Trip');
  expect(Buffer.from((await manifestOf(rig, id)) ?? [])).toEqual(await atService(rig, id));
});

test('the manifest of an encrypted file is made once more sealed, as it was submitted, though its copy is gone', async () => {
  const rig = await open(100_000);
  await addPrivately(rig, 'diary.txt', photo(250_000));
  const id = await settled(rig, 'diary.txt');
  const manifest = Buffer.from((await manifestOf(rig, id)) ?? []);
  expect(manifest).toEqual(await atService(rig, id));
  expect(manifest.includes('diary')).toBe(false);
});

test('of a manifest that went in parts itself it is the one that names the slices of the file', async () => {
  const rig = await open(2_000);
  await rig.drop({ 'photo.jpg': photo(20_000) });
  const id = await settled(rig, 'photo.jpg');
  const manifest = readManifest((await manifestOf(rig, id)) ?? new Uint8Array());
  const slices = partsOf(rig, 'photo.jpg').filter(({ kind }) => kind === 'slice');
  expect(manifest).toMatchObject({
    ok: true,
    value: { kind: 'file', name: 'photo.jpg', parts: slices.map(({ submissionId }) => ({ submissionId })) },
  });
});

test('where what is kept makes another manifest than was submitted, there is none', async () => {
  const rig = await open(100_000);
  await rig.drop({ 'photo.jpg': photo(350_000) });
  const id = await settled(rig, 'photo.jpg');
  rig.database.exec("UPDATE submissions SET name = 'other.jpg' WHERE part_of IS NULL");
  expect(await manifestOf(rig, id)).toBeNull();
});

test('what went in one piece, a part, and what is not known have none', async () => {
  const rig = await open(100_000);
  await rig.drop({ 'photo.jpg': photo(350_000), 'letter.txt': 'A letter' });
  const whole = await settled(rig, 'letter.txt');
  const [part] = partsOf(rig, 'photo.jpg');
  const ids = [whole, part?.submissionId ?? '', 'unknown'];
  expect(await Promise.all(ids.map((id) => manifestOf(rig, id)))).toEqual([null, null, null]);
});
