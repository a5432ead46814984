import type { CredentialKind } from './bridge/accounts.ts';
import type { KnownToken } from './bridge/balances.ts';
import type { Failure } from './failures/failure.ts';
import type { SavingProblem } from './messages/failures/files.ts';

type Nothing = Readonly<Record<never, never>>;

/** All that main says to the person by itself, wherever in the app they are, and what the sentence about it names. */
type NoticeValues = {
  'practice-failed': Nothing;
  'link-refused': Nothing;
  /** The window's page had crashed. */
  'window-reopened': Nothing;
  /** Dropslip ended for a new version, which could not take its place. */
  'update-not-installed': Nothing;
  /** More files than a second start can tell this one of, or one that could not tell it at all. */
  'opened-not-heard': Nothing;
  'disk-not-flushing': Nothing;
  'queue-goes-on': Nothing;
  'deposits-kept': Nothing;
  /** `detail`: in the database's own words. */
  'disk-full': { readonly detail: string };
  'copy-failed': Nothing;
  'copy-no-room': Nothing;
  'records-restarted': Nothing;
  'records-not-stored': Nothing;
  /** The database is older than what was written last, or another one. */
  'data-put-back': Nothing;
  /** A damaged database lies under `setAside` now. */
  'data-replaced': { readonly by: 'copy' | 'new'; readonly setAside: string };
  'download-failed': { readonly fileName: string; readonly why: SavingProblem };
  'low-balance': {
    readonly token: Pick<KnownToken, 'name' | 'decimals' | 'tokenAddress'>;
    readonly balance: string;
  };
  /** There is no keychain that could keep them, or it does not; `reason` says which. */
  'credentials-for-session': { readonly accountName: string; readonly reason: Failure };
  'credentials-forgotten': { readonly accountName: string; readonly kinds: readonly CredentialKind[] };
  /** Entries of an account that was removed, as the keychain names them. */
  'left-in-keychain': { readonly accountName: string; readonly entries: readonly string[] };
};

export type NoticeOf<Code extends keyof NoticeValues> = { readonly code: Code } & NoticeValues[Code];

/** A code with its values; `messages/notices.ts` has the sentences. */
export type Notice = { [Code in keyof NoticeValues]: NoticeOf<Code> }[keyof NoticeValues];
