import { z } from 'zod';
import { call } from '../call/call.ts';

/** Of a package whose code, style or font is in the app. `licence`: as SPDX writes it, `MIT`; `text`: whole, as the package has it. */
export const packedLicence = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});

export type PackedLicence = Readonly<z.infer<typeof packedLicence>>;

export type About = {
  /** By name, the app's own first: `{ Dropslip: '0.1.0', Electron: … }`. */
  readonly versions: Readonly<Record<string, string>>;
  /** By name; null where the build has no list of them. */
  readonly licences: readonly PackedLicence[] | null;
};

export const aboutCalls = {
  'about.read': call({}).atMost(2).answering<About>(),
} as const;
