import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { failure, success } from '../../../shared/failures/failure.ts';
import { keys as ageKeys, openEncryption, unwatched, withKey } from '../../encryption/encryption.fixture.ts';
import type { DecryptWith } from '../../encryption/jobs.ts';
import { readContents } from '../../manifest/index.ts';
import { openDatabase } from '../../storage/index.ts';
import type { DropKeys } from '../journal/row-encryption.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { photo, rejoined } from '../parts/parts.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';

afterEach(closeRigs);

const passphrase = 'correct horse battery staple';
const MIB = 1024 * 1024;

/** Without a keychain. */
const keys: DropKeys = {
  standard: () => 'passphrase',
  encryptFor: async (_, kind) =>
    kind === 'recipients' ? success({ kind, recipients: [ageKeys.recipient] }) : failure({ code: 'passphrase-needed' }),
  keepPassphrase: async () => success(null),
};
const openPrivate = (options: RigOptions = {}): Promise<Rig> => openRig({ keys, ...options });

const withPassphrase = { kind: 'passphrase', passphrase, keep: false } as const;
type Readers = typeof withPassphrase | { readonly kind: 'recipients' };

async function laid(rig: Rig, name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(rig.folder, 'dropped', name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

async function add(rig: Rig, path: string, readers: Readers, folders: 'separate' | 'together' = 'separate') {
  const { drops } = rig.submissions;
  const weighed = await drops.weigh(accountId, [path], 'if-needed');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const how = { folders, keepsTimes: true, remember: false, readers };
  expect(await drops.add(weighed.value.dropId, how)).toMatchObject({ ok: true, value: { ids: { length: 1 } } });
}

function idOf(rig: Rig, name: string): string {
  const { state } = rig.named(name);
  if (!('submissionId' in state)) throw new Error(`It has no receipt: ${JSON.stringify(state)}`);
  return state.submissionId;
}

/** Returns the bytes that the service stores. */
const submitted = (rig: Rig, name: string): Promise<Buffer> =>
  readFile(join(rig.folder, 'service', 'submissions', idOf(rig, name)));

async function decrypted(bytes: Uint8Array, decryptWith: DecryptWith): Promise<Buffer> {
  const { encryption, put, at } = openEncryption();
  const from = put('in.age', bytes).path;
  const end = await encryption.decrypt({ from, to: at('out'), decryptWith, ...unwatched });
  expect(end.kind).toBe('decrypted');
  return readFile(at('out'));
}

/** Returns the content of the data file and of all encrypted copies. */
async function onDisk(rig: Rig): Promise<string> {
  await rig.written();
  const names = (await readdir(rig.folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('service'),
  );
  const all = await Promise.all(names.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  return all.join('\n');
}

const copies = (rig: Rig): Promise<string[]> => readdir(join(rig.folder, 'encrypted')).catch(() => []);

test('a small private file is submitted as one age file that decrypts to the original', async () => {
  const rig = await openPrivate();
  await add(rig, await laid(rig, 'letter.txt', 'a private letter'), withPassphrase);
  await rig.untilAll('confirmed', 'rejected');
  const bytes = await submitted(rig, 'letter.txt');
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  expect((await decrypted(bytes, { kind: 'passphrase', passphrase })).toString()).toBe('a private letter');
  expect(rig.named('letter.txt').size).toBe(bytes.length);
  expect(await rig.ledger()).toHaveLength(1);
});

test('the receipt of a private file describes the original and the encrypted file', async () => {
  const rig = await openPrivate();
  await add(rig, await laid(rig, 'letter.txt', 'a private letter'), { kind: 'recipients' });
  await rig.untilAll('confirmed', 'rejected');
  const received = new SubmissionQueries(rig.database).receivedParts(accountId, idOf(rig, 'letter.txt'), 9);
  expect(received).toMatchObject({
    original: { size: 16 },
    manifest: null,
    encryption: {
      for: { kind: 'recipients', count: 1 },
      stream: { size: (await submitted(rig, 'letter.txt')).length },
    },
  });
});

test('a passphrase is never on the disk, and a confirmed copy is deleted', async () => {
  const rig = await openPrivate();
  await add(rig, await laid(rig, 'letter.txt', 'a private letter'), withPassphrase);
  await rig.untilAll('confirmed', 'rejected');
  expect(await onDisk(rig)).not.toContain(passphrase);
  await expect.poll(() => copies(rig)).toEqual([]);
});

test('a large private file is sent in parts, with its name inside the encryption', async () => {
  const rig = await openPrivate({ service: { payloadLimitBytes: MIB } });
  const content = photo(2_500_000);
  // A name that some systems allow and no manifest does.
  const name = sep === '/' ? 'my\\photo.jpg' : 'my_photo.jpg';
  await add(rig, await laid(rig, name, content), { kind: 'recipients' });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  const { manifest, content: stream } = await rejoined(rig, idOf(rig, name));
  expect(manifest).toMatchObject({ kind: 'file', name: null, files: [] });
  expect((await decrypted(stream, withKey)).equals(content)).toBe(true);
  const contents = await decrypted(manifest.encryption?.contents ?? new Uint8Array(), withKey);
  expect(readContents(contents)).toMatchObject({ ok: true, value: { name: 'my_photo.jpg', size: content.length } });
});

test('the copy of a confirmed file that a kill left on the disk is deleted at the next start', async () => {
  let reachable = false;
  const rig = await openPrivate({ service: { payloadLimitBytes: 20_000 }, canSubmit: () => reachable });
  await add(rig, await laid(rig, 'photo.jpg', photo(50_000)), { kind: 'recipients' });
  await rig.until(() => rig.named('photo.jpg').state.kind === 'waiting' && (rig.named('photo.jpg').size ?? 0) > 50_000);
  const [copy = ''] = await copies(rig);
  reachable = true;
  rig.submissions.queue.reconnect();
  await rig.untilAll('confirmed');
  const submitted = { kind: 'submitted', submissionId: idOf(rig, 'photo.jpg'), at: new Date().toISOString() };
  await rig.restart({
    beforeOpening: (path) => {
      writeFileSync(join(rig.folder, 'encrypted', copy), 'It went out.');
      const database = openDatabase(path);
      database.prepare('UPDATE submissions SET state = ? WHERE part_of IS NULL').run(JSON.stringify(submitted));
      database.close();
    },
  });
  await rig.untilAll('confirmed');
  await expect.poll(() => copies(rig)).toEqual([]);
});

test('a private folder is one age file, and only its readers see the file names', async () => {
  const rig = await openPrivate();
  await laid(rig, 'Letters/a.txt', 'first');
  const path = join(await laid(rig, 'Letters/b.txt', 'second'), '..');
  await add(rig, path, { kind: 'recipients' }, 'together');
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  const { manifest, content: stream } = await rejoined(rig, idOf(rig, 'Letters'));
  expect(manifest).toMatchObject({ kind: 'folder', name: null, files: [], folders: [] });
  expect((await decrypted(stream, withKey)).toString()).toBe('firstsecond');
  const contents = readContents(await decrypted(manifest.encryption?.contents ?? new Uint8Array(), withKey));
  expect(contents).toMatchObject({ value: { name: 'Letters', files: [{ path: 'a.txt' }, { path: 'b.txt' }] } });
});

test('a copy made before a kill is submitted unchanged, without its passphrase', async () => {
  let reachable = false;
  const rig = await openPrivate({ canSubmit: () => reachable });
  await add(rig, await laid(rig, 'letter.txt', 'a private letter'), withPassphrase);
  await rig.until(() => rig.named('letter.txt').state.kind === 'waiting' && (rig.named('letter.txt').size ?? 0) > 16);
  const [copy = ''] = await copies(rig);
  const before = await readFile(join(rig.folder, 'encrypted', copy));
  reachable = true;
  await rig.restart();
  expect([...rig.submissions.encryptedCopies()]).toEqual([join(rig.folder, 'encrypted', copy)]);
  await rig.untilAll('confirmed', 'rejected');
  expect((await submitted(rig, 'letter.txt')).equals(before)).toBe(true);
});

test('a file not encrypted before a restart waits for its passphrase, and is never public', async () => {
  const rig = await openPrivate();
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  await add(rig, await laid(rig, 'letter.txt', 'a private letter'), withPassphrase);
  await add(rig, await laid(rig, 'other.txt', 'another one'), withPassphrase);
  await rig.restart();
  await rig.submissions.commands.approve(
    rig.all().map(({ id }) => id),
    true,
  );
  await rig.untilAll('confirmed', 'rejected');
  expect(rig.named('letter.txt').state).toMatchObject({ reason: { code: 'passphrase-lost' } });
  const { id } = rig.named('letter.txt');
  const ids = rig.submissions.drops.givePassphrase([id, 9_999], passphrase);
  expect(ids).toEqual(success({ ids: [id] }));
  await rig.submissions.commands.retry(
    rig.all().map((row) => row.id),
    agreed,
  );
  await rig.untilAll('confirmed', 'rejected');
  expect(rig.named('other.txt').state).toMatchObject({ reason: { code: 'passphrase-lost' } });
  const back = await decrypted(await submitted(rig, 'letter.txt'), { kind: 'passphrase', passphrase });
  expect(back.toString()).toBe('a private letter');
});

test('removing a row forgets its passphrase, even if the row is restored', async () => {
  const rig = await openPrivate();
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  await add(rig, await laid(rig, 'letter.txt', 'a private letter'), withPassphrase);
  const { id } = rig.named('letter.txt');
  await rig.submissions.removals.remove([id]);
  await rig.submissions.removals.undo(accountId);
  await rig.submissions.commands.approve([id], true);
  await rig.untilAll('confirmed', 'rejected');
  expect(rig.named('letter.txt').state).toMatchObject({ reason: { code: 'passphrase-lost' } });
});

test('the same file dropped privately twice is held as a duplicate', async () => {
  const rig = await openPrivate();
  const path = await laid(rig, 'letter.txt', 'a private letter');
  await add(rig, path, { kind: 'recipients' });
  await rig.untilAll('confirmed', 'rejected');
  await add(rig, path, { kind: 'recipients' });
  await rig.untilAll('confirmed', 'rejected', 'paused');
  expect(
    rig
      .all()
      .map(({ state }) => ('why' in state ? state.why : state))
      .at(-1),
  ).toMatchObject({ kind: 'duplicate' });
  expect(await rig.ledger()).toHaveLength(1);
});
