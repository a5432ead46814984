import type { Failure } from '../../../shared/bridge/failure.ts';
import type { DigestEnd, Digests } from '../../digests/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { AccountQueue } from '../queue/account-queue.ts';
import { emptyFile, fileChanged, unreadableFile } from '../sentences.ts';
import type { ContentsAtHand } from './contents-at-hand.ts';
import type { Duplicates } from './duplicates.ts';

export type PreparingParts = {
  readonly cache: SubmissionCache;
  readonly digests: Digests;
  readonly contents: ContentsAtHand;
  readonly duplicates: Duplicates;
  readonly publisher: Publisher;
  /** Writes a submission as it is and shows it. Never rejects. */
  readonly persist: (submission: StoredSubmission) => Promise<void>;
};

export type Preparing = ReturnType<typeof createPreparing>;

/** Reads files for their digests, and looks whether the same bytes were submitted before. */
export function createPreparing({ cache, contents, digests, duplicates, publisher, persist }: PreparingParts) {
  async function refuse(id: number, reason: Failure): Promise<null> {
    const refused = cache.apply(id, { type: 'refuse', reason });
    if (refused !== null) await persist(refused);
    return null;
  }

  async function admit(submission: StoredSubmission): Promise<StoredSubmission | null> {
    const of = duplicates.find(submission);
    if (of === null) return submission;
    const held = cache.apply(submission.id, { type: 'pause', why: { kind: 'duplicate', of } });
    if (held !== null) await persist(held);
    return null;
  }

  async function judge(submission: StoredSubmission, end: DigestEnd): Promise<StoredSubmission | null> {
    // Cancelled or removed meanwhile: whoever did that has written it down.
    if (end.kind === 'cancelled' || cache.get(submission.id)?.state.kind !== 'preparing') return null;
    if (end.kind === 'unreadable') return refuse(submission.id, unreadableFile(end.code, end.detail));
    if (end.size === 0) return refuse(submission.id, emptyFile);
    if (end.changedMeanwhile || end.size !== submission.size || end.mtimeNs !== submission.mtimeNs) {
      return refuse(submission.id, fileChanged);
    }
    // The digest can be had again, so it waits for the attempt's own write to reach the disk.
    const { keccak256, blake2b256, sha256 } = end;
    const ready = cache.apply(submission.id, { type: 'prepared' }, { keccak256, blake2b256, sha256 });
    if (ready === null) return null;
    const { bytes, inode, ctimeNs } = end;
    contents.put(submission.id, bytes === null ? null : { bytes, inode, ctimeNs });
    const admitted = await admit(ready);
    if (admitted !== null) publisher.changed(admitted);
    return admitted;
  }

  return {
    /** The submission when it may be sent; null when it repeats an earlier submission and now waits for the person. */
    admit,

    /** The submission when it is ready to be sent; null when it is not, which is then written down. */
    async prepare(account: AccountQueue, submission: StoredSubmission): Promise<StoredSubmission | null> {
      const started = cache.apply(submission.id, { type: 'prepare' });
      if (started === null) return null;
      const abort = new AbortController();
      account.preparing.set(submission.id, abort);
      publisher.changed(started);
      const end = await digests.digest(submission.path, 'no-follow', () => undefined, abort.signal);
      if (account.preparing.get(submission.id) === abort) account.preparing.delete(submission.id);
      // Nothing more is decided for what was cancelled, nor after the submissions has closed.
      return abort.signal.aborted ? null : judge(started, end);
    },
  };
}
