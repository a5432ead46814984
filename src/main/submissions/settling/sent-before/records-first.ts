import type { Clock } from '../../clock.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import type { SubmissionCache } from '../../journal/submission-cache.ts';
import { isToBeSent } from '../../journal/transitions.ts';
import type { Publisher } from '../../progress/publisher.ts';
import type { AccountQueue } from '../../queue/account-queue.ts';
import { createShowAwaits } from '../../queue/awaiting.ts';
import type { SinceCopy, SinceCopyLook } from './since-copy.ts';

export type RecordsFirstParts = {
  readonly cache: SubmissionCache;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly sinceCopy: Pick<SinceCopy, 'isUnread' | 'holds' | 'look' | 'lateUntil'>;
  /** To be woken within so many milliseconds. */
  readonly within: (ms: number) => void;
  /** The records were read: it may be sent, unless it repeats what they show. */
  readonly onRead: (account: AccountQueue, submission: StoredSubmission) => void;
  /** They could not be read: a person has to say whether it is sent. */
  readonly onUnread: (submission: StoredSubmission) => void;
  readonly wake: () => void;
};

/** Holds what is ready to be sent until the records of its account were read, where its data came from a copy. */
export function createRecordsFirst({ cache, clock, publisher, sinceCopy, ...parts }: RecordsFirstParts) {
  const show = createShowAwaits(cache, publisher);

  async function read(account: AccountQueue): Promise<void> {
    account.reading = true;
    const end = await sinceCopy.look(account.accountId);
    account.reading = false;
    account.readAt = clock.monotonic() + end.ms;
    publisher.moved(account.accountId);
    letGo(account, end.of);
    parts.wake();
  }

  function letGo(account: AccountQueue, verdictOn: SinceCopyLook['of']): void {
    for (const id of [...account.awaiting]) {
      const known = cache.get(id);
      const verdict = known === null ? 'clear' : verdictOn(known);
      if (verdict === 'again') continue;
      account.awaiting.delete(id);
      const submission = show(id, null) ?? cache.get(id);
      // Unless a person has stopped it meanwhile.
      if (submission === null || !isToBeSent(submission.state)) continue;
      if (verdict === 'clear') parts.onRead(account, submission);
      else parts.onUnread(submission);
    }
  }

  function attend(account: AccountQueue): void {
    if (account.awaiting.size === 0 || account.reading) return;
    const ms = account.readAt - clock.monotonic();
    if (!sinceCopy.isUnread(account.accountId)) letGo(account, () => 'clear');
    else if (ms > 0) parts.within(ms);
    else void read(account);
  }

  return {
    /** Takes a submission out of what is to be sent, where it has to wait. */
    holds(account: AccountQueue, submission: StoredSubmission): boolean {
      if (!sinceCopy.holds(submission)) return false;
      const { id } = submission;
      account.toSend.remove(id);
      account.awaiting.add(id);
      show(id, 'records');
      attend(account);
      return true;
    },

    /** Reads the records once it is time to, and lets go what waited for them. */
    attend,
  };
}
