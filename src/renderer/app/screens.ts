import {
  IconChartBar,
  IconCirclePlus,
  IconCloudUpload,
  IconCoins,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ScreenId } from '../data/navigation.ts';
import { activeHasCredits, useWindowStore } from '../data/window-state.ts';
import { AccountsScreen } from '../features/accounts/index.ts';
import { BalancesBadge, BalancesScreen } from '../features/balances/index.ts';
import { DepositBadge, DepositScreen } from '../features/deposits/index.ts';
import { LookupScreen } from '../features/lookup/index.ts';
import { PreferencesScreen } from '../features/preferences/index.ts';
import { SpendingScreen } from '../features/spending/index.ts';
import { SubmitBadge, SubmitScreen } from '../features/submit/index.ts';
import { VerifyScreen } from '../features/verify/index.ts';

export type Screen = {
  readonly id: ScreenId;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly view: ComponentType;
  /** True if the screen handles dropped files itself. On all other screens, dropped files are submitted. */
  readonly takesDrops?: true;
  /** True for screens at the foot of the navigation, apart from the main ones. */
  readonly atFoot?: true;
  /** Rendered beside the label. Renders nothing if there is nothing to report. */
  readonly badge?: ComponentType;
};

export const screens: readonly [Screen, ...Screen[]] = [
  { id: 'submit', label: 'Submit', icon: IconCloudUpload, view: SubmitScreen, badge: SubmitBadge },
  { id: 'lookup', label: 'Look up', icon: IconSearch, view: LookupScreen, takesDrops: true },
  { id: 'verify', label: 'Verify', icon: IconShieldCheck, view: VerifyScreen, takesDrops: true },
  { id: 'balances', label: 'Balances', icon: IconCoins, view: BalancesScreen, badge: BalancesBadge },
  { id: 'deposit', label: 'Deposit', icon: IconCirclePlus, view: DepositScreen, badge: DepositBadge },
  { id: 'spending', label: 'Spending', icon: IconChartBar, view: SpendingScreen },
  { id: 'accounts', label: 'Accounts', icon: IconUsers, view: AccountsScreen },
  { id: 'preferences', label: 'Preferences', icon: IconSettings, view: PreferencesScreen, atFoot: true },
];

/** With credits, the user tops up instead of depositing. */
const screensWithCredits = screens.map((screen) => (screen.id === 'deposit' ? { ...screen, label: 'Top up' } : screen));

/** The screens with the labels for the active account. */
export function useScreens(): readonly Screen[] {
  return useWindowStore(activeHasCredits) ? screensWithCredits : screens;
}
