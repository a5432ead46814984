import type { SubmissionHash } from '../../journal/earlier-submissions.ts';
import { type HashKind, hashKindOf } from './hash-kinds.ts';

type Account = {
  /** What was given last, and when. */
  latest: { readonly kind: HashKind; readonly at: number } | null;
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
    const account = this.#of(accountId);
    for (const hash of hashes) take(account, hash);
  }

  /** The kind that the account's service gave last; null while none of its records shows it. */
  latestKind(accountId: string): HashKind | null {
    return this.#of(accountId).latest?.kind ?? null;
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

  #of(accountId: string): Account {
    return this.#accounts.get(accountId) ?? this.#begin(accountId, this.#kept(accountId));
  }

  #begin(accountId: string, hashes: readonly SubmissionHash[]): Account {
    const account: Account = { latest: null, lastKnown: NEVER, unknown: new Map() };
    for (const hash of hashes) take(account, hash);
    this.#accounts.set(accountId, account);
    return account;
  }
}

function take(account: Account, { submissionId, dataHash, createdAt, ...digests }: SubmissionHash): void {
  const kind = hashKindOf(dataHash, digests);
  if (kind === null || createdAt === null) return;
  if (account.latest === null || createdAt >= account.latest.at) account.latest = { kind, at: createdAt };
  if (kind !== 'unknown') {
    account.lastKnown = Math.max(account.lastKnown, createdAt);
    return;
  }
  const latestFirst = [...account.unknown, [submissionId, createdAt] as const].sort((a, b) => b[1] - a[1]);
  account.unknown = new Map(new Map(latestFirst).entries().take(2));
}
