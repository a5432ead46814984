import { Button } from '@mantine/core';
import { goTo } from '../../../../data/navigation.ts';
import { activeReadsRecords, useWindowStore } from '../../../../data/window-store.ts';
import { Announcer } from '../../../../ui/feedback/Announcer.tsx';
import { useNow } from '../../../../ui/now.ts';
import { sendAgain } from '../../commands.ts';
import { cannotTellSentence, checkingSentence, type UncertainFiles } from '../bulk.ts';
import classes from './Notices.module.css';

const SPOKEN_EVERY_MS = 30_000;

type UncertainProps = {
  readonly files: UncertainFiles;
  /** Null while the list shows them already. */
  readonly onLook: (() => void) | null;
};

/** One sentence for many files whose answer was lost; for one alone, its row is enough. */
export function UncertainNotices({ files, onLook }: UncertainProps) {
  const checking = files.checking >= 2;
  const cannotTell = files.cannotTell.length >= 2;
  const readsRecords = useWindowStore(activeReadsRecords);
  const now = useNow(checking);
  return (
    <>
      {/* Without the time: it would be spoken again whenever it changes. */}
      <Announcer text={checking ? checkingSentence(files, null) : ''} everyMs={SPOKEN_EVERY_MS} urgent={checking} />
      <Announcer
        text={cannotTell ? cannotTellSentence(files, readsRecords) : ''}
        everyMs={SPOKEN_EVERY_MS}
        urgent={cannotTell}
      />
      {(checking || cannotTell) && (
        <div className={classes.notices}>
          {checking && (
            <section className={classes.notice} aria-label="Being checked">
              <p>{checkingSentence(files, now)}</p>
            </section>
          )}
          {cannotTell && (
            <section className={classes.notice} aria-label="Uncertain" data-tone="warn">
              <p>{cannotTellSentence(files, readsRecords)}</p>
              {!readsRecords && (
                <Button size="compact-sm" onClick={() => goTo('accounts')}>
                  Add one under Accounts
                </Button>
              )}
              <Button variant="default" size="compact-sm" onClick={() => void sendAgain(files.cannotTell)}>
                Submit them again (may be paid twice)…
              </Button>
              {onLook !== null && (
                <Button variant="default" size="compact-sm" onClick={onLook}>
                  Show them
                </Button>
              )}
            </section>
          )}
        </div>
      )}
    </>
  );
}
