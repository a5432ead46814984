import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ResumeReason } from '../../../shared/bridge/submissions.ts';
import { isMoving } from '../../../shared/submissions/submission-state.ts';
import { goTo } from '../../data/navigation.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { useNow } from '../../ui/now.ts';
import { beyondLimitWords, carriedOverWords } from './batch-words.ts';
import { type Bulk, cannotTellSentence, checkingSentence, type UncertainFiles } from './bulk.ts';
import { act, resume, sendAgain } from './commands.ts';
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

export function PartsNotice() {
  const isRead = usePreferences((chosen) => chosen.knowsParts);
  const isDue = useWindowStore(
    ({ lists, submissions }) =>
      !isRead &&
      lists.working.some((id) => {
        const submission = submissions.get(id);
        return submission !== undefined && submission.parts !== null && isMoving(submission.state);
      }),
  );
  if (!isDue) return null;
  return (
    <section className={classes.notice} aria-label="Sent in parts">
      <p>
        Files larger than the service accepts are sent in parts. You still see one file, one total cost and one receipt.
        The last part, the manifest, puts them together again.
      </p>
      <IconButton
        icon={IconX}
        label="Close this message"
        onClick={() => {
          void changePreferences({ knowsParts: true });
          // The button goes with it, and must not take the focus along.
          document.querySelector<HTMLElement>('button[data-group="all"]')?.focus();
        }}
      />
    </section>
  );
}

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
