import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { VouchedCheck } from '../../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { HandCheck, SettlementNote } from '../../../shared/submissions/settlement-note.ts';
import { type Clock, getSubmissionInfo, type Reach } from '../../service/index.ts';
import { dataHashesOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache, SubmissionPatch } from '../journal/submission-cache.ts';
import type { QueueEvents } from '../queue-events.ts';

type SettleByHandParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'ownerOf' | 'hashesBeside'>;
  readonly reach: Reach;
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  readonly events: Pick<QueueEvents, 'emit'>;
};

export type ByHand = CallInputs['submissions.settleByHand'];

/** Asks the person beyond any page. */
export type SettleApproval = {
  /** Whether the file is to be sent again, which may mean paying twice. */
  readonly toSendAgain: (id: number) => Promise<Result<null>>;
  /** Whether `submissionId` is the file's: nothing but their word says so. */
  readonly toVouchFor: (id: number, submissionId: string, check: VouchedCheck) => Promise<Result<null>>;
};

/** A person's word on an unsettled submission. An id is checked against the service where it can be. */
export class SettleByHand {
  readonly #parts: SettleByHandParts;

  constructor(parts: SettleByHandParts) {
    this.#parts = parts;
  }

  settle({ id, verdict }: ByHand, approval: SettleApproval): Promise<Result<null>> {
    return verdict.kind === 'did-not'
      ? this.#didNot(id, approval)
      : this.#wentThrough(id, verdict.submissionId, approval);
  }

  async #didNot(id: number, approval: SettleApproval): Promise<Result<null>> {
    // What is not to be decided now is refused without a question.
    const may = this.#maySendAgain(id);
    if (!may.ok) return may;
    const approved = await approval.toSendAgain(id);
    if (!approved.ok) return approved;
    // It may be settled by now, or looked for anew.
    const still = this.#maySendAgain(id);
    if (!still.ok) return still;
    const patch: SubmissionPatch = { settlement: { kind: 'did-not', at: this.#today() }, wish: null };
    return this.#conclude(this.#parts.cache.apply(id, { type: 'not-accepted' }, patch));
  }

  #maySendAgain(id: number): Result<null> {
    const state = this.#parts.cache.get(id)?.state;
    if (state?.kind !== 'unsettled') return failure({ code: 'not-unsettled' });
    return state.check.kind === 'checking' ? failure({ code: 'still-checking' }) : success(null);
  }

  async #wentThrough(id: number, submissionId: string, approval: SettleApproval): Promise<Result<null>> {
    const { cache } = this.#parts;
    const submission = cache.get(id);
    if (submission?.state.kind !== 'unsettled') return failure({ code: 'not-unsettled' });
    if (this.#isTaken(submission.accountId, submissionId)) return failure({ code: 'id-taken' });
    const checked = await this.#check(submission, submissionId);
    if (!checked.ok) return checked;
    if (checked.value !== 'confirmed') {
      const vouched = await approval.toVouchFor(id, submissionId, checked.value);
      if (!vouched.ok) return vouched;
    }
    // Once more: it may have come in meanwhile.
    if (this.#isTaken(submission.accountId, submissionId)) return failure({ code: 'id-taken' });
    const at = this.#today();
    const settlement: SettlementNote = { kind: 'went-through', at, submissionId, check: checked.value };
    return this.#conclude(cache.apply(id, { type: 'accepted', submissionId, at }, { settlement }));
  }

  #today(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }

  #isTaken(accountId: string, submissionId: string): boolean {
    const { cache, earlierSubmissions } = this.#parts;
    return earlierSubmissions.ownerOf(accountId, submissionId) !== null || cache.hasReceipt(accountId, submissionId);
  }

  async #check(submission: StoredSubmission, id: string): Promise<Result<HandCheck>> {
    const to = await this.#parts.reach(submission.accountId);
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
    const beside = this.#parts.earlierSubmissions.hashesBeside([dataHash]).get(dataHash);
    return beside === undefined || beside.some((hash) => known.includes(hash))
      ? success('hash-unknown')
      : failure({ code: 'other-bytes' });
  }

  async #conclude(changed: StoredSubmission | null): Promise<Result<null>> {
    if (changed === null) return failure({ code: 'not-unsettled' });
    await this.#parts.persist(changed);
    this.#parts.events.emit('settled', changed, 'person');
    return success(null);
  }
}
