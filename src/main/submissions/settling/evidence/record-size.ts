import type { SubmissionRecord } from '../../../../shared/records.ts';
import { parseSize, type SizeRange } from '../../../../shared/sizes.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';
import { hashKindOf } from './hash-kinds.ts';

/** By how much bytes may grow when they are encrypted: keys and nonces are added, then the whole is written in hex. */
const ENVELOPE_BYTES = 1024;
const ENCODED = 2;

const unknownSize: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };

/** What a record's `amount_data` says of the size of the file that it may belong to. */
export type RecordSizes = {
  readonly of: (record: SubmissionRecord) => SizeRange;
  /** The same where the bytes may have been encrypted: the size may be that of the encrypted bytes. */
  readonly ofEncrypted: (record: SubmissionRecord) => SizeRange;
};

type Owned = { readonly record: SubmissionRecord; readonly owner: StoredReceipt; readonly size: number };

/**
 * Reads `amount_data`. Words such as `2.31 KB` are a size unless a receipt in the list has others than its file's; the unit
 * of a plain number is not documented, so it counts as bytes only where all receipts in the list show that it is. Nothing
 * that was submitted has no bytes, so 0 stands where there is no size yet. What the size of an encrypted submission means is
 * learnt in the same way: the file's own where a receipt shows that to the byte, else what it may have grown to, or nothing.
 */
export function recordSizes(records: readonly SubmissionRecord[], receipts: readonly StoredReceipt[]): RecordSizes {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  const owned = records.flatMap((record): Owned[] => {
    const owner = owners.get(record.id);
    return owner === undefined || (owner.size ?? 0) === 0 ? [] : [{ record, owner, size: owner.size ?? 0 }];
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
  const grown = (record: SubmissionRecord): SizeRange => {
    const { min, max } = written(record);
    return { min: Math.max(0, min / ENCODED - ENVELOPE_BYTES), max };
  };
  const holdsFor = (some: readonly Owned[], read: RecordSizes['of']): boolean =>
    some.every(({ record, size }) => fits(read(record), size));
  const unknown = (): SizeRange => unknownSize;

  const {
    encrypted = [],
    perhapsEncrypted = [],
    asGiven = [],
  } = Object.groupBy(owned, ({ record: { dataHash }, owner }) => {
    if (dataHash === null || hashKindOf(dataHash, owner) !== 'unknown') return 'asGiven';
    // It may be the Keccak-256 of the bytes as they were given, which was not made.
    return owner.keccak256 === null ? 'perhapsEncrypted' : 'encrypted';
  });
  const of = holdsFor(asGiven, written) ? written : unknown;
  const isExact = encrypted.some(({ record, size }) => of(record).min === size && of(record).max === size);
  const ofEncrypted =
    isExact && holdsFor([...encrypted, ...perhapsEncrypted], of) ? of : holdsFor(owned, grown) ? grown : unknown;
  return { of, ofEncrypted };
}

function saysSize(amountData: string | null): amountData is string {
  return amountData !== null && /[1-9]/.test(amountData);
}

export function fits({ min, max }: SizeRange, size: number): boolean {
  return size >= min && size <= max;
}
