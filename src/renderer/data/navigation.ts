import { create } from 'zustand';

export type ScreenId =
  | 'submit'
  | 'lookup'
  | 'balances'
  | 'deposit'
  | 'spending'
  | 'verify'
  | 'accounts'
  | 'preferences';

/** The reason for which another screen opens this one. */
type Subject =
  | { readonly kind: 'token'; readonly tokenAddress: string }
  /**
   * For the look-up screen. If `accountId` is null, the account that has the submission is asked, else the active one.
   */
  | { readonly kind: 'submission'; readonly submissionId: string; readonly accountId: string | null };

type Navigation = { readonly screenId: ScreenId; readonly subject: Subject | null };

export const useNavigation = create<Navigation>(() => ({ screenId: 'submit', subject: null }));

export function goTo(screenId: ScreenId, subject: Subject | null = null): void {
  useNavigation.setState({ screenId, subject });
}
