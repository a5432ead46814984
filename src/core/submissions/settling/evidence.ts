import { setImmediate } from 'node:timers/promises';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { CannotTell } from '../../../shared/submissions/submission-state.ts';
import type { Records } from '../../records/index.ts';
import type { EarlierSubmissions, SentAttempt, StoredReceipt } from '../journal/earlier-submissions.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';

/** A submission whose answer was lost. */
export type Lost = {
  /** The hashes that a record of its bytes may have; never empty. */
  readonly dataHashes: readonly string[];
  /** Its attempts that the service may have, oldest first; never empty. */
  readonly attempts: readonly [SentAttempt, ...SentAttempt[]];
  /** Another file with the same bytes is being sent now: a record of these bytes may be about to get its receipt. */
  readonly isSentElsewhere: boolean;
  /** An attempt was sent to another service or by another user, so its record need not be in this list. */
  readonly elsewhere: boolean;
};

export type Verdict =
  | { readonly kind: 'found'; readonly record: SubmissionRecord; readonly dataHash: string }
  /** The service does not have it, unless the list is out of date. */
  | { readonly kind: 'absent' }
  /** No record of the time range can be its own. Clocks may differ, so only a whole list shows that it is absent. */
  | { readonly kind: 'not-in-range' }
  | { readonly kind: 'open'; readonly why: CannotTell };

/** One reading of an account's list. The list does not change; records get claimed meanwhile. */
export type ListFacts = {
  readonly records: readonly SubmissionRecord[];
  /** When the reading began, by the steady clock. */
  readonly readAt: number;
  /** Fewer entries came than were asked for, and nothing that must be in it is missing. */
  readonly complete: boolean;
  /** Only the records of the attempts' time were asked for. */
  readonly isRange: boolean;
  /** The service is known to list at once all that this account submits (the practice service). */
  readonly isTrusted: boolean;
  /** As they were when the reading began. */
  readonly receipts: readonly StoredReceipt[];
  /** True if the id belongs to a receipt, including one that has just arrived. */
  readonly isClaimed: (submissionId: string) => boolean;
  /** All known hashes of the bytes with this hash; null if no file here has it. */
  readonly hashesBeside: (dataHash: string) => readonly string[] | null;
  /** The place in the order of attempts at which this record was first kept; null if it is not known. */
  readonly seenSequence: (record: SubmissionRecord) => number | null;
};

/** If an id is listed more than once, the entry with the highest rank counts. */
const rank = { 'no-hash': 0, 'known-file': 1, 'unknown-hash': 2 } as const;

type Unclaimed = { readonly record: SubmissionRecord; readonly hash: keyof typeof rank };

/** Compares an account's list with lost submissions. It may have 100,000 records, and 60 files may be looked for in it. */
export class RecordList {
  readonly records: readonly SubmissionRecord[];
  readonly readAt: number;
  readonly #facts: ListFacts;
  /** The kinds of payers of which the list shows a receipt by the credential that is used now. */
  readonly #payers = new Set<ReturnType<typeof payerOf>>();
  /** Unclaimed records by each hash of their bytes. */
  readonly #byHash = new Map<string, SubmissionRecord[]>();
  /** Unclaimed records without a hash, or with a hash that no file here has. */
  readonly #unidentified: readonly Unclaimed[];

  constructor(facts: ListFacts) {
    this.#facts = facts;
    this.records = facts.records;
    this.readAt = facts.readAt;
    const receipts = new Map(facts.receipts.map((receipt) => [receipt.submissionId, receipt]));
    const unclaimed = new Map<string, Unclaimed>();
    for (const record of facts.records) {
      const { id, dataHash } = record;
      const receipt = receipts.get(id);
      if (receipt?.leftBehind === false) this.#payers.add(payerOf(receipt));
      if (facts.isClaimed(id)) continue;
      const beside = dataHash === null ? null : facts.hashesBeside(dataHash);
      const hash = dataHash === null ? 'no-hash' : beside === null ? 'unknown-hash' : 'known-file';
      const other = unclaimed.get(id);
      if (other === undefined || rank[hash] > rank[other.hash]) unclaimed.set(id, { record, hash });
      for (const one of new Set([...(dataHash === null ? [] : [dataHash]), ...(beside ?? [])])) {
        const others = this.#byHash.get(one);
        if (others === undefined) this.#byHash.set(one, [record]);
        else others.push(record);
      }
    }
    this.#unidentified = [...unclaimed.values()].filter(({ hash }) => hash !== 'known-file');
  }

  /**
   * Only the hash of the bytes finds a record. A wrong `absent` means that the file is paid for twice. So the list must
   * be complete, must be that of the service and user that the file was sent to, and must show a receipt of this account.
   * Each record in it must belong to a receipt, have the hash of another known file, or have been read before the first
   * attempt began. An unknown hash may be that of this file, because a service can start to encrypt at any time.
   */
  judge(lost: Lost): Verdict {
    const { sameBytes, unidentified } = this.#possibleRecords(lost);
    const found = sameBytes.find((record) => !this.#wasThereBefore(record, lost));
    if (found !== undefined && found.dataHash !== null) {
      if (lost.isSentElsewhere) return { kind: 'open', why: 'indistinguishable' };
      return { kind: 'found', record: found, dataHash: found.dataHash };
    }
    if (sameBytes.length > 0) return { kind: 'open', why: 'same-bytes-before' };
    if (unidentified.some(({ hash }) => hash === 'no-hash')) return { kind: 'open', why: 'hash-missing' };
    if (unidentified.length > 0) return { kind: 'open', why: 'hash-unknown' };
    if (this.#facts.isRange) return { kind: 'not-in-range' };
    if (!this.#facts.complete || lost.elsewhere) return { kind: 'open', why: 'list-incomplete' };
    const showsReceipts = lost.attempts.every((attempt) => this.#payers.has(payerOf(attempt)));
    if (!this.#facts.isTrusted && !showsReceipts) return { kind: 'open', why: 'listing-unproven' };
    return { kind: 'absent' };
  }

  /**
   * True if the service may have taken an attempt that it refused: a record has the hash of its bytes, or has an unknown
   * hash or none and was not there before the attempt.
   */
  mayHaveTaken(lost: Lost): boolean {
    const { sameBytes, unidentified } = this.#possibleRecords(lost);
    return sameBytes.length + unidentified.length > 0;
  }

  /** The records that may be one of the attempts'. */
  #possibleRecords(lost: Lost) {
    const isOpen = ({ id }: SubmissionRecord): boolean => !this.#facts.isClaimed(id);
    const sameBytes = lost.dataHashes.flatMap((hash) => this.#byHash.get(hash) ?? []).filter(isOpen);
    const own = new Set(sameBytes.map(({ id }) => id));
    const unidentified = this.#unidentified.filter(
      ({ record }) => isOpen(record) && !own.has(record.id) && !this.#wasThereBefore(record, lost),
    );
    return { sameBytes, unidentified };
  }

  /** True if a record was read and kept before the first byte of the first attempt left. */
  #wasThereBefore(record: SubmissionRecord, { attempts }: Lost): boolean {
    const seen = this.#facts.seenSequence(record);
    return seen !== null && attempts.every(({ beginSequence }) => beginSequence !== null && seen < beginSequence);
  }
}

function payerOf({ token }: { readonly token: string | null }): 'by-token' | 'by-key' {
  return token === null ? 'by-key' : 'by-token';
}

/** The number of unclaimed records that are looked up between two pauses for other work. */
const UNCLAIMED_AT_ONCE = 2_000;

/** Makes a list comparable: looks up what is known here of its records. */
export async function recordListOf(
  cache: SubmissionCache,
  earlierSubmissions: EarlierSubmissions,
  records: Records,
  accountId: string,
  list: Pick<ListFacts, 'records' | 'readAt' | 'complete' | 'isRange' | 'isTrusted' | 'receipts'>,
): Promise<RecordList> {
  const claimed = new Set(list.receipts.map(({ submissionId }) => submissionId));
  for (const id of earlierSubmissions.formerIds(accountId)) claimed.add(id);
  const unclaimed = list.records.filter(({ id }) => !claimed.has(id));
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
  const made = new RecordList({
    ...list,
    // The cache knows a receipt as soon as it arrives, the journal only once it is on disk.
    isClaimed: (id) => claimed.has(id) || cache.hasReceipt(accountId, id),
    hashesBeside: (dataHash) => known.get(dataHash) ?? null,
    seenSequence: (record) => seen.get(record) ?? null,
  });
  // With a hundred thousand records this takes a fifth of a second.
  await setImmediate();
  return made;
}
