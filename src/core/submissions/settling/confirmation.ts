import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../shared/failures/failure.ts';
import { LONGEST_DETAIL } from '../../../shared/failures/kept-failure.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { OtherContent } from '../../../shared/submissions/submission-state.ts';
import type { Tokens } from '../../balances/index.ts';
import type { Clock, Connection } from '../../service/index.ts';
import { chargeOf, type Estimates } from '../cost/estimates.ts';
import { dataHashesOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Batches } from '../progress/batch.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { LateKeccak } from './late-keccak.ts';

/** Applies the service's records to submitted submissions. */
export class Confirmation {
  readonly #clock: Clock;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #tokens: Tokens;
  readonly #estimates: Estimates;
  readonly #batches: Batches;
  readonly #lateKeccak: LateKeccak;
  /** `unblocked`: a record is final, so its cost is known by now; or it has an error, so its cost may not be known for long. */
  readonly #events: QueueEvents;

  constructor(
    clock: Clock,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    tokens: Tokens,
    estimates: Estimates,
    batches: Batches,
    lateKeccak: LateKeccak,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#tokens = tokens;
    this.#estimates = estimates;
    this.#batches = batches;
    this.#lateKeccak = lateKeccak;
    this.#events = events;
  }

  /** Returns the number of submissions that their records have changed. */
  async takeOver(
    submissions: readonly StoredSubmission[],
    records: readonly SubmissionRecord[],
    connection: Connection,
  ): Promise<number> {
    const byId = new Map(records.map((record) => [record.id, record]));
    const changes = submissions.map(async (submission) => {
      const { state } = submission;
      const record = 'submissionId' in state ? byId.get(state.submissionId) : undefined;
      return record !== undefined && (await this.#takeOne(submission, record, connection));
    });
    return (await Promise.all(changes)).filter((isChanged) => isChanged).length;
  }

  async #takeOne(submission: StoredSubmission, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    if (record.phase === 'in-block') return this.#confirm(submission, record, connection);
    const { state } = submission;
    const event =
      record.phase === 'pending'
        ? ({ type: 'go-on-waiting' } as const)
        : ({ type: 'delay', reason: delayReason(record) } as const);
    // Nothing has changed.
    if (event.type === 'delay' && state.kind === 'delayed' && isDeepStrictEqual(state.reason, event.reason))
      return false;
    const changed = this.#cache.apply(submission.id, event);
    if (changed === null) return false;
    this.#events.emit('unblocked');
    await this.#cache.save(changed);
    return true;
  }

  async #confirm(submission: StoredSubmission, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    // A part that took the id of the same bytes has cost nothing.
    const isPaid = submission.partOf === null || submission.attempts > 0;
    const cost = isPaid ? await this.#tokens.costOf(submission.accountId, connection, record) : null;
    const other = await this.#otherContent(record, submission);
    const at = new Date(this.#clock.now()).toISOString();
    const event = { type: 'confirm', at, ...(other === null ? {} : { other }) } as const;
    const changed = this.#cache.apply(submission.id, event, { cost });
    if (changed === null) return false;
    if (cost !== null) this.#charge(submission, cost);
    this.#events.emit('unblocked');
    await this.#cache.save(changed);
    return true;
  }

  #charge({ accountId, id, partOf, size }: StoredSubmission, cost: Cost): void {
    if (size === null) return;
    const charge = chargeOf(cost);
    const batch = this.#batches.of(accountId);
    if (charge !== null && batch.has(partOf?.row ?? id)) batch.charge(id, charge);
    this.#estimates.add({ accountId, token: this.#earlierSubmissions.tokenOf(id) }, size, cost);
  }

  /** The hash in the record if it is not the hash of this submission's bytes. */
  async #otherContent(record: SubmissionRecord, submission: StoredSubmission): Promise<OtherContent | null> {
    if (record.dataHash === null || submission.blake2b256 === null) return null;
    const dataHash = `0x${record.dataHash.toLowerCase().replace(/^0x/, '')}`;
    if (dataHashesOf(submission).includes(dataHash)) return null;
    // The Keccak-256 of the same bytes may be known from another submission.
    if (this.#cache.othersWithBytesOf(submission).some((same) => dataHashesOf(same).includes(dataHash))) return null;
    if (this.#cache.hasBytes(submission.accountId, dataHash)) return { dataHash, of: 'known-file' };
    const { keccak256 } = await this.#lateKeccak.of(submission);
    return keccak256 === dataHash ? null : { dataHash, of: 'unknown' };
  }
}

function delayReason({ error }: SubmissionRecord): Failure {
  const detail = error === null ? {} : { detail: error.slice(0, LONGEST_DETAIL) };
  return { code: isShortOfCredits(error ?? '') ? 'not-enough-credits' : 'failed-in-service', ...detail };
}

/** As services say it: `Insufficient credits for user id`, `Insufficient assigned credits`, `not enough balance`. */
function isShortOfCredits(error: string): boolean {
  return /\b(?:insufficient|not enough)\b.*\b(?:credits?|balance|funds)\b/i.test(error);
}
