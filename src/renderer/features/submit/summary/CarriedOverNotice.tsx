import { IconX } from '@tabler/icons-react';
import { useWindowStore } from '../../../data/window-store.ts';
import { Announcer } from '../../../ui/feedback/Announcer.tsx';
import { changeOrNotify } from '../../../ui/feedback/notes.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import classes from '../batch/notices/Notices.module.css';
import { carriedOverWords } from './summary-words.ts';

/** The longest that a timer waits. */
const NEVER_MS = 2 ** 31 - 1;

/** What the last run left open: told once, until it is over or has been read. */
export function CarriedOverNotice() {
  const carriedOver = useWindowStore((state) => state.summary.carriedOver);
  const text = carriedOver === null ? '' : carriedOverWords(carriedOver);
  return (
    <>
      {/* Spoken once: its figures change with each file. */}
      <Announcer text={text} everyMs={NEVER_MS} urgent={text !== ''} />
      {carriedOver !== null && (
        <section className={classes.notice} aria-label="Since the last start">
          <p>{text}</p>
          <IconButton
            icon={IconX}
            label="Close this message"
            onClick={() => {
              void changeOrNotify('submissions.dismissCarriedOver', {});
              // The button goes with it, and must not take the focus along.
              document.querySelector<HTMLElement>('button[data-group="all"]')?.focus();
            }}
          />
        </section>
      )}
    </>
  );
}
