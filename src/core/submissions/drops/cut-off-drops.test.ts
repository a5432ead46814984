import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FileThreads } from '../../files/index.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { dropPaths } from './drop.fixture.ts';

afterEach(closeRigs);

/** Calls `onPart` after each reported part of a folder. */
class ListingThreads extends FileThreads {
  onPart = (): void => undefined;

  override list(...[path, tell]: Parameters<FileThreads['list']>): ReturnType<FileThreads['list']> {
    return super.list(path, (part) => {
      tell(part);
      this.onPart();
    });
  }
}

function ownThreads(): ListingThreads {
  return new ListingThreads(new URL('../../files/file-worker.ts', import.meta.url));
}

/** Creates a folder with a file and a subfolder with a file. */
async function lay(rig: Rig): Promise<string> {
  const root = join(rig.folder, 'dropped', 'Letters');
  await mkdir(join(root, 'inner'), { recursive: true });
  await writeFile(join(root, 'first.txt'), 'first');
  await writeFile(join(root, 'inner', 'second.txt'), 'second');
  return root;
}

/** Ends as the app does, without waiting for the threads. */
function end(rig: Rig, threads: FileThreads): Promise<void> {
  rig.submissions.close();
  return threads.close();
}

async function written(rig: Rig): Promise<unknown[]> {
  await rig.written();
  return rig.database
    .prepare('SELECT path, state FROM submissions')
    .all()
    .map((row) => ({ ...row }));
}

const together = { folders: 'together', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;

test.each(['first.txt', ''])('a file not looked at before a shutdown becomes no row: "%s"', async (inside) => {
  const threads = ownThreads();
  const rig = await openRig({ files: threads, canSubmit: () => false });
  const path = join(await lay(rig), inside);
  const dropped = dropPaths(rig.submissions.drops, accountId, [path]);
  const ended = end(rig, threads);
  expect(await dropped).toEqual({ ok: false, error: { code: 'cancelled' } });
  await ended;
  expect(await written(rig)).toEqual([]);
});

test('a folder that a shutdown cuts off is not added with a part of its files', async () => {
  const threads = ownThreads();
  const rig = await openRig({ files: threads, canSubmit: () => false });
  const { drops } = rig.submissions;
  await drops.choose(accountId, { folders: 'together', keepsTimes: true });
  let ended: Promise<void> | null = null;
  threads.onPart = () => {
    ended ??= end(rig, threads);
  };
  const root = await lay(rig);
  expect(await drops.weigh(accountId, [root], 'if-needed')).toEqual({ ok: false, error: { code: 'cancelled' } });
  await ended;
  expect(await written(rig)).toEqual([]);
});

test('a pending folder that a shutdown cuts off is not added either', async () => {
  const threads = ownThreads();
  const rig = await openRig({ files: threads, canSubmit: () => false });
  const { drops } = rig.submissions;
  const asked = await drops.weigh(accountId, [await lay(rig)], 'always');
  if (!asked.ok || asked.value.kind !== 'asks') throw new Error('It was not asked about.');
  const adding = drops.add(asked.value.dropId, together);
  const ended = end(rig, threads);
  expect(await adding).toEqual({ ok: false, error: { code: 'cancelled' } });
  await ended;
  expect(await written(rig)).toEqual([]);
});
