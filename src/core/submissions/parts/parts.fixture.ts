import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Part } from '../../../shared/submissions/parts.ts';
import { type Manifest, readManifest } from '../../manifest/index.ts';
import type { Rig } from '../submissions.fixture.ts';

/** Returns bytes without repetition. */
export function photo(size: number, seed = 1): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 64) }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, size);
}

export function partsOf(rig: Rig, name: string): readonly Part[] {
  const page = rig.submissions.partsOf({ id: rig.named(name).id, which: 'all', offset: 0, limit: 500 });
  if (!page.ok) throw new Error('It has no row.');
  return page.value;
}

/** Puts the content of a manifest together from what the service has, and verifies the digest of each part. */
export async function rejoined(rig: Rig, submissionId: string): Promise<{ manifest: Manifest; content: Buffer }> {
  const read = readManifest(await bytesOf(rig, submissionId));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const manifest = read.value;
  const slices: Uint8Array[] = [];
  for (const part of manifest.parts) {
    const bytes = await bytesOf(rig, part.submissionId);
    const sha256 = `0x${createHash('sha256').update(bytes).digest('hex')}`;
    if (sha256 !== part.sha256 || bytes.length !== part.size) throw new Error('A part is not what the manifest says.');
    slices.push(bytes);
  }
  const content = Buffer.concat(slices);
  if (manifest.kind !== 'manifest') return { manifest, content };
  const inner = readManifest(content);
  if (!inner.ok) throw new Error(JSON.stringify(inner.error));
  const joined = await Promise.all(inner.value.parts.map((part) => bytesOf(rig, part.submissionId)));
  return { manifest: inner.value, content: Buffer.concat(joined) };
}

/** Reads the service's own files, because not every service allows downloads. */
function bytesOf(rig: Rig, submissionId: string): Promise<Uint8Array> {
  return readFile(join(rig.folder, 'service', 'submissions', submissionId));
}

/** Verifies that the row's receipt leads to exactly these bytes, and that each part was paid for once. */
export async function expectWhole(rig: Rig, name: string, content: Buffer): Promise<void> {
  const { state } = rig.named(name);
  expect(state).toEqual({ kind: 'confirmed', submissionId: expect.any(String), at: expect.any(String) });
  const { manifest, content: back } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  expect(manifest).toMatchObject({ kind: 'file', name, size: content.length });
  expect(back.equals(content)).toBe(true);
  const ids = partsOf(rig, name).map(({ submissionId }) => submissionId);
  expect((await rig.ledger()).map(({ id }) => id).sort()).toEqual(ids.sort());
}
