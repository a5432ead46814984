import { parseUnits } from '../../../shared/amounts.ts';
import type { OtherContent } from '../../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Tokens } from '../../balances/index.ts';
import type { RecordStore } from '../../records/index.ts';
import type { Connection } from '../../service/index.ts';
import type { Clock } from '../clock.ts';
import type { Estimates } from '../cost/estimates.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Payments } from '../journal/payments.ts';
import { LONGEST_DETAIL, type StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { SubmissionEvent } from '../journal/transitions.ts';
import type { Batch } from '../progress/batch.ts';
import { hashKindOf, type NamedHash, UsualHashes } from './evidence/hash-kinds.ts';

export type ConfirmationParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'latestHashes'>;
  readonly payments: Pick<Payments, 'tokenOf'>;
  readonly records: Pick<RecordStore, 'hashesOf'>;
  readonly tokens: Tokens;
  readonly estimates: Estimates;
  readonly batchOf: (accountId: string) => Batch;
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  /** A record is final: its cost is known by now, or never will be. */
  readonly onFinal: () => void;
};

const CONFIRMED_AT_ONCE = 500;

/** Takes over what the service's record says of a submitted submission, once it is final. */
export function createConfirmation({
  clock,
  cache,
  earlierSubmissions,
  payments,
  records,
  tokens,
  estimates,
  batchOf,
  persist,
  onFinal,
}: ConfirmationParts) {
  const usual = new UsualHashes((accountId) => earlierSubmissions.latestHashes(accountId, records));

  function eventOf(record: SubmissionRecord, submission: StoredSubmission): SubmissionEvent {
    if (record.phase === 'in-block') {
      const other = otherContent(record, submission);
      return { type: 'confirm', at: new Date(clock.now()).toISOString(), ...(other === null ? {} : { other }) };
    }
    return {
      type: 'fail',
      reason: {
        code: 'failed-in-service',
        message: 'The service took the file but gave up on it. Ask its operator, or submit the file again.',
        ...(record.error === null ? {} : { detail: record.error.slice(0, LONGEST_DETAIL) }),
      },
    };
  }

  /** What the record names, where that is not the content of the submission. */
  function otherContent(record: SubmissionRecord, submission: StoredSubmission): OtherContent | null {
    const named = namedHash(record, submission);
    if (named === null || hashKindOf(named.dataHash, submission) !== 'unknown') return null;
    const { dataHash } = named;
    if (cache.hasBytes(submission.accountId, dataHash)) return { dataHash, of: 'known-file' };
    const unlike = usual.isUnlikeOthers(submission.accountId, named);
    return { dataHash, of: 'unknown', ...(unlike ? { unlikeOthers: true } : {}) };
  }

  /** Whether the record was final. */
  async function confirm(
    submission: StoredSubmission,
    record: SubmissionRecord,
    connection: Connection,
  ): Promise<boolean> {
    if (record.phase === 'pending') return false;
    const { accountId, id, size } = submission;
    const cost = await tokens.costOf(accountId, connection, record);
    const changed = cache.apply(id, eventOf(record, submission), { cost });
    if (changed === null) return true;
    if (cost !== null && size !== null) {
      const amount = parseUnits(cost.amount, 0);
      const batch = batchOf(accountId);
      if (amount !== null && batch.has(id)) batch.charge(id, amount);
      estimates.add({ accountId, token: payments.tokenOf(id) }, size, cost);
    }
    onFinal();
    await persist(changed);
    return true;
  }

  return {
    /** Those of the submissions whose records were final. */
    async confirmAll(
      submissions: readonly StoredSubmission[],
      records: readonly SubmissionRecord[],
      connection: Connection,
    ): Promise<StoredSubmission[]> {
      const byId = new Map(records.map((record) => [record.id, record]));
      const recordOf = ({ state }: StoredSubmission): SubmissionRecord | undefined =>
        'submissionId' in state ? byId.get(state.submissionId) : undefined;
      // Before any of them is told apart from the others.
      for (const [accountId, own] of Map.groupBy(submissions, (submission) => submission.accountId)) {
        usual.note(
          accountId,
          own.flatMap((submission) => namedHash(recordOf(submission), submission) ?? []),
        );
      }
      const confirmed: StoredSubmission[] = [];
      for (let start = 0; start < submissions.length; start += CONFIRMED_AT_ONCE) {
        await Promise.all(
          submissions.slice(start, start + CONFIRMED_AT_ONCE).map(async (submission) => {
            const record = recordOf(submission);
            if (record !== undefined && (await confirm(submission, record, connection))) confirmed.push(submission);
          }),
        );
      }
      return confirmed;
    },

    moved: (accountId: string): void => usual.moved(accountId),
    forget: (accountId: string): void => usual.forget(accountId),
  };
}

function namedHash(
  record: SubmissionRecord | undefined,
  { keccak256, blake2b256 }: StoredSubmission,
): NamedHash | null {
  if (record === undefined || record.dataHash === null) return null;
  const createdAt = record.createdAt === null ? Number.NaN : Date.parse(record.createdAt);
  return {
    submissionId: record.id,
    dataHash: `0x${record.dataHash.toLowerCase().replace(/^0x/, '')}`,
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    keccak256,
    blake2b256,
  };
}
