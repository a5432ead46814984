import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keys } from '../encryption/encryption.fixture.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { keepInParts, partsOf } from './own-rows.fixture.ts';
import {
  fileOf,
  type InParts,
  openRetrievalRig,
  type RetrievalRig,
  submitInParts,
  submitPrivately,
} from './retrieval.fixture.ts';

const KIB = 1024;
const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));
const known = (bytes: Uint8Array) => ({ keccak256: null, ...digestsOf(bytes) });

/** A service whose operator has all encrypted before it reaches the chain: its hashes are of bytes that nobody here knows. */
async function openEncrypting(network?: Map<string, Uint8Array> | 'node') {
  const rig = await openRetrievalRig(network === undefined ? {} : { network });
  rig.service.encrypt();
  rig.keep({ kind: 'identity', identity: keys.identity });
  return rig;
}

/** Until its record has a hash: before, there is nothing to hold it against. */
async function submitToBlock(rig: RetrievalRig, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const submissionId = await rig.submit(bytes);
  await rig.place(submissionId);
  return submissionId;
}

function submitDiary(rig: RetrievalRig, plain: Uint8Array): Promise<InParts> {
  const { sha256 } = fileOf('', 0, plain);
  const files = [fileOf('diary.txt', 0, plain)];
  const contents = { kind: 'file', name: 'diary.txt', size: plain.length, sha256, files, folders: [] } as const;
  return submitPrivately(rig, contents, plain, 100 * KIB);
}

async function startByReceipt(rig: RetrievalRig, submissionId: string, file: Uint8Array, sent: Sent): Promise<number> {
  const of = { kind: 'receipt', submissionId, address: null, name: 'diary.txt', size: file.length } as const;
  const started = await rig.retrievals.start({ ...of, digests: known(file), sent, places: [] });
  if (!started.ok) throw new Error(started.error.code);
  return started.value.id;
}

type Sent = {
  readonly as: 'manifest' | 'encrypted';
  readonly bytes: { readonly size: number } & ReturnType<typeof known>;
};
const sentAs = (as: Sent['as'], bytes: Uint8Array): Sent => ({ as, bytes: { size: bytes.length, ...known(bytes) } });

describe('what is known here of what a service keeps encrypted', () => {
  test('brings an own private file in parts back, by the digests of its manifest', async () => {
    const rig = await openEncrypting();
    const plain = bytesOf(300 * KIB);
    const diary = await submitDiary(rig, plain);
    keepInParts(rig, diary.bytes, partsOf(diary));
    const id = await rig.start(diary.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', proof: 'file' });
    expect(readFileSync(join(rig.downloads, 'mine.bin')).equals(plain)).toBe(true);
  });

  test('brings an own file back whose manifest is in parts itself', async () => {
    const rig = await openEncrypting();
    const photo = await submitInParts(rig, bytesOf(100 * KIB), { partSize: 10 * KIB });
    const outer = await submitInParts(rig, photo.text, { partSize: 1_000, kind: 'manifest' });
    const parts = [...partsOf(photo).slice(0, -1), ...partsOf(outer, 1)];
    keepInParts(rig, photo.bytes, parts);
    const id = await rig.start(outer.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', proof: 'file' });
    expect(readFileSync(join(rig.downloads, 'mine.bin')).equals(photo.bytes)).toBe(true);
  });

  test('brings a private file in parts back by its receipt, on a computer that knows no more', async () => {
    const rig = await openEncrypting();
    const plain = bytesOf(300 * KIB);
    const diary = await submitDiary(rig, plain);
    const id = await startByReceipt(rig, diary.id, plain, sentAs('manifest', diary.text));
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', proof: 'receipt' });
    expect(readFileSync(join(rig.downloads, 'diary.txt')).equals(plain)).toBe(true);
  });

  test('says that another file came out of the encryption than the receipt is of', async () => {
    const rig = await openEncrypting();
    const diary = await submitDiary(rig, bytesOf(300));
    const id = await startByReceipt(rig, diary.id, bytesOf(300), sentAs('manifest', diary.text));
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'bytes-differ' } });
    expect(rig.seen()).toEqual([]);
  });

  test('refuses another manifest than went out, without asking anybody', async () => {
    const rig = await openEncrypting();
    const [mine, other] = [await submitDiary(rig, bytesOf(300)), await submitDiary(rig, bytesOf(300))];
    rig.gateway.breakWith((asked) => (asked === mine.id ? { kind: 'other', id: other.id } : null));
    keepInParts(rig, mine.bytes, partsOf(mine));
    const id = await rig.start(mine.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: { code: 'bytes-differ', values: { what: 'submission', from: 'service' } },
    });
    expect(rig.gateway.asked).not.toContain(other.partIds[0]);
  });
});

describe('if only the hash of a service’s record is known, and it is of other bytes', () => {
  test('nothing is saved, and the node is not asked, which has what the service encrypted', async () => {
    const rig = await openEncrypting('node');
    const id = await rig.start(await submitToBlock(rig, bytesOf(2_000)));
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: { code: 'bytes-unproven', values: { why: 'other-hash' } },
    });
    expect(rig.seen()).toEqual([]);
  });

  test('a part that does not fit its manifest is refused, and so is the whole', async () => {
    const rig = await openEncrypting();
    const photo = await submitInParts(rig, bytesOf(300 * KIB), { partSize: 100 * KIB });
    await rig.place(photo.id);
    rig.gateway.breakWith((id) => (id === photo.partIds[1] ? { kind: 'change', at: 7 } : null));
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: { code: 'bytes-differ', values: { what: 'part', part: 2 } },
    });
    rig.gateway.breakWith(() => null);
    expect(await rig.retrievals.retry(id)).toMatchObject({ ok: true });
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'bytes-unproven' } });
  });

  test('an unreadable manifest is reported as that', async () => {
    const rig = await openEncrypting();
    const photo = await submitInParts(rig, bytesOf(300 * KIB), { partSize: 100 * KIB });
    await rig.place(photo.id);
    rig.gateway.breakWith((id) => (id === photo.id ? { kind: 'change', at: photo.text.length - 2 } : null));
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'not-a-manifest' } });
  });
});
