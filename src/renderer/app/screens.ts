import { IconCloudUpload, IconUsers, type TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AccountsScreen } from '../features/accounts/index.ts';
import { SubmitScreen } from '../features/submit/index.ts';
import type { ScreenId } from '../state/navigation.ts';

export type Screen = {
  readonly id: ScreenId;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly view: ComponentType;
  /** Files dropped on this screen are its own affair; on all others they are submitted. */
  readonly takesDrops?: true;
};

/** The screens in the order of the navigation. A new one is a line here. */
export const screens: readonly [Screen, ...Screen[]] = [
  { id: 'submit', label: 'Submit', icon: IconCloudUpload, view: SubmitScreen },
  { id: 'accounts', label: 'Accounts', icon: IconUsers, view: AccountsScreen },
];
