import { Button } from '@mantine/core';
import { goTo } from '../../data/navigation.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { formatCount } from '../../ui/format.ts';
import { beyondLimitWords } from './batch-words.ts';
import type { Bulk } from './bulk.ts';
import { act, resume, sendAgain } from './commands.ts';
import classes from './Notices.module.css';

type Answer = { readonly words: string; readonly give: () => void };

type GroupQuestion = {
  readonly label: string;
  readonly text: string;
  /** The first answer is the recommended one. */
  readonly answers: readonly Answer[];
};

/** One answer for several files that need the same decision. A single file has its answer in its row. */
export function Notices({ held, cannotTell }: Pick<Bulk, 'held' | 'cannotTell'>) {
  const beyond = useWindowStore((state) => state.held.beyondLimit);
  const limit = useWindowStore((state) => state.held.limit);
  const readsRecords = useWindowStore(activeReadsRecords);
  const notices: GroupQuestion[] = [];
  const beyondIds = held['beyond-spending-limit'];
  // Shown for a single file too: its row has no room for the amounts.
  if (beyond !== null && beyondIds.length > 0) {
    const { text, submit } = beyondLimitWords(beyond, limit);
    notices.push({
      label: 'Beyond your spending limit',
      text,
      answers: [
        { words: submit, give: () => void resume(beyondIds, 'beyond-spending-limit') },
        { words: 'Cancel', give: () => void act('cancel', beyondIds) },
      ],
    });
  }
  const sinceCopy = held['since-copy'];
  if (sinceCopy.length > 1) {
    notices.push({
      label: 'Possibly submitted since the copy',
      text: `${formatCount(sinceCopy.length)} files may have been submitted since the copy of Dropslip’s data was made.`,
      answers: [
        { words: 'Cancel them', give: () => void act('cancel', sinceCopy) },
        { words: 'Submit them…', give: () => void resume(sinceCopy, 'since-copy') },
      ],
    });
  }
  const { duplicate } = held;
  if (duplicate.length > 1) {
    notices.push({
      label: 'Submitted before',
      text: `${formatCount(duplicate.length)} files have the same contents as others you submitted or added.`,
      answers: [
        { words: 'Skip them', give: () => void act('cancel', duplicate) },
        { words: 'Submit them anyway…', give: () => void resume(duplicate, 'duplicate') },
      ],
    });
  }
  if (cannotTell.length > 1) {
    const add = { words: 'Add one under Accounts', give: () => goTo('accounts') };
    const again = { words: 'Submit them again (may be paid twice)…', give: () => void sendAgain(cannotTell) };
    const why = readsRecords
      ? ', and the service’s records can’t tell.'
      : '. Dropslip finds out by reading the service’s records, which needs an access token.';
    notices.push({
      label: 'Uncertain',
      text: `${formatCount(cannotTell.length)} files may have been paid for${why}`,
      answers: readsRecords ? [again] : [add, again],
    });
  }
  if (notices.length === 0) return null;
  return (
    <div className={classes.notices}>
      {notices.map(({ label, text, answers }) => (
        <section key={label} className={classes.notice} aria-label={label}>
          <p>{text}</p>
          <div className={classes.answers}>
            {answers.map(({ words, give }, index) => (
              <Button
                key={words}
                size="compact-sm"
                // An answer that may pay twice is never recommended.
                variant={index === 0 && answers.length > 1 ? 'filled' : 'default'}
                onClick={give}
              >
                {words}
              </Button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
