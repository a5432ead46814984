import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../shared/failures/failure.ts';
import { LONGEST_DETAIL } from '../../../shared/failures/kept-failure.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { OtherContent } from '../../../shared/submissions/submission-state.ts';
import type { Tokens } from '../../balances/index.ts';
import type { Clock, Connection } from '../../service/index.ts';
import { chargeOf, type Estimates } from '../cost/estimates.ts';
import { dataHashesOf } from '../journal/content-digests.ts';
import type { SubmissionHash } from '../journal/earlier-submissions.ts';
import type { Payments } from '../journal/payments.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Batch } from '../progress/batch.ts';
import type { QueueEvents } from '../queue-events.ts';
import { type HashKind, hashKindOf } from './evidence.ts';

export type ConfirmationParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly payments: Pick<Payments, 'tokenOf'>;
  readonly usualHashes: UsualHashes;
  readonly tokens: Tokens;
  readonly estimates: Estimates;
  readonly batchOf: (accountId: string) => Batch;
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  /** The submission with its Keccak-256, or as it is if its bytes are gone. */
  readonly withKeccak: (submission: StoredSubmission) => Promise<StoredSubmission>;
  /** `unblocked`: a record is final, so its cost is known by now; or it has an error, so its cost may not be known for long. */
  readonly events: Pick<QueueEvents, 'emit'>;
};

const CONFIRMED_AT_ONCE = 500;

/** Takes over what the service's record says of a submitted submission. */
export class Confirmation {
  readonly #parts: ConfirmationParts;

  constructor(parts: ConfirmationParts) {
    this.#parts = parts;
  }

  /** Those of the submissions that their records have changed. */
  async takeOver(
    submissions: readonly StoredSubmission[],
    records: readonly SubmissionRecord[],
    connection: Connection,
  ): Promise<StoredSubmission[]> {
    const byId = new Map(records.map((record) => [record.id, record]));
    const recordOf = ({ state }: StoredSubmission): SubmissionRecord | undefined =>
      'submissionId' in state ? byId.get(state.submissionId) : undefined;
    // Before any of them is told apart from the others.
    for (const [accountId, own] of Map.groupBy(submissions, (submission) => submission.accountId)) {
      this.#parts.usualHashes.note(
        accountId,
        own.flatMap((submission) => namedHash(recordOf(submission), submission) ?? []),
      );
    }
    const changed: StoredSubmission[] = [];
    for (let start = 0; start < submissions.length; start += CONFIRMED_AT_ONCE) {
      await Promise.all(
        submissions.slice(start, start + CONFIRMED_AT_ONCE).map(async (submission) => {
          const record = recordOf(submission);
          if (record !== undefined && (await this.#takeOne(submission, record, connection))) changed.push(submission);
        }),
      );
    }
    return changed;
  }

  moved(accountId: string): void {
    this.#parts.usualHashes.moved(accountId);
  }

  forget(accountId: string): void {
    this.#parts.usualHashes.forget(accountId);
  }

  async #takeOne(submission: StoredSubmission, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    if (record.phase === 'in-block') return this.#confirm(submission, record, connection);
    const { cache, events, persist } = this.#parts;
    const { state } = submission;
    const event =
      record.phase === 'pending'
        ? ({ type: 'go-on-waiting' } as const)
        : ({ type: 'delay', reason: delayReason(record) } as const);
    // As long as the record says the same, nobody is told anew.
    if (event.type === 'delay' && state.kind === 'delayed' && isDeepStrictEqual(state.reason, event.reason))
      return false;
    const changed = cache.apply(submission.id, event);
    if (changed === null) return false;
    events.emit('unblocked');
    await persist(changed);
    return true;
  }

  async #confirm(submission: StoredSubmission, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    const { cache, clock, tokens, events, persist } = this.#parts;
    // A part that took the id of the same bytes has cost nothing.
    const isPaid = submission.partOf === null || submission.attempts > 0;
    const cost = isPaid ? await tokens.costOf(submission.accountId, connection, record) : null;
    const other = await this.#otherContent(record, submission);
    const at = new Date(clock.now()).toISOString();
    const event = { type: 'confirm', at, ...(other === null ? {} : { other }) } as const;
    const changed = cache.apply(submission.id, event, { cost });
    if (changed === null) return false;
    if (cost !== null) this.#charge(submission, cost);
    events.emit('unblocked');
    await persist(changed);
    return true;
  }

  #charge({ accountId, id, partOf, size }: StoredSubmission, cost: Cost): void {
    if (size === null) return;
    const { batchOf, payments, estimates } = this.#parts;
    const charge = chargeOf(cost);
    const batch = batchOf(accountId);
    if (charge !== null && batch.has(partOf?.row ?? id)) batch.charge(id, charge);
    estimates.add({ accountId, token: payments.tokenOf(id) }, size, cost);
  }

  /** What the record names, where that is not the content of the submission. */
  async #otherContent(record: SubmissionRecord, submission: StoredSubmission): Promise<OtherContent | null> {
    const named = namedHash(record, submission);
    if (named === null || hashKindOf(named.dataHash, submission) !== 'unknown') return null;
    const { dataHash } = named;
    const { accountId } = submission;
    const { cache, usualHashes, withKeccak } = this.#parts;
    // Of the same bytes elsewhere in the list more may have been made.
    if (cache.othersWithBytesOf(submission).some((same) => dataHashesOf(same).includes(dataHash))) return null;
    if (cache.hasBytes(accountId, dataHash)) return { dataHash, of: 'known-file' };
    const isBlake = usualHashes.knownKind(accountId) === 'blake2b256';
    const { keccak256 } = isBlake ? submission : await withKeccak(submission);
    if (keccak256 === dataHash) {
      usualHashes.note(accountId, [{ ...named, keccak256 }]);
      return null;
    }
    // Without its Keccak-256, the hash may be that of this file.
    const isUnlike = (isBlake || keccak256 !== null) && usualHashes.isUnlikeOthers(accountId, named);
    return { dataHash, of: 'unknown', ...(isUnlike ? { unlikeOthers: true } : {}) };
  }
}

function namedHash(
  record: SubmissionRecord | undefined,
  { keccak256, blake2b256 }: StoredSubmission,
): SubmissionHash | null {
  if (record === undefined || record.dataHash === null) return null;
  const createdAt = record.createdAt === null ? Number.NaN : Date.parse(record.createdAt);
  return {
    submissionId: record.id,
    dataHash: `0x${record.dataHash.toLowerCase().replace(/^0x/, '')}`,
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    keccak256,
    blake2b256,
  };
}

function delayReason({ error }: SubmissionRecord): Failure {
  const detail = error === null ? {} : { detail: error.slice(0, LONGEST_DETAIL) };
  return { code: isShortOfCredits(error ?? '') ? 'not-enough-credits' : 'failed-in-service', ...detail };
}

/** As services say it: `Insufficient credits for user id`, `Insufficient assigned credits`, `not enough balance`. */
function isShortOfCredits(error: string): boolean {
  return /\b(?:insufficient|not enough)\b.*\b(?:credits?|balance|funds)\b/i.test(error);
}

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
