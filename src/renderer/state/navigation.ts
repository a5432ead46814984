import { create } from 'zustand';

export type ScreenId = 'submit' | 'accounts';

type Navigation = { readonly screenId: ScreenId };

export const useNavigation = create<Navigation>(() => ({ screenId: 'submit' }));

export function goTo(screenId: ScreenId): void {
  useNavigation.setState({ screenId });
}
