import type { MenuCommand } from '../../shared/bridge/app.ts';
import { goTo } from '../data/navigation.ts';
import { chooseFiles } from '../features/submit/index.ts';
import { closePassiveDialogs, finder, showDialog } from '../ui/dialogs.ts';
import { useShortcut } from '../ui/shortcuts.ts';

export function useFrameShortcuts(): void {
  useShortcut('choose-files', () => void chooseFiles('files'));
  useShortcut('choose-folder', () => void chooseFiles('folder'));
  useShortcut('find', finder.open);
  useShortcut('shortcuts', () => showDialog('shortcuts'));
  useShortcut('search-list', searchList);
}

export function chooseFromMenu(command: MenuCommand): void {
  if (!closePassiveDialogs()) return;
  if (command === 'find') finder.open();
  else if (command === 'shortcuts' || command === 'diagnostics' || command === 'about') showDialog(command);
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
