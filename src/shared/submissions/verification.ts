import { z } from 'zod';
import { LONGEST_PASSPHRASE } from '../bridge/encryption.ts';

/** A manifest as a person gave it. `name`: null where it is inside the encryption. */
export type GivenManifest = {
  readonly content: 'file' | 'folder';
  readonly name: string | null;
  /** Of the file, or of all files; of what was encrypted, after that. */
  readonly size: number;
  /** Of a folder; null where they are inside the encryption. */
  readonly files: number | null;
  readonly isEncrypted: boolean;
};

/** With what something encrypted is opened, to be compared: not at all, with what is kept, or with what is typed. */
export const openWith = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('kept') }),
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().min(1).max(LONGEST_PASSPHRASE) }),
  /** One secret key of age, or the text of a file of several. */
  z.strictObject({ kind: z.literal('identity'), identity: z.string().trim().min(1).max(10_000) }),
]);
export type OpenWith = Readonly<z.output<typeof openWith>>;

/** Some paths of a folder: how many there are, and the first of them, `/` between names. */
export type SomePaths = { readonly count: number; readonly first: readonly string[] };

/** More of them nobody reads through. */
export const MOST_PATHS = 100;

export type FolderVerdict =
  | {
      /** By the digests of each of its files. */
      readonly by: 'files';
      /** `more`: all that was submitted is there and unchanged, and something beside it. */
      readonly kind: 'same' | 'more' | 'different';
      readonly changed: SomePaths;
      /** Files, and folders with nothing in them. */
      readonly missing: SomePaths;
      readonly added: SomePaths;
    }
  /** By a digest of all names and digests: which file it is that differs cannot be told by it. */
  | { readonly by: 'list'; readonly kind: 'same' | 'different' };
