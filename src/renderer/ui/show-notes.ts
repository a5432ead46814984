import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { Notes } from './Notes.tsx';

/** More sentences than this are counted instead of shown. */
const SHOWN_AT_ONCE = 4;

/** Tells the person something that has no row of its own, one notification for all sentences. */
export function showNotes(sentences: readonly string[], tone: 'info' | 'warning'): void {
  if (sentences.length === 0) return;
  const shown = sentences.slice(0, SHOWN_AT_ONCE);
  const more = sentences.length - shown.length;
  notifications.show({
    message: createElement(Notes, { sentences: shown, more }),
    color: tone === 'warning' ? 'yellow' : 'accent',
    autoClose: tone === 'warning' ? 12_000 : 6_000,
    closeButtonProps: { 'aria-label': 'Close this message' },
  });
}
