import type { Failure } from '../../../shared/failures/failure.ts';
import type { ContentSource, PrepareEnd } from '../content/content-source.ts';
import { fileFailure } from '../content/file-change.ts';
import type { Passphrases } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Parts } from '../parts/parts.ts';
import type { AccountQueue } from '../progress/account-queue.ts';
import type { Batches } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { SmallFileCache } from '../sending/small-file-cache.ts';
import type { Duplicates } from './duplicates.ts';

/** Reads files for their digests, and looks for earlier submissions of the same bytes. */
export class Preparing {
  readonly #cache: SubmissionCache;
  readonly #passphrases: Passphrases;
  readonly #sourceOf: (row: StoredSubmission) => ContentSource;
  readonly #batches: Batches;
  readonly #publisher: Publisher;
  readonly #parts: Parts;
  readonly #contents: SmallFileCache;
  readonly #duplicates: Duplicates;
  readonly #events: QueueEvents;

  constructor(
    cache: SubmissionCache,
    passphrases: Passphrases,
    sourceOf: (row: StoredSubmission) => ContentSource,
    batches: Batches,
    publisher: Publisher,
    parts: Parts,
    contents: SmallFileCache,
    duplicates: Duplicates,
    events: QueueEvents,
  ) {
    this.#cache = cache;
    this.#passphrases = passphrases;
    this.#sourceOf = sourceOf;
    this.#batches = batches;
    this.#publisher = publisher;
    this.#parts = parts;
    this.#contents = contents;
    this.#duplicates = duplicates;
    this.#events = events;
  }

  /** Returns the submission if it goes on to be sent. Null if it was refused or interrupted, or waits for the user. */
  async prepare(account: AccountQueue, { id }: StoredSubmission): Promise<StoredSubmission | null> {
    const started = this.#cache.apply(id, { type: 'prepare' });
    if (started === null) return null;
    const abort = new AbortController();
    account.preparing.set(id, abort);
    this.#publisher.changed(started);
    const settle = (): void => {
      if (account.preparing.get(id) === abort) account.preparing.delete(id);
    };
    if (started.partOf !== null) return this.#prepareSlice(started, abort.signal).finally(settle);
    const end = await this.#sourceOf(started).prepare(started, this.#onRead(started), abort.signal);
    settle();
    // A cancelled submission is not decided further. Neither is any after the queue has closed.
    return abort.signal.aborted ? null : this.#afterDigest(started, end);
  }

  /** Returns the submission if it may be sent. Returns null if it repeats an earlier one and waits for the user. */
  async admit(submission: StoredSubmission): Promise<StoredSubmission | null> {
    // A part that repeats bytes needs no question: it takes the id of the existing submission.
    if (submission.partOf !== null) return submission;
    const of = this.#duplicates.find(submission);
    if (of === null) return submission;
    await this.#cache.save(this.#cache.apply(submission.id, { type: 'pause', why: { kind: 'duplicate', of } }));
    return null;
  }

  /** Reads a part. If its row is stopped, the part waits for it. */
  async #prepareSlice({ id, size }: StoredSubmission, signal: AbortSignal): Promise<StoredSubmission | null> {
    const part = this.#cache.get(id);
    const end = part === null ? null : await this.#parts.read(part, signal);
    if (end === null || this.#cache.get(id)?.state.kind !== 'preparing') return null;
    if (end.kind === 'failed') return this.#refuse(id, end.reason);
    if (end.kind === 'cancelled') {
      const back = this.#cache.apply(id, { type: 'interrupted' });
      if (back !== null) this.#events.emit('part-made', back);
      return null;
    }
    // A part that was made smaller meanwhile gets no digest, so the queue has it read again.
    const isWhole = this.#cache.get(id)?.size === size;
    const { bytes, keccak256, blake2b256, sha256 } = end;
    const ready = this.#cache.apply(id, { type: 'prepared' }, isWhole ? { keccak256, blake2b256, sha256 } : {});
    if (ready === null) return null;
    this.#contents.put(id, isWhole ? { bytes, inode: 0n, ctimeNs: 0n } : null);
    this.#publisher.changed(ready);
    return this.#cache.get(id);
  }

  /** Returns a function that reports the progress of reading, because a large file takes minutes. */
  #onRead({ id, accountId, size }: StoredSubmission): (done: number) => void {
    if (size === null) return () => undefined;
    return (done) => {
      this.#batches.of(accountId).read({ id, done: Math.min(done, size), total: size });
      this.#publisher.moved(accountId);
    };
  }

  async #afterDigest({ id, size, mtimeNs }: StoredSubmission, end: PrepareEnd): Promise<StoredSubmission | null> {
    // A cancel or removal meanwhile has already stored its state.
    if (end.kind === 'cancelled' || this.#cache.get(id)?.state.kind !== 'preparing') return null;
    if (end.kind === 'failed') return this.#refuse(id, end.reason);
    if (end.kind === 'prepared') {
      const { keccak256, blake2b256, sha256, patch } = end;
      const ready = this.#cache.apply(id, { type: 'prepared' }, { ...patch, keccak256, blake2b256, sha256 });
      if (ready !== null && patch !== undefined) await this.#keepCopy(ready);
      return this.#ready(ready === null ? null : this.#cache.get(id));
    }
    if (end.kind === 'unreadable') return this.#refuse(id, fileFailure(end.code, end.detail));
    if (end.size === 0) return this.#refuse(id, { code: 'empty' });
    if (end.changedMeanwhile || end.size !== size || end.mtimeNs !== mtimeNs)
      return this.#refuse(id, { code: 'file-changed' });
    // The digest can be computed again, so it is written together with the attempt.
    const { keccak256, blake2b256, sha256, bytes, inode, ctimeNs } = end;
    const seenAs = { inode, ctimeNs };
    const ready = this.#cache.apply(id, { type: 'prepared' }, { keccak256, blake2b256, sha256, seenAs });
    if (ready === null) return null;
    this.#contents.put(id, bytes === null ? null : { bytes, inode, ctimeNs });
    return this.#ready(ready);
  }

  /** Forgets the passphrase once the encrypted copy is recorded on the disk. */
  async #keepCopy(row: StoredSubmission): Promise<void> {
    await this.#cache.save(row);
    this.#passphrases.forget(row.id);
  }

  async #ready(ready: StoredSubmission | null): Promise<StoredSubmission | null> {
    const admitted = ready === null ? null : await this.admit(ready);
    if (admitted !== null) this.#publisher.changed(admitted);
    return admitted;
  }

  async #refuse(id: number, reason: Failure): Promise<null> {
    await this.#cache.save(this.#cache.apply(id, { type: 'refuse', reason }));
    return null;
  }
}
