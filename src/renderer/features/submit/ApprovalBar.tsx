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

/** Files that need approval before they are sent: their number, their cost and the account that pays. */
export function ApprovalBar({ ids }: { readonly ids: readonly number[] }) {
  const unapproved = useWindowStore((state) => state.held.unapproved);
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId));
  // The rows and the costs arrive in different events. The user needs both to approve.
  const shown = unapproved !== null && account !== undefined && ids.length > 0;
  const [wasThere, setWasThere] = useState(shown);
  if (wasThere && !shown) setWasThere(false);
  return shown ? <Bar ids={ids} unapproved={unapproved} account={account} comes={!wasThere} /> : null;
}

type Props = {
  readonly ids: readonly number[];
  readonly unapproved: NonNullable<HeldCosts['unapproved']>;
  readonly account: Account;
  /** True if the bar appears while the screen is open. */
  readonly comes: boolean;
};

function Bar({ ids, unapproved, account, comes }: Props) {
  const limit = useWindowStore((state) => state.held.limit);
  const [isAnswering, setAnswering] = useState(false);
  const bar = useFocusWhenShown(comes);
  const isPublic = useWindowStore(({ submissions }) => ids.some((id) => submissions.get(id)?.readers === undefined));
  const words = approvalWords(unapproved, limit, account, isPublic);
  const isWhole = !unapproved.adding && ids.length === unapproved.rows;

  // Until main has accepted the answer, the bar stays and further clicks do nothing.
  const answer = async (give: () => Promise<void>): Promise<void> => {
    if (isAnswering) return;
    setAnswering(true);
    await give();
    setAnswering(false);
  };
  const submit = (those: readonly number[]): Promise<void> =>
    approve(those, account, unapproved.estimate?.cost ?? null);
  // The button disappears after the click. The focus stays on the bar, as other files still need approval.
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
 * Moves the focus to the bar of files that were just added. It does not focus the approve button, so that a pending key
 * press cannot approve. It never takes the focus from a text field.
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
