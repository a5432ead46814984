import type { Failure } from '../../shared/failures/failure.ts';
import type { MadeDigests } from '../digests/index.ts';

/**
 * The readers of an encrypted file: everyone who knows the passphrase, or who has the secret key of a recipient
 * (`age1…`).
 */
export type EncryptFor =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'recipients'; readonly recipients: readonly string[] };

/**
 * `identity`: a secret key (`AGE-SECRET-KEY-1…`, `AGE-SECRET-KEY-PQ-1…`), or a text with several, each of which is
 * tried.
 */
export type DecryptWith =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'identity'; readonly identity: string };

/** A file to encrypt. If its size, time or inode differs when it is read, it has changed. */
export type GivenFile = {
  /** Without links. */
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: string;
  /** Null if unknown. */
  readonly inode: bigint | null;
};

export type EncryptOrder = {
  /** Joined in this order into one stream. */
  readonly files: readonly GivenFile[];
  /** A path that must not exist yet. */
  readonly to: string;
  readonly encryptFor: EncryptFor;
};

export type DecryptOrder = {
  /** Without links. */
  readonly from: string;
  /** A path that must not exist yet. Use a temporary name, because the content is proven only at the end. */
  readonly to: string;
  readonly decryptWith: DecryptWith;
};

type DigestedStream = MadeDigests & { readonly size: number };

type Unreadable = {
  readonly kind: 'unreadable';
  readonly path: string;
  /** See `FileProblem`. */
  readonly code: string;
  readonly detail: string;
};
/** In all of these cases, nothing is left at `to`. */
export type NotDone =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | Unreadable;

export type EncryptEnd =
  | {
      readonly kind: 'encrypted';
      /** The age file at `to`. */
      readonly ageFile: DigestedStream;
      /** All files, joined. */
      readonly plain: DigestedStream;
    }
  /** This file is not as expected, or was written to meanwhile. */
  | { readonly kind: 'changed'; readonly path: string }
  | NotDone;

export type DecryptEnd =
  | { readonly kind: 'decrypted'; readonly plain: { readonly sha256: string; readonly size: number } }
  | NotDone;

/** A job shares JOB_NUMBERS numbers with its thread: the cancelled flag, and the index of the current file. */
export const CANCELLED = 0;
export const CURRENT = 1;
export const JOB_NUMBERS = 2;

const anotherKey: ReadonlySet<string> = new Set([
  'wrong-passphrase',
  'wrong-key',
  'key-needed',
  'passphrase-needed',
  'identity-not-valid',
]);

/** True if another key may succeed. */
export function needsAnotherSecret({ code }: Failure): boolean {
  return anotherKey.has(code);
}

export class Cancelled extends Error {}
