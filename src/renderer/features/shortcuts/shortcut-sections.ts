import { type ShortcutGroup, shortcutNames, shortcuts } from '../../../shared/shortcuts.ts';
import { shortcutKeys } from '../../ui/shortcuts/keys.ts';

type Entry = {
  readonly label: string;
  /** One or the other, as they are written on the keyboard. */
  readonly keys: readonly string[];
};

type Section = { readonly title: string; readonly entries: readonly Entry[] };

/** What the lists themselves do with keys: no shortcuts, but to be found where those are. */
const inLists: Section = {
  title: 'In a list',
  entries: [
    { label: 'Go from row to row', keys: ['↑', '↓'] },
    { label: 'First and last row', keys: ['Home', 'End'] },
    { label: 'Open details', keys: ['Enter'] },
    { label: 'Close details', keys: ['Esc'] },
    { label: 'Submit: remove from the list', keys: ['Delete'] },
  ],
};

const groups: readonly ShortcutGroup[] = ['Anywhere', 'Screens', 'On a screen'];

export function shortcutSections(): readonly Section[] {
  const sections = groups.map((title) => ({
    title,
    entries: shortcutNames
      .filter((name) => shortcuts[name].group === title)
      .map((name) => ({ label: shortcuts[name].label, keys: [shortcutKeys(name)] })),
  }));
  return [...sections, inLists];
}
