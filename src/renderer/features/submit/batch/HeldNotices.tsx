import { Button } from '@mantine/core';
import type { ResumeReason } from '../../../../shared/bridge/submissions.ts';
import { formatCount } from '../../../ui/format.ts';
import { act, resume } from '../commands.ts';
import type { Bulk } from './bulk.ts';
import classes from './Notices.module.css';

type HeldNotice = {
  readonly why: ResumeReason;
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
