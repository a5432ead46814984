import { useHotkeys } from '@mantine/hooks';
import { keysText, type ShortcutName, shortcuts } from '../../shared/shortcuts.ts';
import { closePassiveDialogs } from './dialogs.ts';

export const isMac = /Mac/.test(navigator.userAgent);

export function shortcutKeys(name: ShortcutName): string {
  return keysText(name, isMac);
}

/** A button's name with its shortcut, for a tooltip: `Find anything (Ctrl+K)`. */
export function withKeys(label: string, name: ShortcutName): string {
  return `${label} (${shortcutKeys(name)})`;
}

export function ariaKeys(name: ShortcutName): string {
  return shortcuts[name].keys.replace('Mod', isMac ? 'Meta' : 'Control');
}

/**
 * The keys for Mantine’s `useHotkeys`. Digits are matched by their physical key, as some keyboards need Shift for them.
 * For signs that need Shift on most keyboards, Shift is ignored.
 */
export function hotkeysOf(name: ShortcutName): { readonly keys: readonly string[]; readonly usePhysicalKeys: boolean } {
  const written = shortcuts[name].keys.replace('Mod', isMac ? 'meta' : 'ctrl');
  const digit = /\d$/.test(written);
  if (!written.includes('+')) return { keys: [written, `shift+${written}`], usePhysicalKeys: false };
  return { keys: [digit ? written.replace(/(\d)$/, 'digit$1') : written], usePhysicalKeys: digit };
}

const FIELD_TAGS = ['INPUT', 'TEXTAREA', 'SELECT'];

/**
 * Runs `run` on a shortcut while the component is mounted. With null, the shortcut has no effect and its keys keep
 * their meaning.
 */
export function useShortcut(name: ShortcutName, run: (() => void) | null): void {
  const { inFields } = shortcuts[name];
  const { keys, usePhysicalKeys } = hotkeysOf(name);
  const press = (event: KeyboardEvent): void => {
    if (run === null || event.defaultPrevented || !closePassiveDialogs()) return;
    event.preventDefault();
    run();
  };
  useHotkeys(
    keys.map((one) => [one, press, { preventDefault: false, usePhysicalKeys }]),
    inFields ? [] : FIELD_TAGS,
    inFields,
  );
}
