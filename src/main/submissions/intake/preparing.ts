import type { Failure } from '../../../shared/failures/failure.ts';
import type { DigestEnd, Digests } from '../../digests/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { AccountQueue } from '../queue/account-queue.ts';
import type { Duplicates } from './duplicates.ts';
import { fileFailure } from './file-failure.ts';
import type { SmallFileCache } from './small-file-cache.ts';

type PreparingParts = {
  readonly cache: SubmissionCache;
  readonly digests: Digests;
  readonly contents: SmallFileCache;
  readonly duplicates: Pick<Duplicates, 'find'>;
  readonly publisher: Pick<Publisher, 'changed' | 'moved'>;
  readonly batchOf: (accountId: string) => Batch;
  /** Writes a submission as it is and shows it. Never rejects. */
  readonly persist: (submission: StoredSubmission) => Promise<void>;
};

/** Reads files for their digests, and looks whether the same bytes were submitted before. */
export class Preparing {
  readonly #parts: PreparingParts;

  constructor(parts: PreparingParts) {
    this.#parts = parts;
  }

  /** The submission when it is ready to be sent; null when it is not, which is then written down. */
  async prepare(account: AccountQueue, { id, path }: StoredSubmission): Promise<StoredSubmission | null> {
    const { cache, digests, publisher } = this.#parts;
    const started = cache.apply(id, { type: 'prepare' });
    if (started === null) return null;
    const abort = new AbortController();
    account.preparing.set(id, abort);
    publisher.changed(started);
    const end = await digests.digest(path, 'no-follow', this.#onRead(started), abort.signal);
    if (account.preparing.get(id) === abort) account.preparing.delete(id);
    // Nothing more is decided for what was cancelled, nor after the queue has closed.
    return abort.signal.aborted ? null : this.#afterDigest(started, end);
  }

  /** The submission when it may be sent; null when it repeats an earlier submission and now waits for the person. */
  async admit(submission: StoredSubmission): Promise<StoredSubmission | null> {
    const { cache, duplicates, persist } = this.#parts;
    const of = duplicates.find(submission);
    if (of === null) return submission;
    const held = cache.apply(submission.id, { type: 'pause', why: { kind: 'duplicate', of } });
    if (held !== null) await persist(held);
    return null;
  }

  /** How far a file is read, for its row: a large one takes minutes. */
  #onRead({ id, accountId, size }: StoredSubmission): (done: number) => void {
    const { batchOf, publisher } = this.#parts;
    if (size === null) return () => undefined;
    return (done) => {
      batchOf(accountId).read({ id, done: Math.min(done, size), total: size });
      publisher.moved(accountId);
    };
  }

  async #afterDigest({ id, size, mtimeNs }: StoredSubmission, end: DigestEnd): Promise<StoredSubmission | null> {
    const { cache, contents, publisher } = this.#parts;
    // Cancelled or removed meanwhile: whoever did that has written it down.
    if (end.kind === 'cancelled' || cache.get(id)?.state.kind !== 'preparing') return null;
    if (end.kind === 'unreadable') return this.#refuse(id, fileFailure(end.code, end.detail));
    if (end.size === 0) return this.#refuse(id, { code: 'empty-file' });
    if (end.changedMeanwhile || end.size !== size || end.mtimeNs !== mtimeNs)
      return this.#refuse(id, { code: 'file-changed' });
    // The digest can be had again, so it waits for the attempt's own write to reach the disk.
    const { keccak256, blake2b256, sha256 } = end;
    const ready = cache.apply(id, { type: 'prepared' }, { keccak256, blake2b256, sha256 });
    if (ready === null) return null;
    const { bytes, inode, ctimeNs } = end;
    contents.put(id, bytes === null ? null : { bytes, inode, ctimeNs });
    const admitted = await this.admit(ready);
    if (admitted !== null) publisher.changed(admitted);
    return admitted;
  }

  async #refuse(id: number, reason: Failure): Promise<null> {
    const { cache, persist } = this.#parts;
    const refused = cache.apply(id, { type: 'refuse', reason });
    if (refused !== null) await persist(refused);
    return null;
  }
}
