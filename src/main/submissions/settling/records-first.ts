import type { Clock } from '../clock.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Lane } from '../queue/account-queue.ts';
import { createShowAwaits } from '../queue/awaiting.ts';
import type { SinceCopy, SinceCopyLook } from './since-copy.ts';

export type RecordsFirstParts = {
  readonly cache: SubmissionCache;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly sinceCopy: Pick<SinceCopy, 'isUnread' | 'holds' | 'look' | 'lateUntil'>;
  /** To be woken within so many milliseconds. */
  readonly within: (ms: number) => void;
  /** The records were read: it may be sent, unless it repeats what they show. */
  readonly onRead: (lane: Lane, submission: StoredSubmission) => void;
  /** They could not be read: a person has to say whether it is sent. */
  readonly onUnread: (submission: StoredSubmission) => void;
  readonly wake: () => void;
};

/** Holds what is ready to be sent until the records of its account were read, where its data came from a copy. */
export function createRecordsFirst({ cache, clock, publisher, sinceCopy, ...parts }: RecordsFirstParts) {
  const show = createShowAwaits(cache, publisher);

  async function read(lane: Lane): Promise<void> {
    lane.reading = true;
    const end = await sinceCopy.look(lane.accountId);
    lane.reading = false;
    lane.readAt = clock.monotonic() + end.ms;
    publisher.moved(lane.accountId);
    letGo(lane, end.of);
    parts.wake();
  }

  function letGo(lane: Lane, verdictOn: SinceCopyLook['of']): void {
    for (const id of [...lane.awaiting]) {
      const known = cache.get(id);
      const verdict = known === null ? 'clear' : verdictOn(known);
      if (verdict === 'again') continue;
      lane.awaiting.delete(id);
      const submission = show(id, null) ?? cache.get(id);
      // Unless a person has stopped it meanwhile.
      if (submission === null || !isToBeSent(submission.state)) continue;
      if (verdict === 'clear') parts.onRead(lane, submission);
      else parts.onUnread(submission);
    }
  }

  function attend(lane: Lane): void {
    if (lane.awaiting.size === 0 || lane.reading) return;
    const ms = lane.readAt - clock.monotonic();
    if (!sinceCopy.isUnread(lane.accountId)) letGo(lane, () => 'clear');
    else if (ms > 0) parts.within(ms);
    else void read(lane);
  }

  return {
    /** Takes a submission out of what is to be sent, where it has to wait. */
    holds(lane: Lane, submission: StoredSubmission): boolean {
      if (!sinceCopy.holds(submission)) return false;
      const { id } = submission;
      lane.toSend.remove(id);
      lane.awaiting.add(id);
      show(id, 'records');
      attend(lane);
      return true;
    },

    /** Reads the records once it is time to, and lets go what waited for them. */
    attend,
  };
}
