import type { SubmissionRecord } from '../../shared/records.ts';
import type { Receipt } from './past.ts';

/** How a service makes the `data_hash` of what was submitted; `unknown`: of bytes that nobody here has. */
export type HashKind = 'keccak256' | 'blake2b256' | 'unknown';

type Digests = Pick<Receipt, 'keccak256' | 'blake2b256'>;

/** The kind of a hash that a record gives for bytes whose digests are known; null where they are not. */
export function hashKindOf(dataHash: string, { keccak256, blake2b256 }: Digests): HashKind | null {
  if (dataHash === keccak256) return 'keccak256';
  if (dataHash === blake2b256) return 'blake2b256';
  return keccak256 === null || blake2b256 === null ? null : 'unknown';
}

export type HashKinds = {
  readonly seen: ReadonlySet<HashKind>;
  /** Of the record that the service registered last; null while none has told. */
  readonly latest: HashKind | null;
};

/** What kinds of hash a service gives, learnt from the records that belong to receipts. */
export function hashKindsOf(receipts: readonly Receipt[], records: readonly SubmissionRecord[]): HashKinds {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  const seen = new Set<HashKind>();
  let latest: { readonly kind: HashKind; readonly at: string } | null = null;
  for (const { id, dataHash, createdAt } of records) {
    const owner = owners.get(id);
    const kind = owner === undefined || dataHash === null ? null : hashKindOf(dataHash, owner);
    if (kind === null) continue;
    seen.add(kind);
    if (latest === null || Date.parse(createdAt ?? '') > Date.parse(latest.at)) latest = { kind, at: createdAt ?? '' };
  }
  return { seen, latest: latest?.kind ?? null };
}
