import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { HandCheck, SettlementNote } from '../../../shared/submissions/settlement-note.ts';
import { type Clock, getSubmissionInfo } from '../../service/index.ts';
import { dataHashesOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache, SubmissionPatch } from '../journal/submission-cache.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { SendingAccounts } from '../sending-accounts.ts';

export type ByHand = CallInputs['submissions.settleByHand'];

/** The files that the user agrees to send again, which may mean paying twice. */
export type ApproveResend = (ids: readonly number[]) => Promise<Result<readonly number[]>>;

/** The user's word on unsettled submissions. An id is checked against the service if possible. */
export class SettleByHand {
  readonly #clock: Clock;
  readonly #accounts: SendingAccounts;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #events: QueueEvents;

  constructor(
    clock: Clock,
    accounts: SendingAccounts,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#events = events;
  }

  /** One approval is for all files. */
  async sendAgain(ids: readonly number[], approve: ApproveResend): Promise<Result<null>> {
    // If none of them can be decided now, the call is refused without a question.
    const open = this.#open(ids);
    if (open.length === 0) return failure(this.#whyNot(ids));
    const approved = await approve(open);
    if (!approved.ok) return approved;
    // They may be settled by now, or looked for again.
    const still = this.#open(approved.value);
    if (still.length === 0) return failure(this.#whyNot(open));
    const patch: SubmissionPatch = { settlement: { kind: 'did-not', at: this.#today() }, wish: null };
    await Promise.all(still.map((id) => this.#conclude(this.#cache.apply(id, { type: 'not-accepted' }, patch))));
    return success(null);
  }

  /** Those that only the user can decide. */
  #open(ids: readonly number[]): number[] {
    return ids.filter((id) => {
      const state = this.#cache.get(id)?.state;
      return state?.kind === 'unsettled' && state.check.kind === 'cannot-tell';
    });
  }

  #whyNot(ids: readonly number[]): Failure {
    const isChecking = ids.some((id) => this.#cache.get(id)?.state.kind === 'unsettled');
    return { code: isChecking ? 'still-checking' : 'not-unsettled' };
  }

  async settle({ id, submissionId }: ByHand): Promise<Result<null>> {
    const submission = this.#cache.get(id);
    if (submission?.state.kind !== 'unsettled') return failure({ code: 'not-unsettled' });
    if (this.#isTaken(submission.accountId, submissionId)) return failure({ code: 'id-taken' });
    const checked = await this.#check(submission, submissionId);
    if (!checked.ok) return checked;
    // Once more: it may have come in meanwhile.
    if (this.#isTaken(submission.accountId, submissionId)) return failure({ code: 'id-taken' });
    const at = this.#today();
    const settlement: SettlementNote = { kind: 'went-through', at, submissionId, check: checked.value };
    return this.#conclude(this.#cache.apply(id, { type: 'accepted', submissionId, at }, { settlement }));
  }

  #today(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  #isTaken(accountId: string, submissionId: string): boolean {
    return (
      this.#earlierSubmissions.ownerOf(accountId, submissionId) !== null ||
      this.#cache.hasReceipt(accountId, submissionId)
    );
  }

  async #check(submission: StoredSubmission, id: string): Promise<Result<HandCheck>> {
    const to = await this.#accounts.reach(submission.accountId);
    if (to === null) return success('unchecked');
    const answer = await getSubmissionInfo(to, id);
    if (answer.ok) return this.#compare(submission, answer.value.dataHash);
    switch (answer.error.code) {
      case 'not-an-id':
        return failure({ code: 'unknown-id' });
      case 'not-found': {
        // With an API key alone, most services have no such endpoint and say the same of every id.
        const { accessToken } = await to.credentials().catch(() => ({ accessToken: null }));
        return (accessToken ?? '').trim() === '' ? success('unchecked') : failure({ code: 'unknown-id' });
      }
      case 'unauthorised':
      case 'credential-missing':
        return success('unchecked');
      default:
        return failure(answer.error);
    }
  }

  #compare(submission: StoredSubmission, dataHash: string | null): Result<HandCheck> {
    const known = dataHashesOf(submission);
    // Ids are public: that the service knows one says nothing of whose it is.
    if (dataHash === null || known.length === 0) return success('no-hash');
    if (known.includes(dataHash)) return success('confirmed');
    // The hash of another file that is known here is that file's; any other may be of encrypted bytes.
    const beside = this.#earlierSubmissions.hashesBeside([dataHash]).get(dataHash);
    return beside === undefined || beside.some((hash) => known.includes(hash))
      ? success('hash-unknown')
      : failure({ code: 'other-bytes' });
  }

  async #conclude(changed: StoredSubmission | null): Promise<Result<null>> {
    if (changed === null) return failure({ code: 'not-unsettled' });
    await this.#cache.save(changed);
    this.#events.emit('settled', changed, 'user');
    return success(null);
  }
}
