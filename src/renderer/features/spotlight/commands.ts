import {
  IconDeviceDesktop,
  IconFilePlus,
  IconFolderPlus,
  IconInfoCircle,
  IconKeyboard,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconStethoscope,
  IconSun,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { type ShortcutName, shortcuts } from '../../../shared/shortcuts.ts';
import { visibleName } from '../../../shared/text.ts';
import { goTo, type ScreenId } from '../../data/navigation.ts';
import { showDialog } from '../../ui/dialogs.ts';
import { changeOrNotify, showNotes } from '../../ui/notes.tsx';
import { openAccountDialog } from '../accounts/index.ts';
import { chooseFiles } from '../submit/index.ts';

export type Command = {
  readonly id: string;
  readonly group: 'Screens' | 'Accounts' | 'Actions';
  readonly label: string;
  readonly description?: string;
  /** More search words. */
  readonly also?: string;
  readonly icon: TablerIcon;
  readonly shortcut?: ShortcutName;
  readonly run: () => void;
};

type Context = {
  readonly screens: readonly { readonly id: ScreenId; readonly label: string; readonly icon: TablerIcon }[];
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly setColorScheme: (scheme: 'light' | 'dark' | 'auto') => void;
};

export function commands({ screens, accounts, activeAccountId, setColorScheme }: Context): readonly Command[] {
  const also = 'theme appearance colour color mode';
  const actions: readonly Omit<Command, 'id' | 'group'>[] = [
    {
      ...{ label: shortcuts['choose-files'].label, also: 'upload send add open', icon: IconFilePlus },
      ...{ shortcut: 'choose-files', run: () => void chooseFiles('files') },
    },
    {
      ...{ label: shortcuts['choose-folder'].label, also: 'upload send add directory', icon: IconFolderPlus },
      ...{ shortcut: 'choose-folder', run: () => void chooseFiles('folder') },
    },
    { label: 'Refresh balances and records', also: 'reload update', icon: IconRefresh, run: () => void refresh() },
    {
      ...{ label: 'Add an account', also: 'new key token', icon: IconPlus },
      run: () => openAccountDialog({ kind: 'add' }, null),
    },
    {
      label: 'Diagnostics report',
      also: 'help support problem log',
      icon: IconStethoscope,
      run: () => showDialog('diagnostics'),
    },
    {
      label: 'About Dropslip',
      also: 'version licence license help',
      icon: IconInfoCircle,
      run: () => showDialog('about'),
    },
    {
      ...{ label: shortcuts.shortcuts.label, also: 'keys hotkeys help', icon: IconKeyboard },
      ...{ shortcut: 'shortcuts', run: () => showDialog('shortcuts') },
    },
    { label: 'Light appearance', also, icon: IconSun, run: () => setColorScheme('light') },
    { label: 'Dark appearance', also, icon: IconMoon, run: () => setColorScheme('dark') },
    { label: 'Appearance of the system', also, icon: IconDeviceDesktop, run: () => setColorScheme('auto') },
  ];
  return [
    ...screens.map(
      ({ id, label, icon }): Command => ({ id, group: 'Screens', label, icon, shortcut: id, run: () => goTo(id) }),
    ),
    ...accounts
      .filter(({ id }) => id !== activeAccountId)
      .map(
        ({ id, name, kind, address }): Command => ({
          id,
          group: 'Accounts',
          label: `Switch to ${name}`,
          description: kind === 'practice' ? 'Practice account' : (address ?? ''),
          icon: IconUserCircle,
          run: () => void switchTo(id, name),
        }),
      ),
    ...actions.map((action): Command => ({ ...action, id: action.label, group: 'Actions' })),
  ];
}

/** True if each word of the query begins a word of the command. */
export function fits({ label, description = '', also = '' }: Command, query: string): boolean {
  const words = `${label} ${description} ${also}`.toLocaleLowerCase().split(/[\s/:.]+/);
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Announces the account that pays from now on, as the screen may not change otherwise. */
async function switchTo(accountId: string, name: string): Promise<void> {
  if (await changeOrNotify('accounts.activate', { accountId }))
    showNotes([`Now submitting from ${visibleName(name)}.`], 'info');
}

async function refresh(): Promise<void> {
  await Promise.all([
    changeOrNotify('balances.refresh', { onlyAfterMs: 0 }),
    changeOrNotify('records.refresh', { unlessWithinMs: 0 }),
  ]);
}
