import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** An installer among the caches. `sha512`: in base64, when it was held against the feed and who has signed it. */
export type DownloadedFile = { readonly path: string; readonly sha512: string };

/** It may lie there for days before it is installed. Rejects where it, or a copy of it, is another by now. */
export async function requireUnchanged({ sha512 }: DownloadedFile, path: string): Promise<void> {
  if ((await sha512Of(path)) === sha512) return;
  throw Object.assign(new Error('What was downloaded has changed since.'), { code: 'ERR_CHECKSUM_MISMATCH' });
}

export async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}
