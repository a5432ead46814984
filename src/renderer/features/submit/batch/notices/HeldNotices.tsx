import { Button } from '@mantine/core';
import type { ResumeReason } from '../../../../../shared/bridge/submissions.ts';
import { useWindowStore } from '../../../../data/window-store.ts';
import { formatCount } from '../../../../ui/format.ts';
import { act, resume } from '../../commands.ts';
import { beyondLimitWords } from '../approval-words.ts';
import type { Bulk } from '../bulk.ts';
import classes from './Notices.module.css';

type HeldNotice = {
  readonly why: Exclude<ResumeReason, 'by-person' | 'beyond-spending-limit'>;
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
    why: 'since-copy',
    label: 'Possibly submitted since the copy',
    text: 'files wait for your decision. They may have been submitted since the copy of Dropslip’s data was made.',
    cancel: 'Cancel them',
    submit: 'Submit them…',
    suggested: 'cancel',
  },
  {
    why: 'duplicate',
    label: 'Submitted before',
    text: 'files have the same contents as others you submitted or added.',
    cancel: 'Skip them',
    submit: 'Submit them anyway…',
    suggested: 'cancel',
  },
];

/** One answer for all files that wait for the same word; for one alone, its row is enough. */
export function HeldNotices({ held }: Pick<Bulk, 'held'>) {
  const beyond = held['beyond-spending-limit'];
  const shown = heldNotices.filter(({ why }) => held[why].length >= 2);
  if (shown.length + beyond.length === 0) return null;
  return (
    <div className={classes.notices}>
      <BeyondLimitNotice ids={beyond} />
      {shown.map(({ why, label, text, cancel, submit, suggested }) => (
        <Notice key={why} why={why} ids={held[why]} label={label} cancel={cancel} submit={submit} suggested={suggested}>
          {`${formatCount(held[why].length)} ${text}`}
        </Notice>
      ))}
    </div>
  );
}

/** With its figures also for one alone: its row has no room for them. */
function BeyondLimitNotice({ ids }: { readonly ids: readonly number[] }) {
  const beyond = useWindowStore((state) => state.held.beyondLimit);
  const limit = useWindowStore((state) => state.held.limit);
  if (beyond === null || ids.length === 0) return null;
  const { text, submit } = beyondLimitWords(beyond, limit);
  return (
    <Notice
      why="beyond-spending-limit"
      ids={ids}
      label="Beyond your spending limit"
      cancel={ids.length === 1 ? 'Cancel it' : 'Cancel them'}
      submit={submit}
      suggested="submit"
    >
      {text}
    </Notice>
  );
}

type NoticeProps = Pick<HeldNotice, 'label' | 'cancel' | 'submit' | 'suggested'> & {
  readonly why: ResumeReason;
  readonly ids: readonly number[];
  readonly children: string;
};

function Notice({ why, ids, label, cancel, submit, suggested, children }: NoticeProps) {
  const answers = [
    { key: 'cancel', words: cancel, give: () => act('cancel', ids) },
    { key: 'submit', words: submit, give: () => resume(ids, why) },
  ];
  return (
    <section className={classes.notice} aria-label={label} data-tone="warn">
      <p>{children}</p>
      <div className={classes.answers}>
        {(suggested === 'submit' ? answers.toReversed() : answers).map(({ key, words, give }) => (
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
}
