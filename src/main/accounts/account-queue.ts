import type { CredentialKind } from '../../shared/bridge/accounts.ts';

/** What the submissions does for accounts. */
export type AccountQueue = {
  readonly isSending: (accountId: string) => boolean;
  /** Drops all that is held in memory for an account; its rows on disk go with the account. */
  readonly forget: (accountId: string) => void;
  /**
   * Notes that the account gets other credentials of these kinds, or another address (all kinds): no list says of what
   * was sent before that it was not accepted. To be on disk before the change is; rejects where the disk refuses. What
   * is sent until the answered function is called counts as sent before.
   */
  readonly leave: (accountId: string, kinds: readonly CredentialKind[]) => Promise<() => void>;
  /**
   * The account's requests go elsewhere from now on: what is being read of its old service must not be kept as the new
   * one's.
   */
  readonly moved: (accountId: string) => void;
  /** Looks for work: what held an account may be over. */
  readonly wake: () => void;
};
