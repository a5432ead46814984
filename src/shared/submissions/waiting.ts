import type { AccountProblem } from '../bridge/accounts.ts';
import type { FailureCode } from '../failures/failure-codes.ts';

/** What the whole of an account's queue waits for. Instants are UTC. */
export type WaitingFor =
  /** All that is left is paused. */
  | { readonly kind: 'person' }
  /** Nothing can be written to disk. */
  | { readonly kind: 'disk' }
  /** The account cannot submit: null where it is only not ready yet. */
  | { readonly kind: 'account'; readonly trouble: AccountProblem | null }
  /** After an answer, or none, with this code; `host`: of the service, null while it is not known. */
  | { readonly kind: 'next-try'; readonly code: FailureCode; readonly until: string; readonly host: string | null }
  /** The data came from a copy: its records are read first, and until then may lack what was submitted last. */
  | { readonly kind: 'records'; readonly until: string | null }
  /** One file went ahead to learn what it costs. */
  | { readonly kind: 'price' };
