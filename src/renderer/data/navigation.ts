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

/** What a screen is opened for, when another one leads to it. */
type Subject =
  | { readonly kind: 'token'; readonly tokenAddress: string }
  /** Spending: first and last day. */
  | { readonly kind: 'days'; readonly fromDay: string; readonly toDay: string }
  /** Look-up: `accountId` null asks the account where it is kept, else the active one. */
  | { readonly kind: 'submission'; readonly submissionId: string; readonly accountId: string | null };

type Navigation = { readonly screenId: ScreenId; readonly subject: Subject | null };

export const useNavigation = create<Navigation>(() => ({ screenId: 'submit', subject: null }));

export function goTo(screenId: ScreenId, subject: Subject | null = null): void {
  useNavigation.setState({ screenId, subject });
}
