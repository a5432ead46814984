import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import { readLicences } from './licences.ts';

export type AboutHandlerParts = {
  readonly about: {
    readonly versions: Readonly<Record<string, string>>;
    /** Where the build has put the licences of what is in it. */
    readonly licences: URL;
  };
};

export function aboutHandlers({ about: { versions, licences } }: AboutHandlerParts): Handlers<'about'> {
  return { 'about.read': async () => success({ versions, licences: await readLicences(licences) }) };
}
