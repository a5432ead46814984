import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '../../../shared/bridge/accounts.ts';
import type { HeldCosts } from '../../../shared/bridge/submissions.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import classes from './ApprovalBar.module.css';
import { approvalSpoken, approvalWords } from './batch-words.ts';
import { act, approve } from './commands.ts';

const SPOKEN_EVERY_MS = 10_000;

/** What was added and waits for a yes before anything of it is sent: how many files, what they cost, who pays. */
export function ApprovalBar({ ids }: { readonly ids: readonly number[] }) {
  const unapproved = useWindowStore((state) => state.held.unapproved);
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId));
  // The rows and their figures come by different events: only together are they what a person can say yes to.
  const shown = unapproved !== null && account !== undefined && ids.length > 0;
  const [wasThere] = useState(shown);
  return shown ? <Bar ids={ids} unapproved={unapproved} account={account} comes={!wasThere} /> : null;
}

type Props = {
  readonly ids: readonly number[];
  readonly unapproved: NonNullable<HeldCosts['unapproved']>;
  readonly account: Account;
  /** It comes while somebody looks at the screen; else it was there before the screen was opened. */
  readonly comes: boolean;
};

function Bar({ ids, unapproved, account, comes }: Props) {
  const limit = useWindowStore((state) => state.held.limit);
  const [isAnswering, setAnswering] = useState(false);
  const bar = useFocusWhenShown(comes);
  const isPublic = useWindowStore(({ submissions }) => ids.some((id) => submissions.get(id)?.readers === undefined));
  const words = approvalWords(unapproved, limit, account, isPublic);
  const isWhole = !unapproved.adding && ids.length === unapproved.rows;

  // Until main has taken the answer the bar stays as it is, and a second click says nothing more.
  const answer = async (give: () => Promise<void>): Promise<void> => {
    if (isAnswering) return;
    setAnswering(true);
    await give();
    setAnswering(false);
  };
  const submit = (those: readonly number[]): Promise<void> =>
    approve(those, account, unapproved.estimate?.cost ?? null);
  // The button goes once it has said yes; the others wait on, and the keyboard stays with them.
  const submitOne = async (): Promise<void> => {
    bar.current?.focus({ preventScroll: true });
    await submit(ids.slice(0, 1));
  };

  return (
    <section ref={bar} className={classes.bar} aria-label="Waiting for your approval" tabIndex={-1}>
      <div className={classes.words}>
        <p className={classes.facts}>{words.facts.join(' · ')}</p>
        <p className={classes.notes}>
          {words.notes.map(({ text, tone }) => (
            <span key={text} data-tone={tone}>
              {text}{' '}
            </span>
          ))}
        </p>
      </div>
      <div className={classes.answers}>
        {words.submitOne !== null && (
          <Button disabled={!isWhole} onClick={() => void answer(submitOne)}>
            {words.submitOne}
          </Button>
        )}
        <Button
          variant={words.submitOne === null ? 'filled' : 'default'}
          disabled={!isWhole}
          onClick={() => void answer(() => submit(ids))}
        >
          {words.submit}
        </Button>
        <Button variant="default" onClick={() => void answer(() => act('remove', ids))}>
          Cancel
        </Button>
      </div>
      <Announcer text={approvalSpoken(words)} everyMs={SPOKEN_EVERY_MS} />
    </section>
  );
}

/**
 * Whoever has just let files go is asked here: the keyboard goes to the question, and not to its yes, so that no key that
 * was on its way says it. Nobody is taken away from what they type.
 */
function useFocusWhenShown(comes: boolean) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = bar.current;
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    const isTyping = activeElement?.closest('input, textarea, select, [role="dialog"]') != null;
    if (isFree || (comes && !isTyping)) shown?.focus({ preventScroll: true });
  }, [comes]);
  return bar;
}
