import type { SubmissionRecord } from '../../shared/records.ts';
import { firstLimit, raisedLimit } from '../ledger/index.ts';
import type { Connection } from '../service/index.ts';
import { getAllExpenditure } from '../service/index.ts';
import type { ServiceResult } from '../service/outcome.ts';
import type { Receipt } from './past.ts';

export type ReadList = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for. */
  readonly ended: boolean;
};

export type ExpenditureLists = ReturnType<typeof createExpenditureLists>;

/** Reads accounts' lists of submissions; a limit that turned out too small for an account is raised for good. */
export function createExpenditureLists() {
  const limits = new Map<string, number>();

  return {
    /** `isEnough`: what came holds all that is looked for, so that a list that goes on need not be read to its end. */
    async read(
      accountId: string,
      connection: Connection,
      expected: number,
      isEnough: (records: readonly SubmissionRecord[]) => boolean,
    ): Promise<ServiceResult<ReadList>> {
      let limit = firstLimit(limits.get(accountId) ?? null, expected);
      for (;;) {
        const listed = await getAllExpenditure(connection, { limit });
        if (!listed.ok) return listed;
        const ended = listed.value.length < limit;
        const raised = raisedLimit(limit);
        if (ended || raised === null || isEnough(listed.value)) {
          return { ok: true, value: { records: listed.value, ended } };
        }
        limit = raised;
        limits.set(accountId, limit);
      }
    },
  };
}

/** A service's own cap is a round number; so many known receipts must be in a list of round length to believe its end. */
const KNOWN_FOR_ROUND = 10;

/**
 * Whether a list is provably all that there is. A service may cap its lists below the limit that it was asked for, so the
 * end alone proves nothing: every receipt that this account ever got must be in it, whatever the order; and where the
 * length looks like such a cap, there must be several of them.
 */
export function isComplete({ records, ended }: ReadList, receipts: readonly Receipt[]): boolean {
  if (!ended) return false;
  const ids = new Set(records.map(({ id }) => id));
  if (receipts.some(({ submissionId }) => !ids.has(submissionId))) return false;
  return records.length === 0 || records.length % 50 !== 0 || receipts.length >= KNOWN_FOR_ROUND;
}
