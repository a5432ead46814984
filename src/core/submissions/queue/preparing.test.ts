import { mkdtemp, realpath, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Digests } from '../../digests/index.ts';
import { FileSource } from '../content/file-source.ts';
import { fake } from '../fake.fixture.ts';
import { Passphrases } from '../journal/row-encryption.ts';
import { submission } from '../journal/submission.fixture.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { Parts } from '../parts/parts.ts';
import { AccountQueue } from '../progress/account-queue.ts';
import { Batch } from '../progress/batch.ts';
import { batchesOf } from '../progress/batches.fixture.ts';
import { Publisher } from '../progress/publisher.ts';
import { QueueEvents } from '../queue-events.ts';
import { SmallFileCache } from '../sending/small-file-cache.ts';
import { Duplicates } from './duplicates.ts';
import { Preparing } from './preparing.ts';

const MIB = 1024 * 1024;

let folder: string;
let digests: Digests;

beforeEach(async () => {
  // Files are read without following links. On macOS the temporary folder is behind a link.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'preparing-')));
  digests = new Digests(new URL('../../digests/digest-worker.ts', import.meta.url));
});

afterEach(async () => {
  await digests.close();
  await rm(folder, { recursive: true, force: true });
});

test('the row of a large file shows the progress of reading until it is ready', async () => {
  const path = join(folder, 'film.mp4');
  await writeFile(path, 'film');
  await truncate(path, 24 * MIB);
  const { mtimeNs } = await stat(path, { bigint: true });
  const film = { ...submission(1, 24 * MIB, { kind: 'waiting' }), path, mtimeNs: mtimeNs.toString() };
  const batch = new Batch(() => 0);
  const told: number[] = [];
  const preparing = new Preparing(
    new SubmissionCache([film]),
    new Passphrases(null),
    () => new FileSource(digests),
    batchesOf(batch),
    fake(Publisher, {
      changed: (changed) => batch.observe(changed),
      moved: () => void told.push(...batch.progress().map(({ done, total }) => done / total)),
    }),
    fake(Parts, { read: async () => ({ kind: 'cancelled' }) }),
    new SmallFileCache(),
    fake(Duplicates, { find: () => null }),
    new QueueEvents(),
  );
  expect(await preparing.prepare(new AccountQueue(film.accountId), film)).not.toBeNull();
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeLessThanOrEqual(1);
  expect(batch.progress()).toEqual([]);
});
