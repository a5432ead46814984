import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { openRetrievalRig, type RetrievalRig, submitInParts } from './retrieval.fixture.ts';

const KIB = 1024;
const keyOf = ({ service }: RetrievalRig): string => service.apiKey;

/** Whatever is kept or shown of what was got back. */
function everything({ database, events, folder, downloads }: RetrievalRig): string {
  const rows = JSON.stringify([database.prepare('SELECT * FROM retrievals').all(), events]);
  const files = readdirSync(downloads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  return [rows, ...readdirSync(folder, { recursive: true }), ...files].join('\n');
}

/** Random, with a text in the middle. */
function around(text: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = randomBytes(size);
  bytes.write(text, size / 2);
  return new Uint8Array(bytes);
}

const receiptOf = (submissionId: string, bytes: Uint8Array) =>
  ({
    kind: 'receipt',
    submissionId,
    address: null,
    name: 'notes.txt',
    size: bytes.length,
    digests: { keccak256: null, ...digestsOf(bytes) },
    sent: null,
    places: [],
  }) as const;

async function startBy(rig: RetrievalRig, submissionId: string, bytes: Uint8Array): Promise<number> {
  const started = await rig.retrievals.start(receiptOf(submissionId, bytes));
  if (!started.ok) throw new Error(started.error.code);
  return started.value.id;
}

describe('a service that gives the account’s key away', () => {
  test('in a manifest is told of, and nobody reads the manifest', async () => {
    const rig = await openRetrievalRig();
    const { id: submissionId } = await submitInParts(rig, new Uint8Array(randomBytes(KIB)), {
      partSize: KIB,
      name: `${keyOf(rig)}.txt`,
    });
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'secret-echoed' } });
    expect(everything(rig)).not.toContain(keyOf(rig));
  });

  test('in a manifest whose file is known is told of all the same', async () => {
    const rig = await openRetrievalRig();
    const bytes = new Uint8Array(randomBytes(KIB));
    const manifest = await submitInParts(rig, bytes, { partSize: KIB, name: `${keyOf(rig)}.txt` });
    const id = await startBy(rig, manifest.id, bytes);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'secret-echoed' } });
    expect(everything(rig)).not.toContain(keyOf(rig));
  });

  test('in a part of what only its own manifest proves is told of, and nothing of the part is kept', async () => {
    const rig = await openRetrievalRig();
    const bytes = around(keyOf(rig), 64 * KIB);
    const id = await rig.start((await submitInParts(rig, bytes, { partSize: 16 * KIB })).id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'secret-echoed' } });
    expect(everything(rig)).not.toContain(keyOf(rig));
  });

  test('in bytes that are not what a receipt says leaves nothing of them, whatever its record says', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(around(keyOf(rig), 700 * KIB));
    const id = await startBy(rig, submissionId, new Uint8Array(randomBytes(KIB)));
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'secret-echoed' } });
    expect(everything(rig)).not.toContain(keyOf(rig));
  });
});

describe('the user’s own file that has the key in it', () => {
  test('is refused in one piece', async () => {
    const rig = await openRetrievalRig();
    const bytes = around(keyOf(rig), 300 * KIB);
    const id = await startBy(rig, await rig.submit(bytes), bytes);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'secret-echoed' } });
    expect(everything(rig)).not.toContain(keyOf(rig));
  });

  test('is refused in parts', async () => {
    const rig = await openRetrievalRig();
    const bytes = around(keyOf(rig), 300 * KIB);
    const id = await startBy(rig, (await submitInParts(rig, bytes, { partSize: 100 * KIB })).id, bytes);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'secret-echoed' } });
  });
});
