import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type PackedLicence, packedLicence } from '../shared/bridge/app.ts';

/** Reads the licences that the build collected; null if there is no such file, as in an unpacked build. */
export async function readLicences(file: URL): Promise<readonly PackedLicence[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  return z.array(packedLicence).parse(JSON.parse(text));
}
