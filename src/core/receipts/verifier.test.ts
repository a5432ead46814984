import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Verification } from '../../shared/bridge/receipts.ts';
import type { Result } from '../../shared/failures/failure.ts';
import { accountId, openRig, type Rig } from '../submissions/submissions.fixture.ts';
import { closeReceipts, idOf, openReceipts, save, untilKept, value } from './receipts.fixture.ts';

afterEach(closeReceipts);

/** A name that Windows keeps for a device, and writes otherwise. */
const odd = process.platform === 'win32' ? 'CON-' : 'CON';
const laid = { 'a.txt': 'one', 'day/b.txt': 'two', 'day/empty.txt': '', [odd]: 'odd' } as const;

async function lay(root: string, files: Readonly<Record<string, string>> = laid): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await mkdir(join(root, 'nothing'), { recursive: true });
  return root;
}

function ofFolder(result: Result<Verification>) {
  const verification = value(result);
  if (verification.kind === 'file') throw new Error('It was a file.');
  const { verdict } = verification;
  if (verdict.by === 'list') return { ...verification.folder, kind: verdict.kind };
  const { kind, changed, missing, added } = verdict;
  return { ...verification.folder, kind, changed: changed.first, missing: missing.first, added: added.first };
}

const nothingElse = { changed: [], missing: [], added: [] };

/** An app and a folder that it has submitted. */
async function openFolder() {
  const rig = await openRig();
  const own = openReceipts(rig);
  const root = await lay(join(rig.folder, 'Photos'));
  await submitFolder(rig, root);
  const id = idOf(rig, 'Photos');
  return { own, root, id, verify: (checkId = 'a') => own.verifier.verifyKept(checkId, root, id) };
}

test('an unchanged folder is the same, without its hidden files, and the progress is reported', async () => {
  const { own, root, verify } = await openFolder();
  await writeFile(join(root, '.DS_Store'), 'of the system');
  expect(ofFolder(await verify())).toEqual({ name: 'Photos', files: 4, bytes: 9, kind: 'same', ...nothingElse });
  expect(own.progress.at(-1)).toBe(9);
});

test('changed, missing and added files are listed by their paths', async () => {
  const { root, verify } = await openFolder();
  await writeFile(join(root, 'new.txt'), 'new');
  expect(ofFolder(await verify())).toMatchObject({ kind: 'more', added: ['new.txt'] });
  await writeFile(join(root, 'a.txt'), 'two');
  await rm(join(root, 'day/b.txt'));
  await rm(join(root, 'nothing'), { recursive: true });
  expect(ofFolder(await verify())).toMatchObject({
    ...{ kind: 'different', changed: ['a.txt'], missing: ['day/b.txt', 'nothing'], added: ['new.txt'] },
  });
});

test('one file of a folder is recognized as such', async () => {
  const { own, root, id } = await openFolder();
  expect(await own.verifier.verifyKept('a', join(root, 'day/b.txt'), id)).toMatchObject({
    value: { kind: 'file', verdict: { kind: 'piece', piece: { kind: 'member', path: 'day/b.txt' } } },
  });
  await writeFile(join(root, 'day/b.txt'), 'tWo');
  expect(await own.verifier.verifyKept('b', join(root, 'day/b.txt'), id)).toMatchObject({
    value: { verdict: { kind: 'different' } },
  });
});

test('a comparison that the user stops ends as cancelled', async () => {
  const { own, verify } = await openFolder();
  const verifying = verify();
  own.verifier.cancel('a');
  expect(await verifying).toMatchObject({ error: { code: 'cancelled' } });
});

async function submitFolder(rig: Rig, root: string): Promise<void> {
  const { drops } = rig.submissions;
  const weighed = await drops.weigh(accountId, [root], 'always');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const how = { folders: 'together', keepsTimes: true, remember: false, readers: { kind: 'public' } } as const;
  await drops.add(weighed.value.dropId, how);
  await untilKept(rig, 'confirmed');
}

test('by its receipt alone a folder is the same or not; where it was submitted, what differs is named', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  const root = await lay(join(rig.folder, 'Photos'));
  await submitFolder(rig, root);
  const receipt = await save(rig, own, ['Photos']);
  const elsewhere = openReceipts(await openRig());
  const renamed = await lay(join(rig.folder, 'Another name'));
  expect(ofFolder(await elsewhere.verifier.verifyReceipt('a', renamed, receipt))).toMatchObject({
    files: 4,
    kind: 'same',
  });
  await writeFile(join(renamed, 'a.txt'), 'ONE');
  expect(ofFolder(await elsewhere.verifier.verifyReceipt('b', renamed, receipt))).toMatchObject({ kind: 'different' });
  expect(ofFolder(await own.verifier.verifyReceipt('c', renamed, receipt))).toMatchObject({
    ...{ kind: 'different', ...nothingElse, changed: ['a.txt'] },
  });
  expect(await own.verifier.verifyReceipt('d', join(renamed, 'day/b.txt'), receipt)).toMatchObject({
    value: { verdict: { kind: 'piece', piece: { kind: 'member' } } },
  });
});

test('a folder is not held against the receipt of a file', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  await rig.drop({ 'letter.txt': 'Dear service' });
  await untilKept(rig, 'confirmed');
  const receipt = await save(rig, own, ['letter.txt']);
  expect(await own.verifier.verifyReceipt('a', rig.folder, receipt)).toMatchObject({
    error: { code: 'receipt-of-file' },
  });
});
