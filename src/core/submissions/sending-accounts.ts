import type { AccountProblem, SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Destination } from '../accounts/index.ts';
import type { Connection, RateLimiter } from '../service/index.ts';

/** The accounts that submissions are sent for. */
export type SendingAccounts = {
  /** How to reach an account for reading, even if something keeps it from submitting; null until it can be reached. */
  to(accountId: string): Connection | null;
  /** Like `to`, but waits until the service runs. */
  reach(accountId: string): Connection | null | Promise<Connection | null>;
  /** Null while something keeps the account from submitting. */
  destination(accountId: string): Destination | null;
  /** How an account submits, even if its service does not run. */
  submitBy(accountId: string): SubmitBy | null;
  rateLimiter(accountId: string): RateLimiter;
  problem(accountId: string): AccountProblem | null;
  /** True if nothing real is spent with the account. */
  isPractice(accountId: string): boolean;
  /** True if the account pays with credits. */
  hasCredits(accountId: string): boolean;
  /** True if the account's lists always contain all that it submitted. */
  isTrusted(accountId: string): boolean;
  /** Call when a send failed because the service did not accept the credential, or it is missing. */
  onRefused(accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection): void;
};
