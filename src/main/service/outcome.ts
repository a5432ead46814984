import type { Failure } from '../../shared/bridge/failure.ts';
import type { FileThreads } from '../files/index.ts';
import type { ServiceRate } from './parsing/rate.ts';

/** Everything that a request to the service can fail with; the window has a sentence for each. */
export type ServiceErrorCode =
  | 'unreachable'
  | 'unauthorised'
  | 'credential-missing'
  | 'too-large'
  | 'empty'
  | 'insufficient-balance'
  | 'rate-limited'
  | 'unavailable'
  | 'rejected'
  | 'not-found'
  | 'not-an-id'
  | 'not-final'
  | 'server-error'
  | 'unreadable-answer'
  | 'answered-early'
  | 'id-in-doubt'
  | 'secret-echoed'
  | 'cancelled';

export type ServiceError = Failure<ServiceErrorCode> & {
  readonly status?: number;
  /** Earliest instant (epoch milliseconds) at which trying again makes sense, from the answer's own headers. */
  readonly retryAt?: number;
  /** Nothing is at the path that was asked: another form of it may be. */
  readonly noSuchPath?: true;
  /** The answer was longer than what was asked for can be: a larger list may be asked for. */
  readonly tooLong?: true;
};

export type ServiceResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ServiceError };

/**
 * How one upload ended, decided by what happened on the wire and never by an error's text.
 * - `accepted`: a readable receipt came after the whole body was handed over. `rate`: what its headers say about the rate limit.
 * - `refused`: the answer says that the service did not take it (4xx). `again`: it says "not now" (429, 503 with a time).
 * - `not-sent`: the socket never took the whole body, so the service cannot have it.
 * - `file-changed` / `file-unreadable` (`code`: Node's error code): not the file that was prepared; stopped before its
 *   last byte left.
 * - `refusal` on these three: what another form of the path answered, to which the body may have gone whole before.
 * - `unknown`: the body went out whole and no readable answer came, or a failure of the service's own (5xx). It may have
 *   been charged. With the code `answered-early`, a submission id came before the whole body was out; with `id-in-doubt`,
 *   in an answer that is no receipt. `notNow`: the answer asks for a pause all the same.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly submissionId: string; readonly rate?: ServiceRate }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError; readonly refusal?: ServiceError }
  | { readonly kind: 'file-changed'; readonly detail: string; readonly refusal?: ServiceError }
  | {
      readonly kind: 'file-unreadable';
      readonly code: string;
      readonly detail: string;
      readonly refusal?: ServiceError;
    }
  | { readonly kind: 'unknown'; readonly error: ServiceError; readonly notNow?: true };

/** `justRead`: the file had hardly time to change since. `inode`, `ctimeNs`: the file's when it was read. */
export type ContentAtHand = {
  readonly bytes: Uint8Array;
  readonly justRead: boolean;
  readonly inode: bigint;
  readonly ctimeNs: bigint;
};

/** The file as it was when it was prepared; an upload that finds another one stops. */
export type UploadFile = {
  readonly path: string;
  readonly size: number;
  /** Nanoseconds since the epoch, from `stat` with bigint. */
  readonly mtimeNs: bigint;
  /** Of its bytes, lower-case hex with `0x`: no other bytes are sent whole. */
  readonly sha256: string;
  /** The threads that read it. */
  readonly files: FileThreads;
  /** The content as it was prepared, where it is still at hand: `size` bytes that need not be read again. */
  readonly atHand?: ContentAtHand;
};

export type UploadHooks = {
  readonly signal: AbortSignal;
  /** Bytes that the socket has taken so far. */
  readonly onProgress: (bytes: number) => void;
  /**
   * Awaited before the last piece of the body is handed to the socket: from here on the service may have all of it.
   * A rejection stops the upload with `not-sent`.
   */
  readonly beforeLastBytes: () => Promise<void>;
  /**
   * Awaited before the body goes out a second time, to another form of the endpoint's path. False: it may have been taken,
   * so it does not go, and the outcome is `unknown`.
   */
  readonly mayGoAgain: () => Promise<boolean>;
};

/** A body of at most this many bytes leaves in one piece. */
export const UPLOAD_PIECE_BYTES = 1024 * 1024;
