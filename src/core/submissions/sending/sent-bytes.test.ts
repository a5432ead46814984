import { chmod, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, describe, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const MiB = 1024 * 1024;
const idsOf = (rig: Rig): number[] => rig.all().map(({ id }) => id);

/** Other bytes of the same size, with the time of the old ones. */
async function forge(path: string, size: number): Promise<void> {
  const { atime, mtime } = await stat(path);
  await writeFile(path, Buffer.alloc(size, 2));
  await utimes(path, atime, mtime);
}

/** A rig with one file that is prepared and waits for a person, since the same bytes were submitted before. */
async function heldRig(size: number): Promise<{ rig: Rig; path: string }> {
  const rig = await openRig();
  await rig.drop({ first: Buffer.alloc(size, 1) });
  await rig.untilAll('confirmed');
  const path = join(rig.folder, 'files', 'held');
  await writeFile(path, Buffer.alloc(size, 1));
  // A whole second: what is set back is then exactly as it was.
  await utimes(path, 1_700_000_000, 1_700_000_000);
  await dropPaths(rig.submissions.drops, accountId, [path]);
  await rig.until(() => rig.named('held').state.kind === 'paused');
  return { rig, path };
}

describe.each([
  ['of 5 MiB', 5 * MiB],
  ['of one piece', MiB],
  ['that was kept in memory', 1000],
])('a file %s that is prepared', (_, size) => {
  test('is not sent if it was rewritten with the same size and time', async () => {
    const { rig, path } = await heldRig(size);
    await forge(path, size);
    await rig.restart();
    await rig.submissions.commands.resume(idsOf(rig), 'duplicate');
    await rig.until(() => ['rejected', 'submitted', 'confirmed'].includes(rig.named('held').state.kind));
    expect(rig.named('held').state).toMatchObject({ kind: 'rejected', reason: { code: 'file-changed' } });
    expect(await rig.ledger()).toHaveLength(1);
    // As the person wants it: with the bytes of now, which the receipt then names.
    await rig.submissions.commands.retry([rig.named('held').id], agreed);
    await rig.until(() => rig.named('held').state.kind === 'confirmed');
    const hash = Buffer.from(blake2b(Buffer.alloc(size, 2), { dkLen: 32 })).toString('hex');
    expect(rig.submissions.details(rig.named('held').id)).toMatchObject({ value: { blake2b256: `0x${hash}` } });
  });

  test('is sent if only its permissions changed, or its name and back', async () => {
    const { rig, path } = await heldRig(size);
    await chmod(path, 0o600);
    await rename(path, `${path} away`);
    await rename(`${path} away`, path);
    await rig.submissions.commands.resume(idsOf(rig), 'duplicate');
    await rig.until(() => ['rejected', 'confirmed'].includes(rig.named('held').state.kind));
    expect(rig.named('held').state.kind).toBe('confirmed');
  });
});

describe('a record that is final', () => {
  /** The state of a file with this content whose record gives this hash. Three at a time, so that the list is read. */
  async function confirmedWith(content: string, dataHash: string | null) {
    const id = (at: number): string => `3f0b2c1e-0000-4000-8000-${String(at).padStart(12, '0')}`;
    let posts = 0;
    const hashes: string[] = [];
    const { baseUrl } = await answering(({ method, body }, response) => {
      if (method === 'POST') {
        posts += 1;
        hashes.push(body.toString() === content ? (dataHash ?? '') : hashOf(body.toString()));
        return json(response, 200, { submission_id: id(posts) });
      }
      const records = hashes.map((hash, at) => ({
        id: id(at + 1),
        data_hash: hash === '' ? null : hash,
        created_at: '2026-05-03T12:00:00',
        block_hash: `0x${'1'.repeat(64)}`,
        extrinsic_index: 1,
      }));
      json(response, 200, records);
    });
    const rig = await openRig({ address: () => baseUrl });
    await rig.drop({ letter: content, one: 'one', two: 'two' });
    await rig.untilAll('confirmed');
    return rig.named('letter').state;
  }
  const hashOf = (text: string): string =>
    `0x${Buffer.from(blake2b(Buffer.from(text), { dkLen: 32 })).toString('hex')}`;

  test.each([
    ['as it is', hashOf('content')],
    ['without its prefix', hashOf('content').slice(2)],
    ['in capitals', hashOf('content').toUpperCase().replace('0X', '0x')],
  ])('reports nothing if it names the content, %s', async (_, dataHash) => {
    expect(await confirmedWith('content', dataHash)).not.toHaveProperty('other');
  });

  test('reports nothing if it has no hash', async () => {
    expect(await confirmedWith('content', null)).not.toHaveProperty('other');
  });

  test('reports a hash of unknown bytes', async () => {
    const dataHash = hashOf('something else');
    expect(await confirmedWith('content', dataHash)).toMatchObject({ other: { dataHash, of: 'unknown' } });
  });

  test('reports the hash of another file of the account', async () => {
    const dataHash = hashOf('two');
    expect(await confirmedWith('content', dataHash)).toMatchObject({ other: { dataHash, of: 'known-file' } });
  });
});
