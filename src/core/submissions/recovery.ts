import { awaitsRecord } from '../../shared/submissions/submission-state.ts';
import type { Clock } from '../service/index.ts';
import type { RetriedWrites } from '../storage/index.ts';
import type { Journal } from './journal/journal.ts';
import type { StoredSubmission } from './journal/submission.ts';
import type { SubmissionCache } from './journal/submission-cache.ts';
import type { Parts } from './parts/parts.ts';
import type { Publisher } from './progress/publisher.ts';
import type { Queue } from './queue/queue.ts';
import { answerLost } from './settling/settlement.ts';
import type { Settling } from './settling/settling.ts';

type RecoveryParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly journal: Journal;
  readonly retriedWrites: RetriedWrites;
  readonly publisher: Publisher;
  readonly queue: Queue;
  readonly settling: Settling;
  readonly parts: Pick<Parts, 'resume'>;
};

/**
 * Takes up what an earlier run left: nothing that may have been accepted goes back into the queue. All submissions are as they
 * must be when it returns. The disk is not waited for: it may refuse for hours, and the window is to say so.
 */
export function recover(parts: RecoveryParts): void {
  const { cache, clock } = parts;
  const at = new Date(clock.now()).toISOString();
  const submissions = [...cache.all()];
  const closed = submissions.map((submission) => closeAttempt(parts, submission, at));
  // Only now, because whether one is a duplicate depends on all others.
  const unwritten = new Map<number, Promise<void>[]>();
  for (const [index, { id, partOf }] of submissions.entries()) {
    const written = closed[index] ?? null;
    if (written !== null && partOf !== null) unwritten.set(partOf.row, [...(unwritten.get(partOf.row) ?? []), written]);
    if (written === null || isToBeStopped(cache.get(id))) goOn(parts, id);
    else void written.then(() => goOn(parts, id));
  }
  for (const { id, state } of submissions) {
    if (state.kind === 'in-parts') void Promise.all(unwritten.get(id) ?? []).then(() => resume(parts, id));
  }
}

/** Its parts have their turns where they were. */
function resume({ cache, parts }: RecoveryParts, id: number): void {
  const row = cache.get(id);
  if (row?.state.kind === 'in-parts') parts.resume(row);
}

/** It waits, but not to be sent: a person has wanted it to stop. */
function isToBeStopped(submission: StoredSubmission | null): boolean {
  return submission?.state.kind === 'waiting' && submission.wish !== null;
}

/** As it is by then: a person may have decided while the disk refused. */
function goOn({ cache, queue, settling }: RecoveryParts, id: number): void {
  const submission = cache.get(id);
  if (submission === null) return;
  const isToBeSent = submission.state.kind === 'waiting' || submission.state.kind === 'retrying';
  if (isToBeSent && submission.partOf === null) void queue.enqueue(submission);
  if (awaitsRecord(submission.state)) settling.watch(submission, true);
}

/** Resolves once the end of what was being sent is on the disk; null where nothing was. */
function closeAttempt(parts: RecoveryParts, submission: StoredSubmission, at: string): Promise<void> | null {
  const { cache, journal, retriedWrites, publisher } = parts;
  if (submission.state.kind !== 'sending') return null;
  const number = submission.state.attempt;
  const whole = journal.wholeBodyMayBeOut(submission.id, number);
  const changed = cache.apply(submission.id, whole ? answerLost(at, { code: 'interrupted' }) : { type: 'interrupted' });
  if (changed === null) return null;
  const end = {
    endedAt: at,
    outcome: 'interrupted',
    failures: [{ code: whole ? 'ended-while-awaited' : 'ended-before-last-bytes' }],
    detail: null,
  } as const;
  return retriedWrites
    .write(() => journal.endAttempt(cache.get(submission.id) ?? changed, number, end))
    .then(() => publisher.changed(cache.get(submission.id) ?? changed));
}
