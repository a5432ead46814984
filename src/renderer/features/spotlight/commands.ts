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
import { changeOrNotify, showNotes } from '../../ui/notes.tsx';
import { openAbout } from '../about/index.ts';
import { openDiagnostics } from '../diagnostics/index.ts';
import { openShortcuts } from '../shortcuts/index.ts';
import { chooseFiles } from '../submit/index.ts';

export type Command = {
  readonly id: string;
  readonly group: 'Screens' | 'Accounts' | 'Actions';
  readonly label: string;
  readonly description?: string;
  /** Other words by which people look for it. */
  readonly also?: string;
  readonly icon: TablerIcon;
  readonly shortcut?: ShortcutName;
  readonly run: () => void;
};

type Parts = {
  readonly screens: readonly { readonly id: ScreenId; readonly label: string; readonly icon: TablerIcon }[];
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly setColorScheme: (scheme: 'light' | 'dark' | 'auto') => void;
  readonly addAccount: () => void;
};

export function commands(parts: Parts): readonly Command[] {
  const screens = parts.screens.map(
    ({ id, label, icon }): Command => ({
      id: `screen ${id}`,
      group: 'Screens',
      label,
      icon,
      shortcut: id,
      run: () => goTo(id),
    }),
  );
  const accounts = parts.accounts
    .filter(({ id }) => id !== parts.activeAccountId)
    .map(
      ({ id, name, kind, address }): Command => ({
        id: `account ${id}`,
        group: 'Accounts',
        label: `Switch to ${name}`,
        description: kind === 'practice' ? 'Practice account' : (address ?? ''),
        icon: IconUserCircle,
        run: () => void switchTo(id, name),
      }),
    );
  const scheme = (value: 'light' | 'dark' | 'auto', label: string, icon: TablerIcon): Command => ({
    id: `scheme ${value}`,
    group: 'Actions',
    label,
    also: 'theme appearance colour color mode',
    icon,
    run: () => parts.setColorScheme(value),
  });
  return [
    ...screens,
    ...accounts,
    {
      id: 'choose files',
      group: 'Actions',
      label: shortcuts['choose-files'].label,
      also: 'upload send add open',
      icon: IconFilePlus,
      shortcut: 'choose-files',
      run: () => void chooseFiles('files'),
    },
    {
      id: 'choose folder',
      group: 'Actions',
      label: shortcuts['choose-folder'].label,
      also: 'upload send add open directory',
      icon: IconFolderPlus,
      shortcut: 'choose-folder',
      run: () => void chooseFiles('folder'),
    },
    {
      id: 'refresh',
      group: 'Actions',
      label: 'Refresh balances and records',
      also: 'reload update',
      icon: IconRefresh,
      run: () => void refresh(),
    },
    {
      id: 'add account',
      group: 'Actions',
      label: 'Add an account',
      also: 'new key token',
      icon: IconPlus,
      run: parts.addAccount,
    },
    {
      id: 'diagnostics',
      group: 'Actions',
      label: 'Diagnostics report',
      also: 'help support problem log',
      icon: IconStethoscope,
      run: openDiagnostics,
    },
    {
      id: 'about',
      group: 'Actions',
      label: 'About Dropslip',
      also: 'version licence license help',
      icon: IconInfoCircle,
      run: openAbout,
    },
    {
      id: 'shortcuts',
      group: 'Actions',
      label: shortcuts.shortcuts.label,
      also: 'keys hotkeys help',
      icon: IconKeyboard,
      shortcut: 'shortcuts',
      run: openShortcuts,
    },
    scheme('light', 'Light appearance', IconSun),
    scheme('dark', 'Dark appearance', IconMoon),
    scheme('auto', 'Appearance of the system', IconDeviceDesktop),
  ];
}

/** Whether each word of the query begins a word of the command. */
export function fits({ label, description = '', also = '' }: Command, query: string): boolean {
  const words = `${label} ${description} ${also}`.toLocaleLowerCase().split(/[\s/:.]+/);
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** From now on `name` pays. Said in words: nothing else of the screen need change with it. */
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
