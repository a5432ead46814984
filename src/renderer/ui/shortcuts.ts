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
 * As Mantine’s `useHotkeys` wants them. Digits are known by their place, for on some keyboards they need Shift; and Shift is
 * let be with a sign that needs it on most.
 */
export function hotkeysOf(name: ShortcutName): { readonly keys: readonly string[]; readonly usePhysicalKeys: boolean } {
  const written = shortcuts[name].keys.replace('Mod', isMac ? 'meta' : 'ctrl');
  const digit = /\d$/.test(written);
  if (!written.includes('+')) return { keys: [written, `shift+${written}`], usePhysicalKeys: false };
  return { keys: [digit ? written.replace(/(\d)$/, 'digit$1') : written], usePhysicalKeys: digit };
}

/** What closes the dialogs that are open and ask nothing. */
const closers = new Set<() => void>();

/** Spread over such a dialog. */
const mark = { 'data-gives-way': true } as const;

/** For a dialog that only shows something, or leads somewhere: a shortcut closes it and does what it says there. */
export function useGivesWay(open: boolean, close: () => void): typeof mark {
  useEffect(() => {
    if (!open) return;
    closers.add(close);
    return () => void closers.delete(close);
  }, [open, close]);
  return mark;
}

/**
 * Closes what lies over the screen, before something else is shown. False when a dialog waits for an answer: what lies behind
 * it must not change unseen, and it stays.
 */
export function makeWay(): boolean {
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
  if (dialogs.some((dialog) => dialog.closest('[data-gives-way]') === null)) return false;
  for (const close of closers) close();
  return true;
}

const FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Does something when a shortcut is pressed, while the component is there. Null: not now, and the keys stay what they are. */
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
