import { setImmediate } from 'node:timers/promises';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { CannotTell } from '../../../shared/submissions/submission-state.ts';
import type { CheckedList, Records } from '../../records/index.ts';
import type { EarlierSubmissions, LostAttempt, StoredReceipt } from '../journal/earlier-submissions.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';

/** A submission whose answer was lost. */
export type Lost = {
  /** The hashes that a record of its bytes may have; never empty. */
  readonly dataHashes: readonly string[];
  /** Its attempts that the service may have, oldest first; never empty. */
  readonly attempts: readonly [LostAttempt, ...LostAttempt[]];
  /** Another file with the same bytes is being sent now: a record of these bytes may be about to get its receipt. */
  readonly isSentElsewhere: boolean;
  /** An attempt was sent to another service or by another user, so its record need not be in this list. */
  readonly elsewhere: boolean;
};

export type Verdict =
  | { readonly kind: 'found'; readonly record: SubmissionRecord; readonly dataHash: string }
  /** This list shows that the service does not have it. `caughtUp`: it also shows a submission that came later. */
  | { readonly kind: 'absent'; readonly records: number; readonly caughtUp: boolean }
  | { readonly kind: 'open'; readonly why: CannotTell };

/**
 * Compares one list of the service with one lost submission. Only the hash of the bytes finds a record; sizes and times
 * prove nothing.
 *
 * A wrong `absent` means that the file is paid for twice. So the list must be complete, must be that of the service and
 * user that the file was sent to, and must be known to contain what this account submits. Each record in it must belong
 * to a receipt, have the hash of another known file, or have been read before the first attempt began. An unknown hash
 * may be that of this file, because a service can start to encrypt at any time.
 */
export function judge(lost: Lost, matchable: MatchableRecords): Verdict {
  const facts = factsOf(matchable);
  const { sameBytes, unidentified } = possibleRecords(lost, matchable);
  const found = sameBytes.find((record) => !wasThereBefore(record, lost, matchable));
  if (found !== undefined && found.dataHash !== null) {
    if (lost.isSentElsewhere) return { kind: 'open', why: 'indistinguishable' };
    return { kind: 'found', record: found, dataHash: found.dataHash };
  }
  if (sameBytes.length > 0) return { kind: 'open', why: 'same-bytes-before' };
  if (unidentified.some(({ hash }) => hash === 'no-hash')) return { kind: 'open', why: 'hash-missing' };
  if (unidentified.length > 0) return { kind: 'open', why: 'hash-unknown' };
  if (!matchable.complete || lost.elsewhere) return { kind: 'open', why: 'list-incomplete' };
  const ended = lastEnd(lost);
  const caughtUp =
    matchable.isTrusted ||
    (ended !== null && lost.attempts.every(({ token }) => facts.showsReceiptAfter(token, ended)));
  const showsReceipts = lost.attempts.every(({ token }) => facts.showsReceipt(token));
  const isEmptyOfOthers = lost.attempts.every(({ token }) => token !== null) && facts.hasNoUnclaimed();
  if (!caughtUp && !showsReceipts && !isEmptyOfOthers) return { kind: 'open', why: 'listing-unproven' };
  return { kind: 'absent', records: matchable.records.length, caughtUp };
}

/**
 * True if the service may have taken an attempt that it refused: a record has the hash of its bytes, or has an unknown
 * hash or none and was not there before the attempt.
 */
export function mayHaveTaken(lost: Lost, matchable: MatchableRecords): boolean {
  const { sameBytes, unidentified } = possibleRecords(lost, matchable);
  return sameBytes.length + unidentified.length > 0;
}

/** The records that may be one of the attempts'. */
function possibleRecords(lost: Lost, matchable: MatchableRecords) {
  const facts = factsOf(matchable);
  const sameBytes = facts.withHash(lost.dataHashes);
  const own = new Set(sameBytes.map(({ id }) => id));
  const unidentified = facts
    .unidentified()
    .filter(({ record }) => !own.has(record.id) && !wasThereBefore(record, lost, matchable));
  return { sameBytes, unidentified };
}

/** True if a record was read and kept before the first byte of the first attempt left. */
function wasThereBefore(record: SubmissionRecord, { attempts }: Lost, { seenSequence }: MatchableRecords): boolean {
  const seen = seenSequence(record);
  return seen !== null && attempts.every(({ beginSequence }) => beginSequence !== null && seen < beginSequence);
}

/** The place of the last attempt's end in the order of beginnings and ends; null if it is not known. */
function lastEnd({ attempts }: Lost): number | null {
  const ends = attempts.map(({ endSequence }) => endSequence);
  return ends.includes(null) ? null : Math.max(...ends.map(Number));
}

/** The account's list of records as one read gave it. The list does not change; records get claimed meanwhile. */
export type MatchableRecords = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for, and nothing that must be in it is missing. */
  readonly complete: boolean;
  /** The service is known to list at once all that this account submits (the practice service). */
  readonly isTrusted: boolean;
  readonly receipts: readonly StoredReceipt[];
  /** True if the id belongs to a receipt, including one that has just arrived. */
  readonly isClaimed: (submissionId: string) => boolean;
  /** All known hashes of the bytes with this hash; null if no file here has it. */
  readonly hashesBeside: (dataHash: string) => readonly string[] | null;
  /**
   * The place in the order of attempts' beginnings and ends at which this record was first kept. An attempt that began
   * later is not its submission. Null if it is not known.
   */
  readonly seenSequence: (record: SubmissionRecord) => number | null;
};

const facts = new WeakMap<MatchableRecords, ListFacts>();

/** Made once for a list, however many submissions are looked for in it. */
export function factsOf(matchable: MatchableRecords): ListFacts {
  const known = facts.get(matchable) ?? new ListFacts(matchable);
  facts.set(matchable, known);
  return known;
}

/** If an id is listed more than once, the entry with the highest rank counts. */
const rank = { 'no-hash': 0, 'known-file': 1, 'unknown-hash': 2 } as const;

type Unclaimed = { readonly record: SubmissionRecord; readonly hash: keyof typeof rank };

/** The parts of a list that searches need. A list may have 100,000 records, and 60 files may be looked for in it. */
class ListFacts {
  readonly #isClaimed: MatchableRecords['isClaimed'];
  /**
   * The latest listed receipt of each kind of payer, as the place of its answer in the order of beginnings and ends.
   * Null if none is listed.
   */
  readonly #lastListed: Record<'by-token' | 'by-key', number | null> = { 'by-token': null, 'by-key': null };
  /** Unclaimed records by each hash of their bytes. */
  readonly #byHash = new Map<string, SubmissionRecord[]>();
  readonly #unclaimed = new Map<string, Unclaimed>();
  readonly #unidentified: readonly Unclaimed[];

  constructor({ records, receipts, isClaimed, hashesBeside }: MatchableRecords) {
    this.#isClaimed = isClaimed;
    const receiptsById = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
    for (const record of records) {
      const { id, dataHash } = record;
      const receipt = receiptsById.get(id);
      if (receipt?.leftBehind === false) {
        const by = payer(receipt.token);
        const last = this.#lastListed[by] ?? Number.NEGATIVE_INFINITY;
        this.#lastListed[by] = Math.max(last, receipt.endSequence ?? Number.NEGATIVE_INFINITY);
      }
      if (isClaimed(id)) continue;
      const beside = dataHash === null ? null : hashesBeside(dataHash);
      const hash = dataHash === null ? 'no-hash' : beside === null ? 'unknown-hash' : 'known-file';
      const other = this.#unclaimed.get(id);
      if (other === undefined || rank[hash] > rank[other.hash]) this.#unclaimed.set(id, { record, hash });
      for (const one of new Set([dataHash, ...(beside ?? [])])) {
        if (one === null) continue;
        const others = this.#byHash.get(one);
        if (others === undefined) this.#byHash.set(one, [record]);
        else others.push(record);
      }
    }
    this.#unidentified = [...this.#unclaimed.values()].filter(({ hash }) => hash !== 'known-file');
  }

  hasNoUnclaimed(): boolean {
    return [...this.#unclaimed.keys()].every(this.#isClaimed);
  }

  /** Unclaimed records of the bytes with these hashes. */
  withHash(dataHashes: readonly string[]): SubmissionRecord[] {
    const records = dataHashes.flatMap((hash) => this.#byHash.get(hash) ?? []);
    return records.filter(({ id }) => !this.#isClaimed(id));
  }

  /** Unclaimed records without a hash, or with a hash that no file here has. */
  unidentified(): Unclaimed[] {
    return this.#unidentified.filter(({ record }) => !this.#isClaimed(record.id));
  }

  /** True if a receipt of the credential that is used now, paid for in the same way, is in the list. */
  showsReceipt(token: string | null): boolean {
    return this.#lastListed[payer(token)] !== null;
  }

  /** The same for a receipt whose answer came after this place in the order of beginnings and ends. */
  showsReceiptAfter(token: string | null, sequence: number): boolean {
    return (this.#lastListed[payer(token)] ?? Number.NEGATIVE_INFINITY) > sequence;
  }
}

function payer(token: string | null): 'by-token' | 'by-key' {
  return token === null ? 'by-key' : 'by-token';
}

/** One look at an account's whole list. */
export type ListSnapshot = CheckedList & {
  /** As they were when the read began. */
  readonly receipts: readonly StoredReceipt[];
  /** When the read began, by the steady clock. */
  readonly readAt: number;
};

export type MatchableListsParts = {
  readonly cache: Pick<SubmissionCache, 'hasReceipt'>;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'formerIds' | 'idsElsewhere' | 'hashesBeside'>;
  readonly records: Pick<Records, 'seen'>;
  /** The account's lists are known to hold at once all that it submits. */
  readonly isTrusted: (accountId: string) => boolean;
};

/** So many records of nobody here are looked up at a time. */
const UNCLAIMED_AT_ONCE = 2_000;

/** Looks at accounts' records, held against what is known here: made once for a look, however many files are looked for in it. */
export class MatchableLists {
  readonly #parts: MatchableListsParts;
  readonly #made = new WeakMap<ListSnapshot, Promise<MatchableRecords>>();

  constructor(parts: MatchableListsParts) {
    this.#parts = parts;
  }

  of(accountId: string, snapshot: ListSnapshot): Promise<MatchableRecords> {
    const made = this.#made.get(snapshot) ?? this.#make(accountId, snapshot);
    this.#made.set(snapshot, made);
    return made;
  }

  async #make(accountId: string, snapshot: ListSnapshot): Promise<MatchableRecords> {
    const { cache, earlierSubmissions, records, isTrusted } = this.#parts;
    const claimed = new Set(snapshot.receipts.map(({ submissionId }) => submissionId));
    for (const id of earlierSubmissions.formerIds(accountId)) claimed.add(id);
    const unclaimed = snapshot.records.filter(({ id }) => !claimed.has(id));
    const known = new Map<string, readonly string[]>();
    for (let from = 0; from < unclaimed.length; from += UNCLAIMED_AT_ONCE) {
      const some = unclaimed.slice(from, from + UNCLAIMED_AT_ONCE);
      const ids = some.map(({ id }) => id);
      for (const id of earlierSubmissions.idsElsewhere(accountId, ids)) claimed.add(id);
      const hashes = some.flatMap(({ dataHash }) => dataHash ?? []);
      for (const [hash, beside] of earlierSubmissions.hashesBeside(hashes)) known.set(hash, beside);
      await setImmediate();
    }
    const seen = await records.seen(accountId, unclaimed);
    const matchable: MatchableRecords = {
      records: snapshot.records,
      complete: snapshot.complete,
      receipts: snapshot.receipts,
      // The cache knows a receipt from the moment on which it came, the journal once it is on disk.
      isClaimed: (id) => claimed.has(id) || cache.hasReceipt(accountId, id),
      hashesBeside: (dataHash) => known.get(dataHash) ?? null,
      isTrusted: isTrusted(accountId),
      seenSequence: (record) => seen.get(record) ?? null,
    };
    // Of a hundred thousand records this alone takes a fifth of a second: in a turn of its own.
    factsOf(matchable);
    await setImmediate();
    return matchable;
  }
}
