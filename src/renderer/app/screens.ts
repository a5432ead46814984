import { IconCloudUpload, IconUsers, type TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AccountsScreen } from '../features/accounts/index.ts';
import { SubmitScreen } from '../features/submit/index.ts';

export type Screen = {
  readonly id: string;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly view: ComponentType;
};

/** The screens in the order of the navigation. A new one is a line here. */
export const screens = [
  { id: 'submit', label: 'Submit', icon: IconCloudUpload, view: SubmitScreen },
  { id: 'accounts', label: 'Accounts', icon: IconUsers, view: AccountsScreen },
] as const satisfies readonly Screen[];

export type ScreenId = (typeof screens)[number]['id'];
