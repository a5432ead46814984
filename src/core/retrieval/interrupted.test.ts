import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, openRetrievalRig, type RetrievalRig, someId, submitPrivately } from './retrieval.fixture.ts';

const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));

async function submitDiary(rig: RetrievalRig): Promise<string> {
  const plain = bytesOf(10);
  const { sha256 } = fileOf('', 0, plain);
  const files = [fileOf('diary.txt', 0, plain)];
  const contents = { kind: 'file', name: 'diary.txt', size: plain.length, sha256, files, folders: [] } as const;
  return (await submitPrivately(rig, contents, plain, 1_000)).id;
}

/** With so many that wait for the service that another one has to wait for them. Answers with what lets the service answer. */
async function takeAllTurns(rig: RetrievalRig): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  rig.gateway.breakWith(() => ({ kind: 'hold', until: held.promise }));
  for (let others = 0; others < 3; others += 1) await rig.start(await rig.submit(bytesOf(9)));
  return held.resolve;
}

test('a download that is cancelled while it gets its name is saved', async () => {
  const rig = await openRetrievalRig();
  const id = await rig.start(await rig.submit(bytesOf(10)));
  const cancelled = Promise.withResolvers<void>();
  rig.whenPlacing(() => cancelled.resolve(rig.retrievals.dismiss(id)));
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
  await cancelled.promise;
  expect(rig.find(id)?.state).toMatchObject({ kind: 'saved' });
  expect(rig.seen()).toHaveLength(1);
});

test('work folders that no download has are deleted with the next start', async () => {
  const rig = await openRetrievalRig();
  mkdirSync(join(rig.folder, 'retrievals', 'left', 'behind'), { recursive: true });
  const id = await rig.start(await submitDiary(rig));
  await rig.state(id, 'needs-key');
  await rig.restart();
  await expect.poll(() => rig.workFolders().map((path) => basename(path))).not.toContain('left');
  expect(rig.workFolders()).toHaveLength(1);
});

test('a download that waits for its turn is cancelled at once, and does not keep the app from ending', async () => {
  const rig = await openRetrievalRig();
  await takeAllTurns(rig);
  const [id] = [await rig.start(someId()), await rig.start(someId())];
  await rig.retrievals.dismiss(id);
  expect(rig.find(id)).toBeUndefined();
  await rig.retrievals.close();
});
