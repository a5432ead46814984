import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { windowApi } from '../data/window-api.ts';
import { SavedNote } from './SavedNote.tsx';
import { showNotes } from './show-notes.ts';

/** Tells that a file was saved, and offers to show it where it is. */
export function showSaved(fileName: string, savedId: string): void {
  const show = async (): Promise<void> => {
    const shown = await windowApi().call('app.showSaved', { savedId });
    if (!shown.ok) showNotes([shown.error.message], 'warning');
  };
  notifications.show({
    message: createElement(SavedNote, { fileName, onShow: () => void show() }),
    color: 'accent',
    autoClose: 12_000,
    closeButtonProps: { 'aria-label': 'Close this message' },
  });
}
