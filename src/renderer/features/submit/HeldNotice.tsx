import { Button } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import classes from './HeldNotice.module.css';
import type { HeldFiles } from './held-files.ts';

type Props = {
  readonly held: HeldFiles;
  readonly onSendBeyond: () => void;
  readonly onCancelBeyond: () => void;
  readonly onSubmitSinceCopy: () => void;
  readonly onCancelSinceCopy: () => void;
  readonly onSkipDuplicates: () => void;
  readonly onSubmitDuplicates: () => void;
};

/** One answer for all files that wait for the same word; for one alone, its row is enough. */
export function HeldNotice(props: Props) {
  const { held, onSendBeyond, onCancelBeyond, onSkipDuplicates, onSubmitDuplicates } = props;
  const beyond = held.beyondSpendingLimit.length;
  const duplicates = held.duplicates.length;
  const sinceCopy = held.sinceCopy.length;
  if (beyond < 2 && duplicates < 2 && sinceCopy < 2) return null;
  return (
    <div className={classes.notices}>
      {beyond >= 2 && (
        <section className={classes.notice} aria-label="Beyond your line">
          <p>{formatCount(beyond)} files wait for your word: they go beyond your line.</p>
          <div className={classes.answers}>
            <Button variant="default" size="compact-sm" onClick={onCancelBeyond}>
              Cancel them
            </Button>
            <Button size="compact-sm" onClick={onSendBeyond}>
              Resume them…
            </Button>
          </div>
        </section>
      )}
      {sinceCopy >= 2 && (
        <section className={classes.notice} aria-label="Perhaps submitted since the copy">
          <p>
            {formatCount(sinceCopy)} files wait for your word: the service’s records do not tell for sure, and they may
            have been submitted since the copy of Dropslip’s data.
          </p>
          <div className={classes.answers}>
            <Button variant="default" size="compact-sm" onClick={props.onSubmitSinceCopy}>
              Submit them…
            </Button>
            <Button size="compact-sm" onClick={props.onCancelSinceCopy}>
              Cancel them
            </Button>
          </div>
        </section>
      )}
      {duplicates >= 2 && (
        <section className={classes.notice} aria-label="Submitted before">
          <p>{formatCount(duplicates)} files have the same bytes as others that you submitted or added.</p>
          <div className={classes.answers}>
            <Button variant="default" size="compact-sm" onClick={onSubmitDuplicates}>
              Submit them anyway…
            </Button>
            <Button size="compact-sm" onClick={onSkipDuplicates}>
              Skip them
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
