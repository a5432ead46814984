import { useEffect } from 'react';

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
