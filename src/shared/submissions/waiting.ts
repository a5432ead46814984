import type { AccountProblem } from '../bridge/accounts.ts';
import type { Failure } from '../failures/failure.ts';
import type { FailureCode } from '../failures/failure-codes.ts';

/** What the whole of an account's queue waits for. Instants are UTC. */
export type WaitingFor =
  /** Nothing goes on by itself: so many are paused, and so many wait for a decision. */
  | { readonly kind: 'person'; readonly paused: number; readonly undecided: number }
  /** Nothing can be written to disk. */
  | { readonly kind: 'disk' }
  /** The account cannot submit: null where it is only not ready yet. */
  | { readonly kind: 'account'; readonly trouble: AccountProblem | null }
  /** After an answer with this code. */
  | { readonly kind: 'next-try'; readonly code: FailureCode; readonly until: string }
  /** No connection to the service; `failure`: what the last try ended with, null while that is not known. */
  | { readonly kind: 'unreachable'; readonly failure: Failure | null }
  /** The data came from a copy: its records are read first, and until then may lack what was submitted last. */
  | { readonly kind: 'records'; readonly until: string | null }
  /** One file went ahead to learn what it costs. */
  | { readonly kind: 'price' };
