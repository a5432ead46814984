import { setImmediate } from 'node:timers/promises';
import type { CheckedList, Records } from '../../records/index.ts';
import type { EarlierSubmissions, StoredReceipt } from '../journal/earlier-submissions.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { clockOffset, factsOf, type MatchableRecords } from './evidence/matchable-records.ts';

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
const STRANGERS_AT_ONCE = 2_000;

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
    const strangers = snapshot.records.filter(({ id }) => !claimed.has(id));
    const known = new Map<string, readonly string[]>();
    for (let from = 0; from < strangers.length; from += STRANGERS_AT_ONCE) {
      const some = strangers.slice(from, from + STRANGERS_AT_ONCE);
      const ids = some.map(({ id }) => id);
      for (const id of earlierSubmissions.idsElsewhere(accountId, ids)) claimed.add(id);
      const hashes = some.flatMap(({ dataHash }) => dataHash ?? []);
      for (const [hash, beside] of earlierSubmissions.hashesBeside(hashes)) known.set(hash, beside);
      await setImmediate();
    }
    const seen = await records.seen(accountId, strangers);
    const matchable: MatchableRecords = {
      records: snapshot.records,
      complete: snapshot.complete,
      receipts: snapshot.receipts,
      // The cache knows a receipt from the moment on which it came, the journal once it is on disk.
      isClaimed: (id) => claimed.has(id) || cache.hasReceipt(accountId, id),
      hashesBeside: (dataHash) => known.get(dataHash) ?? null,
      isTrusted: isTrusted(accountId),
      clockOffset: clockOffset(snapshot.receipts, snapshot.records),
      seenSequence: (record) => seen.get(record) ?? null,
    };
    // Of a hundred thousand records this alone takes a fifth of a second: in a turn of its own.
    factsOf(matchable);
    await setImmediate();
    return matchable;
  }
}
