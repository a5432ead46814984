import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { keysText, type ShortcutName, shortcuts } from '../../shared/shortcuts.ts';

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

/** Functions that close the open dialogs without a question. */
const closers = new Set<() => void>();

/** Attributes for such a dialog. */
const mark = { 'data-gives-way': true } as const;

/** For a dialog that only shows or opens something: a shortcut closes it and then runs on the screen. */
export function useGivesWay(open: boolean, close: () => void): typeof mark {
  useEffect(() => {
    if (!open) return;
    closers.add(close);
    return () => void closers.delete(close);
  }, [open, close]);
  return mark;
}

/**
 * Closes the dialogs above the screen before something else is shown. Returns false if a dialog awaits an answer: it
 * stays, and the screen behind it must not change.
 */
export function makeWay(): boolean {
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
  if (dialogs.some((dialog) => dialog.closest('[data-gives-way]') === null)) return false;
  for (const close of closers) close();
  return true;
}

const FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/**
 * Runs `run` on a shortcut while the component is mounted. With null, the shortcut has no effect and its keys keep
 * their meaning.
 */
export function useShortcut(name: ShortcutName, run: (() => void) | null): void {
  const { inFields } = shortcuts[name];
  const { keys, usePhysicalKeys } = hotkeysOf(name);
  const press = (event: KeyboardEvent): void => {
    if (run === null || event.defaultPrevented || !makeWay()) return;
    event.preventDefault();
    run();
  };
  useHotkeys(
    keys.map((one) => [one, press, { preventDefault: false, usePhysicalKeys }]),
    inFields ? [] : FIELDS,
    inFields,
  );
}
