import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';

/** How a service makes the `data_hash` of what was submitted; `unknown`: of bytes that nobody here has. */
export type HashKind = 'keccak256' | 'blake2b256' | 'unknown';

/**
 * The kind of a hash that a record gives for a receipt's bytes; null where their digests are not known. Where Keccak-256 was not
 * made of them, any hash but their BLAKE2b-256 is of unknown bytes.
 */
export function hashKindOf(
  dataHash: string,
  { keccak256, blake2b256 }: Pick<StoredReceipt, 'keccak256' | 'blake2b256'>,
): HashKind | null {
  if (dataHash === keccak256) return 'keccak256';
  if (dataHash === blake2b256) return 'blake2b256';
  return blake2b256 === null ? null : 'unknown';
}

const latestKinds = new WeakMap<readonly SubmissionRecord[], HashKind | 'none'>();

/** As `latestHashKind`, reckoned once for a list: every file that is looked for in it may ask. */
export function latestHashKindOnce(
  receipts: readonly StoredReceipt[],
  records: readonly SubmissionRecord[],
): HashKind | null {
  const kind = latestKinds.get(records) ?? latestHashKind(receipts, records) ?? 'none';
  latestKinds.set(records, kind);
  return kind === 'none' ? null : kind;
}

/** The kind that a service gave last, as the records that belong to receipts show it; null while none shows it. */
export function latestHashKind(
  receipts: readonly StoredReceipt[],
  records: readonly SubmissionRecord[],
): HashKind | null {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  let latest: { readonly kind: HashKind; readonly at: number } | null = null;
  for (const { id, dataHash, createdAt } of records) {
    const owner = owners.get(id);
    const kind = owner === undefined || dataHash === null ? null : hashKindOf(dataHash, owner);
    // Whether the service encrypts is not told by a hash that may be a Keccak-256 which was not made.
    if (kind === null || (kind === 'unknown' && owner?.keccak256 === null)) continue;
    const at = createdAt === null ? Number.NEGATIVE_INFINITY : Date.parse(createdAt);
    if (latest === null || at > latest.at) latest = { kind, at };
  }
  return latest?.kind ?? null;
}

/** True if the records of receipts have hashes, and each is the BLAKE2b-256 of the receipt's own bytes: the service does not encrypt. */
export function givesOnlyBlake2b256(receipts: readonly StoredReceipt[], records: readonly SubmissionRecord[]): boolean {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  const kinds = records.flatMap(({ id, dataHash }) => {
    const owner = owners.get(id);
    return owner?.leftBehind !== false || dataHash === null ? [] : (hashKindOf(dataHash, owner) ?? []);
  });
  return kinds.length > 0 && kinds.every((kind) => kind === 'blake2b256');
}
