import { createHash } from 'node:crypto';
import { appendFile, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { partsOf, rejoined } from '../parts/parts.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const sha256 = (bytes: Uint8Array): string => `0x${createHash('sha256').update(bytes).digest('hex')}`;

async function lay(rig: Rig, name: string, files: ReadonlyMap<string, Buffer>): Promise<string> {
  const root = join(rig.folder, 'dropped', name);
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), bytes);
  }
  return root;
}

async function addTogether(rig: Rig, path: string, keepsTimes = true): Promise<void> {
  const { drops } = rig.submissions;
  const weighed = await drops.weigh(accountId, [path], 'always');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const answer = await drops.add(weighed.value.dropId, {
    folders: 'together',
    keepsTimes,
    remember: false,
    readers: { kind: 'public' },
  });
  expect(answer).toMatchObject({ ok: true, value: { ids: { length: 1 } } });
}

/** Rebuilds a folder from its manifest and the service's content alone. */
async function rebuilt(rig: Rig, name: string) {
  const { state } = rig.named(name);
  expect(state.kind, JSON.stringify(state)).toBe('confirmed');
  const { manifest, content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  const files = new Map(
    manifest.files.map((file) => {
      const bytes = content.subarray(file.offset, file.offset + file.size);
      expect(sha256(bytes), file.path).toBe(file.sha256);
      return [file.path, bytes] as const;
    }),
  );
  return { manifest, files };
}

function expectSame(files: ReadonlyMap<string, Buffer>, laid: ReadonlyMap<string, Buffer>): void {
  expect([...files.keys()].sort()).toEqual([...laid.keys()].sort());
  for (const [path, bytes] of laid) expect(files.get(path)?.equals(bytes), path).toBe(true);
}

/** Names that Windows does not allow. */
const notOnWindows = ['CON', 'nul.txt', 'trailing dot.', 'blank at its end ', 'a: plan?.txt'];
const oddNames = [
  '😀 party.txt',
  'مرحبا/שלום.txt',
  `${'x'.repeat(251)}.txt`,
  'README',
  'A\u0308.txt',
  ...(process.platform === 'win32' ? [] : notOnWindows),
  // On macOS these equal two names above. On Windows the first does.
  ...(process.platform === 'linux' ? ['readme', '\u00c4.txt'] : []),
];

test('a folder with odd names is one row, and its manifest rebuilds it exactly', async () => {
  const count = 1_000;
  const rig = await openRig({ service: { payloadLimitBytes: 1024 * 1024 } });
  const laid = new Map(
    Array.from({ length: count }, (_, at) => {
      const name = oddNames[at] ?? `folder ${at % 7}/file ${at}.txt`;
      return [name, Buffer.from(at % 50 === 13 ? '' : `content of ${at}`.repeat(1 + (at % 9)))] as const;
    }),
  );
  const root = await lay(rig, 'Photos', laid);
  await mkdir(join(root, 'empty', 'inner'), { recursive: true });
  await addTogether(rig, root);
  expect(rig.all()).toHaveLength(1);
  expect(rig.named('Photos')).toMatchObject({ content: 'folder', files: count });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  const { manifest, files } = await rebuilt(rig, 'Photos');
  expect(manifest).toMatchObject({ kind: 'folder', name: 'Photos', folders: ['empty/inner'] });
  expectSame(files, laid);
  // One submission for all files, and one for the manifest.
  expect(partsOf(rig, 'Photos')).toHaveLength(2);
  expect(await rig.ledger()).toHaveLength(2);
  expect(rig.named('Photos').parts?.total).toBe(2);
}, 120_000);

test('files larger and smaller than a part are submitted under a payload limit', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 4_096 } });
  const laid = new Map([
    ['large.bin', Buffer.from('large '.repeat(2_000))],
    ['small/a', Buffer.from('a')],
    ['small/b', Buffer.from('b'.repeat(4_000))],
  ]);
  await addTogether(rig, await lay(rig, 'Mixed', laid));
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expectSame((await rebuilt(rig, 'Mixed')).files, laid);
});

test('the number of a folder’s submissions is known before its first part and stays the same', async () => {
  let most = 1;
  const submitted = (): number => rig.all().reduce((bytes, { parts }) => bytes + (parts?.submittedBytes ?? 0), 0);
  const rig: Rig = await openRig({ service: { payloadLimitBytes: 4_096 }, canSubmit: () => submitted() < most });
  await rig.submissions.payloadLimits.set(accountId, 4_096);
  await rig.submissions.changeSettings(accountId, { atOnce: 1 });
  const laid = new Map(Array.from({ length: 100 }, (_, at) => [`${at}`, Buffer.from(`${at}`.repeat(100))] as const));
  await addTogether(rig, await lay(rig, 'Many', laid));
  const planned = rig.named('Many').parts?.total;
  await rig.until(() => submitted() >= most && rig.named('Many').parts?.counts.sending === 0);
  expect(rig.named('Many').parts?.total).toBe(planned);
  most = Number.POSITIVE_INFINITY;
  rig.submissions.queue.wake();
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(rig.named('Many').parts?.total).toBeLessThanOrEqual(planned ?? 0);
});

test('a folder that waits for approval counts all its submissions', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 10_000 }, isPractice: () => false });
  await rig.submissions.payloadLimits.set(accountId, 10_000);
  const laid = new Map([
    ['a.txt', Buffer.alloc(15_000, 1)],
    ['b.txt', Buffer.alloc(300, 2)],
  ]);
  await addTogether(rig, await lay(rig, 'Trip', laid));
  // Two parts and the manifest.
  expect(rig.submissions.costs.of(accountId).unapproved).toMatchObject({ rows: 1, files: 2, submissions: 3 });
  expect(rig.named('Trip').parts).toMatchObject({ total: 3 });
});

test('a folder is complete and paid for once after restarts between its parts', async () => {
  let rests = false;
  const rig = await openRig({ service: { payloadLimitBytes: 8_192 }, canSubmit: () => !rests });
  const laid = new Map(
    Array.from({ length: 40 }, (_, at) => [
      `folder ${at % 3}/${at}.bin`,
      Buffer.from(`${at} `.repeat(2_000 + 50 * at)),
    ]),
  );
  await addTogether(rig, await lay(rig, 'Photos', laid));
  for (const bytes of [1, 30_000, 90_000, 200_000]) {
    await rig.until(() => {
      rests = (rig.named('Photos').parts?.submittedBytes ?? 0) >= bytes;
      return rests;
    });
    await rig.until(() => rig.named('Photos').parts?.counts.sending === 0);
    rests = false;
    await rig.restart();
  }
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expectSame((await rebuilt(rig, 'Photos')).files, laid);
  const ids = partsOf(rig, 'Photos').map(({ submissionId }) => submissionId);
  expect((await rig.ledger()).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('the manifest contains the times of the files unless the user declines', async () => {
  const rig = await openRig();
  const at = new Date('2024-02-29T12:34:56.000Z');
  for (const [name, keepsTimes] of [
    ['With', true],
    ['Without', false],
  ] as const) {
    const root = await lay(rig, name, new Map([['a.txt', Buffer.from(name)]]));
    await utimes(join(root, 'a.txt'), at, at);
    await addTogether(rig, root, keepsTimes);
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    const [file] = (await rebuilt(rig, name)).manifest.files;
    expect(file?.modified).toBe(keepsTimes ? at.toISOString() : null);
  }
});

test.skipIf(process.platform === 'win32')(
  'a file that cannot be submitted is named, and the folder goes on without it',
  async () => {
    const rig = await openRig();
    const laid = new Map([
      ['a.txt', Buffer.from('a')],
      ['b.txt', Buffer.from('b')],
    ]);
    const root = await lay(rig, 'Letters', laid);
    await symlink(join(root, 'a.txt'), join(root, 'link'));
    await addTogether(rig, root);
    await rig.untilAll('rejected', 'confirmed');
    const { id, state } = rig.named('Letters');
    expect(state).toMatchObject({ reason: { code: 'folder-files', values: { path: 'link', more: 0, why: 'link' } } });
    expect(await rig.ledger()).toHaveLength(0);
    await rig.submissions.drops.leaveOut(id);
    expect(rig.named('Letters').files).toBe(2);
    await rig.submissions.commands.retry([id], agreed);
    await rig.untilAll('confirmed');
    expectSame((await rebuilt(rig, 'Letters')).files, laid);
    // Leaving out files again does not change the digests of a confirmed folder.
    const before = rig.submissions.details(id);
    await rig.submissions.drops.leaveOut(id);
    expect(rig.submissions.details(id)).toEqual(before);
  },
);

test('a changed file is named, and a retry submits the folder as it is now', async () => {
  const rig = await openRig({ canSubmit: () => isOpen });
  let isOpen = false;
  const root = await lay(rig, 'Letters', new Map([['a.txt', Buffer.from('a')]]));
  await addTogether(rig, root);
  await appendFile(join(root, 'a.txt'), ' and more');
  isOpen = true;
  rig.submissions.queue.wake();
  await rig.untilAll('rejected', 'confirmed');
  const { id, state } = rig.named('Letters');
  expect(state).toMatchObject({ reason: { values: { path: 'a.txt', why: 'file-changed' } } });
  await rig.submissions.commands.retry([id], agreed);
  await rig.untilAll('confirmed', 'rejected');
  expectSame((await rebuilt(rig, 'Letters')).files, new Map([['a.txt', Buffer.from('a and more')]]));
  expect(rig.named('Letters').size).toBe(10);
});

test('the same folder again is a duplicate, a folder with another file name is not', async () => {
  const rig = await openRig();
  const root = await lay(rig, 'Letters', new Map([['a.txt', Buffer.from('a')]]));
  await addTogether(rig, root);
  await rig.untilAll('confirmed');
  await addTogether(rig, root);
  await rig.until(() => rig.all().some(({ state }) => state.kind === 'paused' && state.why.kind === 'duplicate'));
  await rig.submissions.removals.remove(rig.all().map(({ id }) => id));
  await rm(join(root, 'a.txt'));
  await addTogether(rig, await lay(rig, 'Letters', new Map([['b.txt', Buffer.from('a')]])));
  await rig.untilAll('confirmed');
  // The service already has the bytes, so only the manifest is paid for.
  expect(await rig.ledger()).toHaveLength(3);
});

test('a folder that is half written at the end of the app is deleted', async () => {
  const rig = await openRig();
  const root = await lay(rig, 'Letters', new Map([['a.txt', Buffer.from('a')]]));
  await addTogether(rig, root);
  await rig.untilAll('confirmed');
  rig.database.exec(
    `INSERT INTO submissions (account_id, path, name, added_at, state, content, removed_at)
     VALUES ('${accountId}', '/half', 'Half', '', '{"kind":"waiting"}', 'folder', '2026-01-01T00:00:00Z');
     INSERT INTO content_files (local_id, position, kind, path) VALUES (last_insert_rowid(), 0, 'file', 'a');`,
  );
  await rig.restart();
  await rig.written();
  expect(rig.all().map(({ name }) => name)).toEqual(['Letters']);
  expect(rig.database.prepare('SELECT count(*) AS n FROM content_files').get()?.n).toBe(1);
});
