import { createHash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { z } from 'zod';
import { type Manifest, writeManifest } from '../../src/core/manifest/index.ts';

type Service = { readonly url: string; readonly apiKey: string };

const receipt = z.object({ submission_id: z.string() });

/** Submits bytes like another program, without the app's knowledge. */
export async function submitBytes({ url, apiKey }: Service, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await fetch(`${url}/v1/submit_raw_data`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  return receipt.parse(await answer.json()).submission_id;
}

function digestsOf(bytes: Uint8Array): { readonly sha256: string; readonly blake2b256: string } {
  return {
    sha256: `0x${createHash('sha256').update(bytes).digest('hex')}`,
    blake2b256: `0x${Buffer.from(blake2b(bytes, { dkLen: 32 })).toString('hex')}`,
  };
}

/** Submits a photo in slices over plain HTTP, and then its manifest. */
export async function submitInParts(
  service: Service,
  bytes: Uint8Array<ArrayBuffer>,
  partSize: number,
): Promise<{ readonly id: string; readonly partIds: readonly string[] }> {
  const name = 'photo.jpg';
  const parts: Manifest['parts'][number][] = [];
  for (let offset = 0; offset < bytes.length; offset += partSize) {
    const slice = bytes.slice(offset, offset + partSize);
    const submissionId = await submitBytes(service, slice);
    parts.push({ offset, size: slice.length, ...digestsOf(slice), submissionId });
  }
  const whole = { size: bytes.length, ...digestsOf(bytes) };
  const files = [{ path: name, offset: 0, modified: null, ...whole }];
  const manifest: Manifest = { kind: 'file', name, ...whole, parts, files, folders: [], encryption: null };
  const id = await submitBytes(service, writeManifest(manifest));
  return { id, partIds: parts.map(({ submissionId }) => submissionId) };
}
