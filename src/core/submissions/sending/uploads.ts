import type { Failure } from '../../../shared/failures/failure.ts';
import type { Destination } from '../../accounts/index.ts';
import type { FileThreads } from '../../files/index.ts';
import {
  type ContentAtHand,
  freeMemory,
  type SubmitOutcome,
  submitRawData,
  UPLOAD_PIECE_BYTES,
  type WireLimits,
} from '../../service/index.ts';
import type { EncryptedSource } from '../content/encrypted-source.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Parts } from '../parts/parts.ts';
import type { AttemptUnderWay } from '../progress/account-queue.ts';
import type { Batches } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Settling } from '../settling/settling.ts';
import type { AttemptEnd } from './consequence.ts';
import type { SmallFileCache } from './small-file-cache.ts';

const cancelled: SubmitOutcome = { kind: 'not-sent', error: { code: 'cancelled' } };

/** A submission whose file was read. */
export type Ready = StoredSubmission & { readonly size: number; readonly mtimeNs: string; readonly sha256: string };

/** Uploads the content of submissions and shows the progress. */
export class Uploads {
  readonly #files: FileThreads;
  readonly #journal: Journal;
  readonly #cache: SubmissionCache;
  readonly #encryptedSource: EncryptedSource;
  readonly #batches: Batches;
  readonly #publisher: Publisher;
  readonly #parts: Parts;
  readonly #settling: Settling;
  readonly #contents: SmallFileCache;
  readonly #limits: WireLimits | undefined;

  constructor(
    files: FileThreads,
    journal: Journal,
    cache: SubmissionCache,
    encryptedSource: EncryptedSource,
    batches: Batches,
    publisher: Publisher,
    parts: Parts,
    settling: Settling,
    contents: SmallFileCache,
    limits?: WireLimits,
  ) {
    this.#files = files;
    this.#journal = journal;
    this.#cache = cache;
    this.#encryptedSource = encryptedSource;
    this.#batches = batches;
    this.#publisher = publisher;
    this.#parts = parts;
    this.#settling = settling;
    this.#contents = contents;
    this.#limits = limits;
  }

  /** Sends the body of an attempt that is journalled. */
  async send(submission: Ready, to: Destination, attempt: AttemptUnderWay): Promise<AttemptEnd> {
    if (attempt.abort.signal.aborted) return cancelled;
    const { id, size, sha256 } = submission;
    const { path, mtimeNs } = this.#encryptedSource.sentFrom(submission);
    const hooks = {
      signal: attempt.abort.signal,
      onProgress: (done: number) => this.#onProgress(submission, done),
      beforeLastBytes: async () => {
        if (size > UPLOAD_PIECE_BYTES) await this.#journal.markWholeBodyMayBeOut(id, submission.attempts);
        attempt.whole = true;
      },
      mayResend: () => this.#mayResend(submission, attempt),
    };
    const content = await this.#contentOf(submission, attempt.abort.signal);
    if ('kind' in content) return content;
    const file = { path, size, mtimeNs: BigInt(mtimeNs ?? submission.mtimeNs), sha256, files: this.#files, ...content };
    // A part has the app id of its row.
    const appId = this.#cache.get(submission.partOf?.row ?? id)?.appId ?? null;
    const connection = appId === null ? to.connection : { ...to.connection, appId };
    const outcome = await submitRawData(connection, file, to.submitBy, hooks, this.#limits);
    // The socket has taken all of it, and nothing else uses this memory.
    if (outcome.kind === 'accepted' && content.atHand !== undefined) freeMemory(content.atHand.bytes);
    return outcome;
  }

  /** True if the same body may be sent again within one attempt, to another form of the path. */
  async #mayResend(submission: StoredSubmission, attempt: AttemptUnderWay): Promise<boolean> {
    // If the check is stopped or fails, the attempt is uncertain, because the service may have the first body.
    const stopped = new Promise<false>((resolve) => {
      attempt.abort.signal.addEventListener('abort', () => resolve(false));
    });
    const checked = this.#settling.mayBeSentAgain(submission).catch(() => false);
    const mayGo = await Promise.race([checked, stopped]);
    if (isStopped(this.#cache, submission.id)) attempt.abort.abort();
    // Nothing of the next body is sent yet, so it can still be stopped.
    if (mayGo) attempt.whole = false;
    return mayGo;
  }

  /** For a part, shows the progress of its row. */
  #onProgress({ id, accountId, partOf, size }: Ready, done: number): void {
    const row = partOf === null ? null : this.#cache.get(partOf.row);
    const progress = { id, done, total: size };
    const shown =
      row === null ? progress : { id: row.id, done: this.#parts.sent({ id, partOf }, done), total: row.size ?? 0 };
    this.#batches.of(accountId).sent(shown);
    this.#publisher.moved(accountId);
  }

  /** The content in memory. A part is always sent from memory, so it is read if necessary. */
  async #contentOf(submission: Ready, signal: AbortSignal): Promise<{ atHand?: ContentAtHand } | AttemptEnd> {
    const taken = this.#contents.take(submission.id);
    const atHand = taken?.bytes.length === submission.size ? taken : null;
    if (submission.partOf === null) return atHand === null ? {} : { atHand };
    // Its file was compared with what was prepared when these bytes were digested.
    if (atHand !== null) return { atHand: { ...atHand, justRead: true } };
    const read = await this.#parts.read(submission, signal);
    if (read.kind === 'cancelled') return cancelled;
    if (read.kind === 'read' && read.sha256 === submission.sha256) {
      return { atHand: { bytes: read.bytes, justRead: true, inode: 0n, ctimeNs: 0n } };
    }
    const reason: Failure = read.kind === 'failed' ? read.reason : { code: 'file-changed' };
    return { kind: 'part-unreadable', reason };
  }
}

/** True if the user paused or cancelled the submission. A part stops with its row. */
export function isStopped(cache: SubmissionCache, id: number): boolean {
  const submission = cache.get(id);
  if (submission === null) return true;
  const { partOf, wish } = submission;
  return partOf === null ? wish !== null : cache.get(partOf.row)?.state.kind !== 'in-parts';
}
