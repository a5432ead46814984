import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { StoredReceipt, SubmissionHash } from '../../journal/earlier-submissions.ts';

/** How a service makes the `data_hash` of what was submitted; `unknown`: of bytes that nobody here has. */
export type HashKind = 'keccak256' | 'blake2b256' | 'unknown';

/** The kind of a hash that a record gives for a receipt's bytes; null where their digests are not known. */
export function hashKindOf(
  dataHash: string,
  { keccak256, blake2b256 }: Pick<StoredReceipt, 'keccak256' | 'blake2b256'>,
): HashKind | null {
  if (dataHash === keccak256) return 'keccak256';
  if (dataHash === blake2b256) return 'blake2b256';
  return keccak256 === null || blake2b256 === null ? null : 'unknown';
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
    if (kind === null) continue;
    const at = createdAt === null ? Number.NEGATIVE_INFINITY : Date.parse(createdAt);
    if (latest === null || at > latest.at) latest = { kind, at };
  }
  return latest?.kind ?? null;
}

/**
 * Whether the service gives files the hash of their own bytes, before and after a place in the order of attempts: each record
 * of a receipt shows that, one of later among them. Then it did not encrypt what came in between either.
 */
export function ownHashesAfter(
  sequence: number,
  receipts: readonly StoredReceipt[],
  records: readonly SubmissionRecord[],
): boolean {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  let isShownAfter = false;
  for (const { id, dataHash } of records) {
    const owner = owners.get(id);
    const kind = owner?.leftBehind !== false || dataHash === null ? null : hashKindOf(dataHash, owner);
    if (kind === 'unknown') return false;
    if (kind !== null && (owner?.endSequence ?? Number.NEGATIVE_INFINITY) > sequence) isShownAfter = true;
  }
  return isShownAfter;
}

type Account = {
  /** The latest that has the hash of its file: until then nothing was encrypted. */
  lastKnown: number;
  /** The latest two whose hash is of bytes that nobody here has, by their submission ids: one of them, and another. */
  unknown: ReadonlyMap<string, number>;
};

const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Whether a service gives hashes of bytes that nobody here has as a matter of course, since it encrypts what it is given. It
 * may begin to at any time, and nothing but its own records shows it: a hash that does not fit is usual where the others do
 * not fit either, and tells of other content where they do.
 */
export class UsualHashes {
  readonly #kept: (accountId: string) => readonly SubmissionHash[];
  readonly #accounts = new Map<string, Account>();

  /** `kept`: some of the latest of an account, of earlier runs. */
  constructor(kept: (accountId: string) => readonly SubmissionHash[]) {
    this.#kept = kept;
  }

  note(accountId: string, hashes: readonly SubmissionHash[]): void {
    const account = this.#accounts.get(accountId) ?? this.#begin(accountId, this.#kept(accountId));
    for (const hash of hashes) take(account, hash);
  }

  /** Whether a hash of unknown bytes, which was noted, is unlike what the service gives for the account's other files. */
  isUnlikeOthers(accountId: string, { submissionId, createdAt }: SubmissionHash): boolean {
    const account = this.#accounts.get(accountId);
    if (account === undefined || account.lastKnown === NEVER) return false;
    if (createdAt !== null && createdAt <= account.lastKnown) return true;
    return [...account.unknown].every(([id, at]) => id === submissionId || at <= account.lastKnown);
  }

  /** The account is at another service from now on. */
  moved(accountId: string): void {
    this.#begin(accountId, []);
  }

  forget(accountId: string): void {
    this.#accounts.delete(accountId);
  }

  #begin(accountId: string, hashes: readonly SubmissionHash[]): Account {
    const account: Account = { lastKnown: NEVER, unknown: new Map() };
    for (const hash of hashes) take(account, hash);
    this.#accounts.set(accountId, account);
    return account;
  }
}

function take(account: Account, { submissionId, dataHash, createdAt, ...digests }: SubmissionHash): void {
  const kind = hashKindOf(dataHash, digests);
  if (kind === null || createdAt === null) return;
  if (kind !== 'unknown') {
    account.lastKnown = Math.max(account.lastKnown, createdAt);
    return;
  }
  const latestFirst = [...account.unknown, [submissionId, createdAt] as const].sort((a, b) => b[1] - a[1]);
  account.unknown = new Map(new Map(latestFirst).entries().take(2));
}
