import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type PackedLicence, packedLicence } from '../../shared/bridge/app.ts';

/** What the build has gathered in a file of its own; null where there is none, as in a build that was not packed. */
export async function readLicences(file: URL): Promise<readonly PackedLicence[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  return z.array(packedLicence).parse(JSON.parse(text));
}
