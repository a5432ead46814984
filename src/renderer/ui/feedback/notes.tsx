import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFolderOpen } from '@tabler/icons-react';
import type { CallInputs, CallName } from '../../../shared/bridge/bridge.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { noticeWords } from '../../../shared/messages/notices.ts';
import type { Notice } from '../../../shared/notice.ts';
import { visibleName } from '../../../shared/text.ts';
import { change } from '../../data/calls.ts';
import { separators } from '../format.ts';
import classes from './notes.module.css';

/** More sentences than this are counted instead of shown. */
const SHOWN_AT_ONCE = 4;

const closeButtonProps = { 'aria-label': 'Close this message' };

/** Tells the person something that has no row of its own, one notification for all sentences. */
export function showNotes(sentences: readonly string[], tone: 'info' | 'warning'): void {
  if (sentences.length === 0) return;
  notifications.show({
    message: <Notes sentences={sentences} />,
    color: tone === 'warning' ? 'yellow' : 'accent',
    autoClose: tone === 'warning' ? 12_000 : 6_000,
    closeButtonProps,
  });
}

/** Tells what main says by itself. */
export function showNotice(notice: Notice): void {
  const { text, tone } = noticeWords(notice, separators);
  showNotes([text], tone);
}

/**
 * Has main change something, and says whether it did. Its failure, which has no place of its own on the screen, is shown in a
 * notification.
 */
export async function changeOrNotify<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<boolean> {
  const failed = await change(name, input);
  if (failed !== null) showNotes([failureMessage(failed)], 'warning');
  return failed === null;
}

/** Tells that a file was saved, and offers to show it where it is. */
export function showSaved(fileName: string, savedId: string): void {
  notifications.show({
    message: <SavedNote fileName={fileName} onShow={() => void changeOrNotify('app.showSaved', { savedId })} />,
    color: 'accent',
    autoClose: 12_000,
    closeButtonProps,
  });
}

function Notes({ sentences }: { readonly sentences: readonly string[] }) {
  const more = sentences.length - SHOWN_AT_ONCE;
  return (
    <>
      {sentences.slice(0, SHOWN_AT_ONCE).map((sentence) => (
        <div key={sentence}>
          <bdi>{sentence}</bdi>
        </div>
      ))}
      {more > 0 && <div>And {more} more like this.</div>}
    </>
  );
}

type SavedNoteProps = { readonly fileName: string; readonly onShow: () => void };

/** Says where a file was saved, and leads there. */
function SavedNote({ fileName, onShow }: SavedNoteProps) {
  return (
    <div className={classes.saved}>
      <div>
        <bdi>“{visibleName(fileName)}” is in your Downloads folder.</bdi>
      </div>
      <Button
        variant="default"
        leftSection={<IconFolderOpen size={18} stroke={1.7} aria-hidden="true" />}
        onClick={onShow}
      >
        Show in folder
      </Button>
    </div>
  );
}
