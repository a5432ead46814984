import type { SubmissionRecord } from '../../../../shared/records.ts';
import { parseSize, type SizeRange } from '../../../../shared/sizes.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';

/** By how much bytes may grow when they are encrypted: keys and nonces are added, then the whole is written in hex. */
const ENVELOPE_BYTES = 1024;
const ENCODED = 2;

const unknownSize: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };

/** The sizes of the files that a record may belong to. */
type SizeOf = (record: SubmissionRecord) => SizeRange;

/**
 * Reads `amount_data`. Words such as `2.31 KB` are a size unless a receipt in the list has others than its file's; the unit
 * of a plain number is not documented, so it counts as bytes only where all receipts in the list show that it is. Nothing
 * that was submitted has no bytes, so 0 stands where there is no size yet. A service may encrypt what it is given, and so a file
 * may be smaller than its record says.
 */
export function recordSizes(records: readonly SubmissionRecord[], receipts: readonly StoredReceipt[]): SizeOf {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  const owned = records.flatMap((record) => {
    const size = owners.get(record.id)?.size ?? 0;
    return size === 0 ? [] : [{ record, size }];
  });
  const inNumbers = owned.filter(
    ({ record: { amountData } }) => /^\d+$/.test(amountData ?? '') && saysSize(amountData),
  );
  const plainIsBytes =
    inNumbers.length > 0 && inNumbers.every(({ record, size }) => Number(record.amountData) === size);

  const written = ({ amountData }: SubmissionRecord): SizeRange => {
    if (!saysSize(amountData)) return unknownSize;
    if (!/^[\d.]+$/.test(amountData)) return parseSize(amountData) ?? unknownSize;
    const bytes = Number(amountData);
    return plainIsBytes && Number.isSafeInteger(bytes) ? { min: bytes, max: bytes } : unknownSize;
  };
  const sizeOf = (record: SubmissionRecord): SizeRange => {
    const { min, max } = written(record);
    return { min: Math.max(0, min / ENCODED - ENVELOPE_BYTES), max };
  };
  return owned.every(({ record, size }) => fits(sizeOf(record), size)) ? sizeOf : () => unknownSize;
}

function saysSize(amountData: string | null): amountData is string {
  return amountData !== null && /[1-9]/.test(amountData);
}

export function fits({ min, max }: SizeRange, size: number): boolean {
  return size >= min && size <= max;
}
