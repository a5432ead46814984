import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Receipt } from '../journal/earlier-submissions.ts';

/** Enough that a few answers which were slow, or came while a clock was wrong, do not count. */
const LATEST = 25;

/**
 * The service's clock minus this machine's (milliseconds), as the latest receipts show it: their median. Null where no
 * receipt has both the time at which its answer came and the time at which the service registered it.
 */
export function clockOffset(receipts: readonly Receipt[], records: readonly SubmissionRecord[]): number | null {
  const createdAt = new Map(records.map((record) => [record.id, Date.parse(record.createdAt ?? '')]));
  const offsets = receipts
    .flatMap(({ submissionId, acceptedAt }) => {
      const offset = (createdAt.get(submissionId) ?? Number.NaN) - (acceptedAt ?? Number.NaN);
      return acceptedAt === null || Number.isNaN(offset) ? [] : [{ acceptedAt, offset }];
    })
    .sort((one, other) => other.acceptedAt - one.acceptedAt)
    .slice(0, LATEST)
    .map(({ offset }) => offset)
    .sort((one, other) => one - other);
  return offsets[Math.floor(offsets.length / 2)] ?? null;
}
