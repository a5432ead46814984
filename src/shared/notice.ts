import type { CredentialKind } from './bridge/accounts.ts';
import type { KnownToken } from './bridge/balances.ts';
import type { Failure } from './failures/failure.ts';
import type { SavingProblem } from './messages/failures/files.ts';

type Nothing = Readonly<Record<never, never>>;

/** All notices that main sends to the window, with the values of their sentences. */
type NoticeValues = {
  'practice-failed': Nothing;
  'link-refused': Nothing;
  /** The window's page crashed and was opened again. */
  'window-reopened': Nothing;
  /** The app quit to install a new version, which failed. */
  'update-not-installed': Nothing;
  /** The disk confirms no writes. */
  'disk-not-flushing': Nothing;
  /** The disk can be written to again, so the queue continues. */
  'queue-resumed': Nothing;
  /** The disk can be written to again, and deposits that waited in memory are stored. */
  'deposits-saved': Nothing;
  /** `detail`: the database's error text. */
  'disk-full': { readonly detail: string };
  /** The daily copy of the database failed. */
  'copy-failed': Nothing;
  /** The disk has no room for the daily copy. */
  'copy-disk-full': Nothing;
  /** The database is older than the last one, or a different one. */
  'older-data-found': Nothing;
  /** A damaged database was renamed to `setAside`. */
  'data-replaced': { readonly by: 'copy' | 'new'; readonly setAside: string };
  /** An order of credits is completed. `credits`: as decimal text; null if the service does not say. */
  'credits-added': { readonly credits: string | null };
  'download-failed': { readonly fileName: string; readonly why: SavingProblem };
  'low-balance': {
    readonly token: Pick<KnownToken, 'name' | 'decimals' | 'tokenAddress'>;
    readonly balance: string;
  };
  /** The system has no keychain, or it does not save the credentials; `reason` says which. */
  'credentials-for-session': { readonly accountName: string; readonly reason: Failure };
  'credentials-forgotten': { readonly accountName: string; readonly kinds: readonly CredentialKind[] };
  /** Keychain entries of a removed account, by their names in the keychain. */
  'left-in-keychain': { readonly accountName: string; readonly entries: readonly string[] };
};

export type NoticeOf<Code extends keyof NoticeValues> = { readonly code: Code } & NoticeValues[Code];

/** A code with its values; `messages/notices.ts` has the sentences. */
export type Notice = { [Code in keyof NoticeValues]: NoticeOf<Code> }[keyof NoticeValues];
