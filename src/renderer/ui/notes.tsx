import { notifications } from '@mantine/notifications';
import { IconFolderOpen, type TablerIcon } from '@tabler/icons-react';
import type { CallInputs, CallName } from '../../shared/bridge/bridge.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { noticeWords } from '../../shared/messages/notices.ts';
import type { Notice } from '../../shared/notice.ts';
import { visibleName } from '../../shared/text.ts';
import { change } from '../data/calls.ts';
import { separators } from './format.ts';
import { ActionButton } from './IconButton.tsx';
import classes from './notes.module.css';

/** Further sentences are counted instead of shown. */
const SHOWN_AT_ONCE = 4;

const closeButtonProps = { 'aria-label': 'Close this message' };

/** Notifies the user of events that have no row. All sentences share one notification. */
export function showNotes(sentences: readonly string[], tone: 'info' | 'warning'): void {
  if (sentences.length === 0) return;
  notifications.show({
    message: <Notes sentences={sentences} />,
    color: tone === 'warning' ? 'yellow' : 'accent',
    autoClose: tone === 'warning' ? 12_000 : 6_000,
    closeButtonProps,
  });
}

export function showNotice(notice: Notice): void {
  const { text, tone } = noticeWords(notice, separators());
  showNotes([text], tone);
}

/**
 * Has main make a change. Returns true on success. A notification shows a failure, which has no other place on the
 * screen.
 */
export async function changeOrNotify<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<boolean> {
  const failed = await change(name, input);
  if (failed !== null) showNotes([failureMessage(failed)], 'warning');
  return failed === null;
}

type Offer = {
  readonly label: string;
  readonly icon: TablerIcon;
  readonly onChosen: () => void;
  /** The time in milliseconds for which it stays visible; null until it is closed. */
  readonly ms: number | null;
  /** True if the action can be repeated. Otherwise, it closes the notification. */
  readonly stays?: boolean;
};

/** Shows a notification with one action. Returns the id for `hideNote`. */
export function showOffer(sentences: readonly string[], { label, icon, onChosen, ms, stays = false }: Offer): string {
  const id = notifications.show({
    message: (
      <div className={classes.offer}>
        <div>
          <Notes sentences={sentences} />
        </div>
        <ActionButton
          icon={icon}
          onClick={() => {
            if (!stays) notifications.hide(id);
            onChosen();
          }}
        >
          {label}
        </ActionButton>
      </div>
    ),
    color: 'accent',
    autoClose: ms ?? false,
    closeButtonProps,
  });
  return id;
}

export function hideNote(id: string): void {
  notifications.hide(id);
}

export function showSaved(fileName: string, savedId: string): void {
  showOffer([`“${visibleName(fileName)}” is in your Downloads folder.`], {
    label: 'Show in folder',
    icon: IconFolderOpen,
    onChosen: () => void changeOrNotify('app.showSaved', { savedId }),
    ms: 12_000,
    stays: true,
  });
}

function Notes({ sentences: given }: { readonly sentences: readonly string[] }) {
  const sentences = [...new Set(given)];
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
