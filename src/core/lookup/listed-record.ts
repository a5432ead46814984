import type { SubmissionRecord } from '../../shared/records.ts';
import { rowText } from '../../shared/text.ts';

/** Characters; ordinary records have a tenth of it. */
const LONGEST = 8_000;

/**
 * A record as a list holds it, of which there may be 200,000 in the window: one with texts of any length is cut in each. Whole
 * it is shown when it is looked up by itself.
 */
export function listedRecord(record: SubmissionRecord): SubmissionRecord {
  if (lengthOf(record) <= LONGEST) return record;
  const plain = { ...record, extra: {} };
  if (lengthOf(plain) <= LONGEST) return plain;
  return {
    ...plain,
    userId: short(record.userId),
    tokenDetailsId: short(record.tokenDetailsId),
    amountData: short(record.amountData),
    fees: short(record.fees),
    toAddress: short(record.toAddress),
    dataHash: short(record.dataHash),
    blockHash: short(record.blockHash),
    txHash: short(record.txHash),
    error: short(record.error),
  };
}

const short = (text: string | null): string | null => (text === null ? null : rowText(text));

function lengthOf({ extra, ...fields }: SubmissionRecord): number {
  return [...Object.values(fields), ...Object.entries(extra).flat()].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
}
