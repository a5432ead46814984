import { keysText, type ShortcutName, shortcuts } from '../../../shared/shortcuts.ts';

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
 * As Mantine’s `useHotkeys` wants them. Digits are known by their place, for on some keyboards they need Shift; and Shift is
 * let be with a sign that needs it on most.
 */
export function hotkeysOf(name: ShortcutName): { readonly keys: readonly string[]; readonly usePhysicalKeys: boolean } {
  const written = shortcuts[name].keys.replace('Mod', isMac ? 'meta' : 'ctrl');
  const digit = /\d$/.test(written);
  if (!written.includes('+')) return { keys: [written, `shift+${written}`], usePhysicalKeys: false };
  return { keys: [digit ? written.replace(/(\d)$/, 'digit$1') : written], usePhysicalKeys: digit };
}
