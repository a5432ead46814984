import { awaitsRecord } from '../../shared/submissions/submission-state.ts';
import type { Tokens } from '../balances/index.ts';
import type { Reach } from '../service/index.ts';
import type { StoredSubmission } from './journal/submission.ts';
import type { SubmissionCache } from './journal/submission-cache.ts';
import type { Batch } from './progress/batch.ts';
import type { Publisher } from './progress/publisher.ts';
import { type Duplicates, describeOriginal } from './queue/duplicates.ts';
import type { Queue } from './queue/queue.ts';
import type { QueueEvents } from './queue-events.ts';
import type { Settling } from './settling/settling.ts';

type FollowUpParts = {
  readonly cache: Pick<SubmissionCache, 'apply'>;
  readonly events: QueueEvents;
  readonly settling: Pick<Settling, 'watch'>;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly duplicates: Pick<Duplicates, 'heldFor'>;
  readonly tokens: Pick<Tokens, 'refresh'>;
  readonly publisher: Pick<Publisher, 'moved'>;
  readonly reach: Reach;
  readonly batchOf: (accountId: string) => Pick<Batch, 'charge'>;
  readonly persist: (submission: StoredSubmission) => Promise<void>;
};

/** A balance is read again no sooner than this, unless the account's window asks for a pause between requests. */
const BALANCE_FRESH_MS = 60_000;

/** What else is to be done once an attempt has ended, or it is known what became of a submission. */
export class FollowUp {
  readonly #parts: FollowUpParts;

  constructor(parts: FollowUpParts) {
    this.#parts = parts;
    parts.events.on('attempt-ended', (submission) => this.#follow(submission));
    parts.events.on('doubted', (submission) => this.#follow(submission));
    parts.events.on('settled', (submission, by) => this.#settled(submission, by));
  }

  async readBalance(accountId: string): Promise<void> {
    const { reach, publisher, tokens } = this.#parts;
    const to = await reach(accountId);
    if (to === null) return;
    await tokens.refresh(accountId, to, BALANCE_FRESH_MS);
    publisher.moved(accountId);
  }

  #follow(submission: StoredSubmission): void {
    const { cache, duplicates, persist, settling } = this.#parts;
    if (awaitsRecord(submission.state)) settling.watch(submission);
    if (submission.state.kind !== 'submitted') return;
    void this.readBalance(submission.accountId);
    for (const { id } of duplicates.heldFor(submission)) {
      const held = cache.apply(id, { type: 'original-known', of: describeOriginal(submission) });
      if (held !== null) void persist(held);
    }
  }

  #settled(submission: StoredSubmission, by: 'records' | 'person'): void {
    this.#follow(submission);
    if (submission.state.kind !== 'waiting') return;
    const { batchOf, queue } = this.#parts;
    // What the records prove was not taken has cost nothing. A person's word is no such proof.
    if (by === 'records') batchOf(submission.accountId).charge(submission.id, null);
    void queue.enqueue(submission, by === 'person' ? 'by-person' : 'by-app');
  }
}
