import type { SubmissionHash } from '../../journal/earlier-submissions.ts';
import { type HashKind, hashKindOf } from './hash-kinds.ts';

type KnownKind = Exclude<HashKind, 'unknown'>;

type Account = {
  /** The latest that has the hash of its file: until then nothing was encrypted. */
  lastKnown: { readonly kind: KnownKind | null; readonly at: number };
  /** The latest two whose hash is of bytes that nobody here has, by their submission ids: one of them, and another. */
  unknown: ReadonlyMap<string, number>;
};

const never = { kind: null, at: Number.NEGATIVE_INFINITY } as const;

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

  /** The kind of the latest hash that is of the account's own bytes; null while none of its records shows one. */
  knownKind(accountId: string): KnownKind | null {
    return this.#of(accountId).lastKnown.kind;
  }

  /** Whether a hash of unknown bytes, which was noted, is unlike what the service gives for the account's other files. */
  isUnlikeOthers(accountId: string, { submissionId, createdAt }: SubmissionHash): boolean {
    const account = this.#accounts.get(accountId);
    if (account === undefined || account.lastKnown.kind === null) return false;
    const { at: lastKnown } = account.lastKnown;
    if (createdAt !== null && createdAt <= lastKnown) return true;
    return [...account.unknown].every(([id, at]) => id === submissionId || at <= lastKnown);
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
    const account: Account = { lastKnown: never, unknown: new Map() };
    for (const hash of hashes) take(account, hash);
    this.#accounts.set(accountId, account);
    return account;
  }
}

function take(account: Account, { submissionId, dataHash, createdAt, ...digests }: SubmissionHash): void {
  const kind = hashKindOf(dataHash, digests);
  if (kind === null || createdAt === null) return;
  if (kind !== 'unknown') {
    if (createdAt >= account.lastKnown.at) account.lastKnown = { kind, at: createdAt };
    return;
  }
  const latestFirst = [...account.unknown, [submissionId, createdAt] as const].sort((a, b) => b[1] - a[1]);
  account.unknown = new Map(new Map(latestFirst).entries().take(2));
}
