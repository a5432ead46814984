import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type PackedLicence, packedLicence } from '../shared/bridge/app.ts';
import type { Handlers } from '../shared/bridge/bridge.ts';
import { success } from '../shared/failures/failure.ts';

export type AboutHandlerParts = {
  readonly about: {
    readonly versions: Readonly<Record<string, string>>;
    /** The file with the licences of the packed libraries. */
    readonly licences: URL;
  };
};

export function aboutHandlers({ about: { versions, licences } }: AboutHandlerParts): Handlers<'about'> {
  return { 'about.read': async () => success({ versions, licences: await readLicences(licences) }) };
}

/** Reads the licences that the build collected; null if there is no such file, as in an unpacked build. */
export async function readLicences(file: URL): Promise<readonly PackedLicence[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  return z.array(packedLicence).parse(JSON.parse(text));
}
