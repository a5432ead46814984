import { createSpotlight } from '@mantine/spotlight';
import { create } from 'zustand';

/** The dialogs that only show or open something, and await no answer. */
type PassiveDialogName = 'about' | 'diagnostics' | 'shortcuts';

export const usePassiveDialog = create<{ readonly shown: PassiveDialogName | null }>(() => ({ shown: null }));

/** With null, closes the dialog that is open. */
export function showDialog(shown: PassiveDialogName | null): void {
  usePassiveDialog.setState({ shown });
}

export const [finderStore, finder] = createSpotlight();

/**
 * Call before another screen is shown. Closes the open dialogs, and returns true. If a dialog awaits an answer, it closes
 * none and returns false: the screen must not change.
 */
export function closePassiveDialogs(): boolean {
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
  if (dialogs.some((dialog) => dialog.closest('[data-passive]') === null)) return false;
  finder.close();
  showDialog(null);
  return true;
}
