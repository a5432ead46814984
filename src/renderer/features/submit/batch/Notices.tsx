import { Button } from '@mantine/core';
import type { PauseReason } from '../../../../shared/submissions/submission-state.ts';
import { Announcer } from '../../../ui/feedback/Announcer.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useNow } from '../../../ui/now.ts';
import { act, resume } from '../commands.ts';
import { type Bulk, cannotTellSentence, checkingSentence, type UncertainFiles } from './bulk.ts';
import classes from './Notices.module.css';

const SPOKEN_EVERY_MS = 30_000;

type HeldNotice = {
  readonly why: PauseReason['kind'];
  readonly label: string;
  /** Follows their number. */
  readonly text: string;
  readonly cancel: string;
  readonly submit: string;
  /** What costs nothing, unless the person was only asked to go on. */
  readonly suggested: 'cancel' | 'submit';
};

const heldNotices: readonly HeldNotice[] = [
  {
    why: 'beyond-spending-limit',
    label: 'Beyond your line',
    text: 'files wait for your word: they go beyond your line.',
    cancel: 'Cancel them',
    submit: 'Resume them…',
    suggested: 'submit',
  },
  {
    why: 'since-copy',
    label: 'Perhaps submitted since the copy',
    text: 'files wait for your word: the service’s records do not tell for sure, and they may have been submitted since the copy of Dropslip’s data.',
    cancel: 'Cancel them',
    submit: 'Submit them…',
    suggested: 'cancel',
  },
  {
    why: 'duplicate',
    label: 'Submitted before',
    text: 'files have the same bytes as others that you submitted or added.',
    cancel: 'Skip them',
    submit: 'Submit them anyway…',
    suggested: 'cancel',
  },
];

/** One answer for all files that wait for the same word; for one alone, its row is enough. */
export function HeldNotices({ held }: Pick<Bulk, 'held'>) {
  const shown = heldNotices.filter(({ why }) => held[why].length >= 2);
  if (shown.length === 0) return null;
  return (
    <div className={classes.notices}>
      {shown.map(({ why, label, text, cancel, submit, suggested }) => {
        const answers = [
          { key: 'cancel', words: cancel, give: () => act('cancel', held[why]) },
          { key: 'submit', words: submit, give: () => resume(held[why], why) },
        ];
        return (
          <section key={why} className={classes.notice} aria-label={label} data-tone="warn">
            <p>{`${formatCount(held[why].length)} ${text}`}</p>
            <div className={classes.answers}>
              {(suggested === 'submit' ? answers : answers.reverse()).map(({ key, words, give }) => (
                <Button
                  key={key}
                  size="compact-sm"
                  variant={key === suggested ? 'filled' : 'default'}
                  onClick={() => void give()}
                >
                  {words}
                </Button>
              ))}
            </div>
          </section>
        );
      })}
    </div>
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
