import type { ResumeReason, Submission } from '../../../shared/bridge/submissions.ts';
import { type Result, success } from '../../../shared/failures/failure.ts';
import {
  isClaimedElsewhere,
  isInDoubt,
  isPerhapsChargedInVain,
  type PauseReason,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
import type { FileThreads } from '../../files/index.ts';
import { asOriginal, type EncryptedSource } from '../content/encrypted-source.ts';
import { asLookedAt, compareFile, type FileComparison, noApprovals } from '../content/file-change.ts';
import type { FolderSource } from '../content/folder-source.ts';
import type { RestoredAccounts } from '../journal/restored.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache, SubmissionPatch } from '../journal/submission-cache.ts';
import type { DuplicateOf } from '../journal/transitions.ts';
import { isAllowed } from '../journal/transitions.ts';
import type { Parts } from '../parts/parts.ts';
import type { Batches } from '../progress/batch.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import type { Settling } from '../settling/settling.ts';
import type { Queue } from './queue.ts';

type Look = Awaited<ReturnType<FileThreads['look']>>;
type Looked = {
  readonly submission: StoredSubmission;
  readonly now: Look;
  readonly hasChargedParts: boolean;
  /** The delayed submissions: the row itself, or some of its parts. */
  readonly delayed: readonly StoredSubmission[];
};

const LOOKS_AT_ONCE = 16;

/** Carries out the user's commands on submissions: cancel, pause, resume, move to front, retry. */
export class Commands {
  readonly #files: FileThreads;
  readonly #accounts: SendingAccounts;
  readonly #cache: SubmissionCache;
  readonly #encryptedSource: EncryptedSource;
  readonly #folderSource: FolderSource;
  readonly #batches: Batches;
  readonly #parts: Parts;
  readonly #queue: Queue;
  readonly #settling: Settling;
  readonly #restored: RestoredAccounts;

  constructor(
    files: FileThreads,
    accounts: SendingAccounts,
    cache: SubmissionCache,
    encryptedSource: EncryptedSource,
    folderSource: FolderSource,
    batches: Batches,
    parts: Parts,
    queue: Queue,
    settling: Settling,
    restored: RestoredAccounts,
  ) {
    this.#files = files;
    this.#accounts = accounts;
    this.#cache = cache;
    this.#encryptedSource = encryptedSource;
    this.#folderSource = folderSource;
    this.#batches = batches;
    this.#parts = parts;
    this.#queue = queue;
    this.#settling = settling;
    this.#restored = restored;
  }

  /** Cancels submissions that the service does not have yet. */
  cancel(ids: readonly number[]): Promise<void> {
    return this.#stop(ids, 'cancel');
  }

  /** Holds submissions until they are resumed. A running upload finishes, and is held only before another attempt. */
  pause(ids: readonly number[]): Promise<void> {
    return this.#stop(ids, 'pause');
  }

  /**
   * Resumes submissions that wait for `why`. A submission that waits for another reason by now stays: the user has not
   * seen that reason, and it may cost money.
   */
  resume(ids: readonly number[], why: ResumeReason = 'by-user'): Promise<void> {
    return this.#resume(ids, why, why);
  }

  /** Releases submissions that waited for approval. `beyondLimit` also approves going beyond the spending limit. */
  approve(ids: readonly number[], beyondLimit: boolean): Promise<void> {
    return this.#resume(ids, 'unapproved', beyondLimit ? 'beyond-spending-limit' : 'unapproved');
  }

  /**
   * Retries rejected and cancelled submissions with the file as it was when `approve` was called. Reads the records of
   * delayed ones first, because the service may have submitted them meanwhile.
   */
  async retry(ids: readonly number[], approve: ApproveRetry): Promise<Result<null>> {
    const delayed = this.#named(ids).flatMap((submission) => this.#delayedOf(submission));
    if (delayed.length > 0) await this.#settling.readNow(delayed);
    const submissions = this.#named(ids).filter(
      (submission) =>
        isAllowed(submission.state, 'retry') &&
        // The row is updated a moment after its last delayed part.
        (submission.state.kind !== 'delayed' || this.#delayedOf(submission).length > 0),
    );
    // Another call may have sent it meanwhile, and the service may have charged for it.
    const looked = (await this.#lookAt(submissions)).filter(({ submission }) => this.#isAsItWas(submission));
    const tried = looked.map(triedAgain);
    const approved = await approve(tried);
    if (!approved.ok) return approved;
    const asked = looked.filter(({ submission }, at) => isAskedToRetry(submission, tried[at] ?? { file: 'unknown' }));
    // The user sees a price only for a single submission.
    const priced = asked.length === 1 ? asked[0] : undefined;
    const may = new Set(approved.value);
    const going = looked.filter((each) => may.has(each.submission.id) && this.#isAsAsked(each));
    const accountIds = new Set(going.map(({ submission }) => submission.accountId));
    for (const accountId of accountIds) this.#accounts.rateLimiter(accountId).release();
    await Promise.all(going.map((each) => this.#tryAgain(each, each === priced)));
    return success(null);
  }

  /** Continues rows that waited for another desk of the team. Their bytes are claimed for this desk by now. */
  async continueClaimed(ids: readonly number[]): Promise<void> {
    const waiting = this.#named(ids).filter(({ state }) => isClaimedElsewhere(state));
    await Promise.all(waiting.map(({ id }) => this.#backInto(this.#cache.apply(id, { type: 'resume' }))));
  }

  /** Tells a row that waited for another desk of the team which submission it repeats. */
  async nameOriginal(id: number, of: DuplicateOf): Promise<void> {
    await this.#cache.save(this.#cache.apply(id, { type: 'original-known', of }));
  }

  /** Sends these next, in the order in which they were added. */
  async moveToFront(ids: readonly number[]): Promise<void> {
    const moved: StoredSubmission[] = [];
    for (const [accountId, submissions] of Map.groupBy(this.#named(ids), (submission) => submission.accountId)) {
      const first = this.#cache.ofAccount(accountId).reduce((least, { turn }) => Math.min(least, turn), 0);
      for (const { id } of submissions) {
        const submission = this.#cache.patch(id, { turn: first - 1 });
        if (submission === null) continue;
        this.#queue.reorder(submission);
        moved.push(submission);
        for (const part of this.#cache.partsOf(id)) {
          const next = this.#cache.patch(part.id, { turn: first - 1 });
          if (next !== null) this.#queue.reorder(next);
        }
      }
    }
    await Promise.all(moved.map((each) => this.#cache.save(each)));
    this.#queue.wake();
  }

  /** Returns the rows only, each once. A caller may repeat ids, and a part follows its row. */
  #named(ids: readonly number[]): StoredSubmission[] {
    return this.#cache.rowsNamed(ids);
  }

  /** True if a submission has not changed since the user decided. */
  #isAsItWas({ id, state }: StoredSubmission): boolean {
    return this.#cache.get(id)?.state === state;
  }

  /**
   * True if a submission to retry has not changed since the user approved, and none of its parts was charged in vain
   * since.
   */
  #isAsAsked({ submission, hasChargedParts }: Looked): boolean {
    return this.#isAsItWas(submission) && (hasChargedParts || !this.#parts.hasChargedParts(submission));
  }

  async #stop(ids: readonly number[], then: 'cancel' | 'pause'): Promise<void> {
    const stopped: StoredSubmission[] = [];
    for (const submission of this.#named(ids)) {
      // A submission that is or may be with the service stops only if it was not accepted. The wish is stored for that.
      const isOut = isInDoubt(submission.state);
      // A pause does not undo a cancel.
      const wish = submission.wish === 'cancel' ? submission.wish : then;
      this.#queue.interrupt(submission, wish);
      const event = wish === 'cancel' ? { type: wish } : ({ type: wish, why: { kind: 'by-user' } } as const);
      const changed = isOut
        ? this.#cache.patch(submission.id, { wish })
        : this.#cache.apply(submission.id, event, { wish: null });
      if (changed !== null) stopped.push(changed);
    }
    await Promise.all(stopped.map((each) => this.#cache.save(each)));
  }

  /** `approved`: what the user approved for submissions that wait for `why`. */
  async #resume(
    ids: readonly number[],
    why: PauseReason['kind'],
    approved: ResumeReason | 'unapproved',
  ): Promise<void> {
    const submissions = this.#named(ids).filter(({ state }) => waitsFor(state, why));
    for (const accountId of new Set(submissions.map((submission) => submission.accountId))) {
      this.#accounts.rateLimiter(accountId).release();
      if (why !== 'since-copy') continue;
      // Submissions that were made after the copy are then recognised by their hash.
      await this.#settling.readAll(accountId);
      await this.#restored.release(accountId);
    }
    const asTheyWere = submissions.filter((submission) => this.#isAsItWas(submission));
    await Promise.all([
      ...asTheyWere.map((submission) =>
        this.#backInto(this.#cache.apply(submission.id, { type: 'resume' }, agreedTo(approved, submission))),
      ),
      this.#takeBackPauses(ids),
    ]);
  }

  /** Withdraws pauses that wait for an answer of the service. */
  async #takeBackPauses(ids: readonly number[]): Promise<void> {
    const wished = this.#named(ids).filter(({ wish }) => wish === 'pause');
    const freed = wished.flatMap(({ id }) => this.#cache.patch(id, { wish: null }) ?? []);
    await Promise.all(freed.map((each) => this.#cache.save(each)));
  }

  /**
   * Retries in the current batch: in a new one, earlier costs would not count towards the spending limit. If the user
   * saw the price (`isPriced`), the approval covers all submissions of the row.
   */
  async #tryAgain({ submission, now, hasChargedParts, delayed }: Looked, isPriced: boolean): Promise<void> {
    const asked = submission.state.kind === 'retrying' ? {} : noApprovals;
    const batch = this.#batches.of(submission.accountId).current;
    const content = await this.#lookAgain(submission, now);
    // The user was told to set the account's app id, which the submission's own one would replace.
    const isRefused = 'reason' in submission.state && submission.state.reason.code === 'app-id-refused';
    const appId = isRefused ? null : submission.appId;
    const patch = { ...asked, ...content, batch, wish: null, appId };
    if (patch.blake2b256 === null) await this.#parts.startAnew(submission);
    const changed = this.#cache.apply(submission.id, { type: 'retry' }, patch);
    if (changed !== null) await this.#parts.tryAgain(changed, hasChargedParts, delayed);
    const tried = this.#cache.get(submission.id);
    const isAgreed = changed !== null && tried !== null && isPriced;
    await this.#backInto(isAgreed ? this.#cache.patch(tried.id, agreedTo('unapproved', tried)) : changed);
  }

  async #lookAgain(submission: StoredSubmission, now: Look): Promise<SubmissionPatch> {
    // If it were encrypted again, its submitted parts would be paid for again.
    if (submission.encryption !== null)
      return this.#encryptedSource.lookAgain(submission, now, !this.#parts.hasSubmitted(submission));
    return submission.content === 'folder' ? this.#folderSource.lookAgain(submission) : asLookedAt(submission, now);
  }

  #delayedOf(submission: StoredSubmission): readonly StoredSubmission[] {
    if (submission.state.kind !== 'delayed') return [];
    return submission.partSize === null ? [submission] : this.#parts.delayed(submission);
  }

  async #lookAt(submissions: readonly StoredSubmission[]): Promise<Looked[]> {
    const looked: Looked[] = [];
    for (let start = 0; start < submissions.length; start += LOOKS_AT_ONCE) {
      const some = submissions.slice(start, start + LOOKS_AT_ONCE).map(async (submission) => {
        const now = await this.#files.look(submission.path, 'no-follow');
        const hasChargedParts = this.#parts.hasChargedParts(submission);
        return { submission, now, hasChargedParts, delayed: this.#delayedOf(submission) };
      });
      looked.push(...(await Promise.all(some)));
    }
    return looked;
  }

  async #backInto(changed: StoredSubmission | null): Promise<void> {
    if (changed === null) return;
    await this.#cache.save(changed);
    await this.#queue.enqueue(this.#cache.get(changed.id) ?? changed);
  }
}

/** The approval covers all submissions that are known now, because the shown price covered them. */
function agreedTo(why: ResumeReason | 'unapproved', { parts }: StoredSubmission): SubmissionPatch {
  if (why === 'duplicate') return { submitAnyway: true };
  if (why !== 'beyond-spending-limit' && why !== 'unapproved') return {};
  return { agreedSubmissions: parts?.total ?? 1, ...(why === 'beyond-spending-limit' ? { beyondLimit: true } : {}) };
}

function waitsFor(state: SubmissionState, why: PauseReason['kind']): boolean {
  return state.kind === 'paused' && state.why.kind === why;
}

function triedAgain({ submission, now, hasChargedParts }: Looked): TriedAgain {
  const known = { id: submission.id, hasChargedParts };
  // The retry itself looks at the files of a folder again, and compares its price with the limit.
  if (submission.content === 'folder') return { ...known, file: 'same', size: submission.size };
  return {
    ...known,
    file: compareFile(asOriginal(submission), now),
    size: now.kind === 'file' ? now.size : null,
  };
}

/** A submission to retry, with the current state and size of its file. */
export type TriedAgain = {
  readonly id: number;
  readonly file: FileComparison;
  readonly size: number | null;
  /** True if the retry sends parts that may already have been paid for. */
  readonly hasChargedParts?: boolean;
};

/**
 * Returns the ids that may be retried, or a failure. The user approves those of `isAskedToRetry`, a single one with its
 * price.
 */
export type ApproveRetry = (tried: readonly TriedAgain[]) => Promise<Result<readonly number[]>>;

/**
 * True if a retry needs the user's approval: the submission was cancelled, may be paid for twice, or has a changed
 * file.
 */
export function isAskedToRetry(
  { state }: Pick<Submission, 'state'>,
  { file, hasChargedParts = false }: Omit<TriedAgain, 'id' | 'size'>,
): boolean {
  const isAnother = file === 'changed' || file === 'unknown';
  const isAsked = state.kind === 'cancelled' || state.kind === 'delayed';
  return isAsked || isAnother || hasChargedParts || isPerhapsChargedInVain(state);
}
