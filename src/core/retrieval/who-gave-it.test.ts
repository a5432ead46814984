import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keys } from '../encryption/encryption.fixture.ts';
import { fileOf, openRetrievalRig, submitInParts, submitPrivately } from './retrieval.fixture.ts';

const KIB = 1024;
const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));

test('a file of which one part came from the network is said to be from both, whichever part came last', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const photo = await submitInParts(rig, bytesOf(300 * KIB), { partSize: 50 * KIB });
  const [first = ''] = photo.partIds;
  network.set(first, photo.bytes.slice(0, 50 * KIB));
  // Only once it has come do the others.
  const taken = Promise.withResolvers<void>();
  rig.gateway.breakWith((id) => {
    if (id === first) return { kind: 'change', at: 1 };
    return id === photo.id ? null : { kind: 'hold', until: taken.promise };
  });
  const id = await rig.start(photo.id);
  await rig.until(() => {
    const state = rig.find(id)?.state;
    return state?.kind === 'fetching' && state.parts?.done === 1 ? true : undefined;
  });
  taken.resolve();
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'both' });
});

test('what came from the network before a key was asked for is said to be from there', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const plain = bytesOf(10);
  const { sha256 } = fileOf('', 0, plain);
  const files = [fileOf('diary.txt', 0, plain)];
  const contents = { kind: 'file', name: 'diary.txt', size: plain.length, sha256, files, folders: [] } as const;
  const diary = await submitPrivately(rig, contents, plain, KIB);
  network.set(diary.id, diary.text);
  rig.gateway.breakWith((id) => (id === diary.id ? { kind: 'change', at: diary.text.length - 2 } : null));
  const id = await rig.start(diary.id);
  await rig.state(id, 'needs-key');
  await rig.restart();
  await rig.retrievals.answer(id, { kind: 'identity', identity: keys.identity });
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'both' });
});

test('what was lost again, and had come from the network, is not spoken of', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const photo = await submitInParts(rig, bytesOf(100 * KIB), { partSize: 50 * KIB });
  const [first = ''] = photo.partIds;
  network.set(photo.id, photo.text).set(first, photo.bytes.slice(0, 50 * KIB));
  rig.gateway.breakWith(() => ({ kind: 'change', at: 1 }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'failed' });
  for (const path of rig.workFolders()) rmSync(path, { recursive: true });
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'service' });
});

test('what an earlier version has written down of who gave it is known', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const photo = await submitInParts(rig, bytesOf(100 * KIB), { partSize: 50 * KIB });
  const [first = ''] = photo.partIds;
  network.set(first, photo.bytes.slice(0, 50 * KIB));
  rig.gateway.breakWith((id) => (id === photo.id ? null : { kind: 'change', at: 1 }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'failed' });
  rig.database.exec(`UPDATE retrievals SET asked = json_set(asked, '$.givenBy', 'both')`);
  await rig.restart();
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'both' });
});
