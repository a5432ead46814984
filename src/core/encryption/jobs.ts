import type { Failure } from '../../shared/failures/failure.ts';
import type { AllDigests, MadeDigests } from '../digests/index.ts';

/** Who will be able to read it: whoever knows the passphrase, or has the secret key of one of the recipients (`age1…`). */
export type EncryptFor =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'recipients'; readonly recipients: readonly string[] };

/** `identity`: a secret key (`AGE-SECRET-KEY-1…`, `AGE-SECRET-KEY-PQ-1…`), or a text with several: any of them may fit. */
export type DecryptWith =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'identity'; readonly identity: string };

/** A file as it was when it was meant to be encrypted. Another size, time or number by then is a change. */
export type GivenFile = {
  /** Without links. */
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: string;
  /** The file's own number; null where it was not kept. */
  readonly inode: bigint | null;
};

export type EncryptOrder = {
  /** Joined in this order into one stream. */
  readonly files: readonly GivenFile[];
  /** Is made; must not be there yet. */
  readonly to: string;
  readonly encryptFor: EncryptFor;
};

export type DecryptOrder = {
  /** Without links. */
  readonly from: string;
  /**
   * Is made, and must not be there yet: a temporary name, for nothing of it is proven before all of it is. Null: nothing is
   * written, only digested.
   */
  readonly to: string | null;
  readonly decryptWith: DecryptWith;
};

type DigestedStream = MadeDigests & { readonly size: number };

type Unreadable = {
  readonly kind: 'unreadable';
  readonly path: string;
  /** As of `FileProblem`. */
  readonly code: string;
  readonly detail: string;
};
/** In all of these nothing is left at `to`. */
export type NotDone =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | Unreadable;

export type EncryptEnd =
  | {
      readonly kind: 'encrypted';
      /** What goes out: the age file at `to`. */
      readonly out: DigestedStream;
      /** What was meant: all files, joined. */
      readonly stream: DigestedStream;
    }
  /** This file is not as it was given, or was written to meanwhile. */
  | { readonly kind: 'changed'; readonly path: string }
  | NotDone;

export type DecryptEnd =
  | { readonly kind: 'decrypted'; readonly plain: AllDigests & { readonly size: number } }
  | NotDone;

/** Shared numbers of a job: whether it was cancelled, and which of its files is being read. */
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

/** Whether something was not opened only because it takes another key. */
export function doesNotFit({ code }: Failure): boolean {
  return anotherKey.has(code);
}

/** Thrown where a job was cancelled. */
export class Cancelled extends Error {}
