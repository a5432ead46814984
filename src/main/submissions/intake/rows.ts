import { failure, type Result, success } from '../../../shared/bridge/failure.ts';
import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { storageFailureKind } from '../../storage/index.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Queue } from '../queue/queue.ts';
import { type Disk, expand } from './intake.ts';

export type RowParts = Disk & {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly journal: Pick<Journal, 'add' | 'remove'>;
  readonly publisher: Pick<Publisher, 'changed' | 'removed'>;
  readonly queue: Pick<Queue, 'enqueue' | 'interrupt'>;
  readonly batchOf: (accountId: string) => Pick<Batch, 'beginAddition' | 'endAddition'>;
};

export type Rows = ReturnType<typeof createRows>;

/** Makes rows of what was dropped, and takes rows away. */
export function createRows({ files, isOwn, clock, cache, journal, publisher, queue, batchOf }: RowParts) {
  const today = (): string => new Date(clock.now()).toISOString();

  return {
    /** Expands what was dropped and journals a row for each file before the window hears of it. */
    async add(accountId: string, paths: readonly string[]): Promise<Result<AddAnswer>> {
      let added = 0;
      const addedAt = today();
      const to = batchOf(accountId);
      const batch = to.beginAddition();
      try {
        const notes = await expand({ files, isOwn }, paths, async (found) => {
          const submissions = await journal.add(found.map((file) => ({ ...file, accountId, addedAt, batch })));
          added += submissions.length;
          for (const submission of submissions) {
            cache.put(submission);
            publisher.changed(submission);
            if (submission.state.kind === 'waiting') void queue.enqueue(submission);
          }
        });
        return success({ added, notes });
      } catch (error) {
        // A fault of ours is not the disk's: whoever answers the call logs it.
        if (storageFailureKind(error) === 'other') throw error;
        return failure({
          code: 'not-written',
          message:
            'The files could not be added, because nothing can be written to disk. Free some space, then drop them again.',
          detail: String(error),
        });
      } finally {
        to.endAddition();
      }
    },

    /** Takes rows away. What is being sent stays: cancel it first. */
    async remove(ids: readonly number[]): Promise<void> {
      const submissions = ids
        .flatMap((id) => cache.get(id) ?? [])
        .filter((submission) => submission.state.kind !== 'sending');
      if (submissions.length === 0) return;
      for (const submission of submissions) queue.interrupt(submission, 'cancel');
      await journal.remove(submissions, today());
      const byAccount = Map.groupBy(submissions, ({ accountId }) => accountId);
      for (const [accountId, gone] of byAccount) {
        for (const { id } of gone) cache.remove(id);
        publisher.removed(
          accountId,
          gone.map(({ id }) => id),
        );
      }
    },
  };
}
