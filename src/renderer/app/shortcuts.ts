import type { MenuCommand } from '../../shared/bridge/app.ts';
import { goTo } from '../data/navigation.ts';
import { openAbout } from '../features/about/index.ts';
import { openDiagnostics } from '../features/diagnostics/index.ts';
import { openShortcuts } from '../features/shortcuts/index.ts';
import { finder } from '../features/spotlight/index.ts';
import { chooseFiles } from '../features/submit/index.ts';
import { closePassiveDialogs, useShortcut } from '../ui/shortcuts.ts';

export function useFrameShortcuts(): void {
  useShortcut('choose-files', () => void chooseFiles('files'));
  useShortcut('choose-folder', () => void chooseFiles('folder'));
  useShortcut('find', finder.open);
  useShortcut('shortcuts', openShortcuts);
  useShortcut('search-list', searchList);
  useShortcut('submit', () => goTo('submit'));
  useShortcut('lookup', () => goTo('lookup'));
  useShortcut('verify', () => goTo('verify'));
  useShortcut('balances', () => goTo('balances'));
  useShortcut('deposit', () => goTo('deposit'));
  useShortcut('spending', () => goTo('spending'));
  useShortcut('accounts', () => goTo('accounts'));
  useShortcut('preferences', () => goTo('preferences'));
}

export function chooseFromMenu(command: MenuCommand): void {
  if (!closePassiveDialogs()) return;
  if (command === 'find') finder.open();
  else if (command === 'shortcuts') openShortcuts();
  else if (command === 'diagnostics') openDiagnostics();
  else if (command === 'about') openAbout();
  else goTo(command);
}

/** Focuses the field that searches the screen's list. If there is none, opens the finder. */
function searchList(): void {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('main [data-list-search]');
  if (field === null) {
    finder.open();
    return;
  }
  field.focus();
  field.select();
}
