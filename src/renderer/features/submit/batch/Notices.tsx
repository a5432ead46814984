import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useWindowStore } from '../../../data/window-store.ts';
import { Announcer } from '../../../ui/feedback/Announcer.tsx';
import { changeOrNotify } from '../../../ui/feedback/notes.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useNow } from '../../../ui/now.ts';
import { cannotTellSentence, checkingSentence, type UncertainFiles } from './bulk.ts';
import classes from './Notices.module.css';
import { carriedOverWords } from './summary-words.ts';

const SPOKEN_EVERY_MS = 30_000;
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

type UncertainProps = {
  readonly files: UncertainFiles;
  /** Null while the list shows them already. */
  readonly onLook: (() => void) | null;
};

/** One sentence for many files whose answer was lost; for one alone, its row is enough. */
export function UncertainNotices({ files, onLook }: UncertainProps) {
  const checking = files.checking >= 2;
  const cannotTell = files.cannotTell >= 2;
  const now = useNow(checking);
  return (
    <>
      {/* Without the time: it would be spoken again whenever it changes. */}
      <Announcer text={checking ? checkingSentence(files, null) : ''} everyMs={SPOKEN_EVERY_MS} urgent={checking} />
      <Announcer text={cannotTell ? cannotTellSentence(files) : ''} everyMs={SPOKEN_EVERY_MS} urgent={cannotTell} />
      {(checking || cannotTell) && (
        <div className={classes.notices}>
          {checking && (
            <section className={classes.notice} aria-label="Being checked">
              <p>{checkingSentence(files, now)}</p>
            </section>
          )}
          {cannotTell && (
            <section className={classes.notice} aria-label="Not known" data-tone="warn">
              <p>{cannotTellSentence(files)}</p>
              {onLook !== null && (
                <Button variant="default" size="compact-sm" onClick={onLook}>
                  Look at them
                </Button>
              )}
            </section>
          )}
        </div>
      )}
    </>
  );
}
