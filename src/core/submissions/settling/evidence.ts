import { setImmediate } from 'node:timers/promises';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { parseSize, type SizeRange } from '../../../shared/sizes.ts';
import type { CannotTell } from '../../../shared/submissions/submission-state.ts';
import type { CheckedList, Records } from '../../records/index.ts';
import type { EarlierSubmissions, LostAttempt, StoredReceipt } from '../journal/earlier-submissions.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';

/** A submission whose answer was lost. */
export type Lost = {
  /** What the service may give as the hash of its bytes; never empty. */
  readonly dataHashes: readonly string[];
  readonly size: number;
  /** Its attempts whose end nobody saw, oldest first; never empty. */
  readonly attempts: readonly [LostAttempt, ...LostAttempt[]];
  /** Other submissions of the account with the same bytes whose record may be in the list without being known as theirs. */
  readonly sameBytes: number;
  /** An attempt of it was left behind: the list that is read now need not be of the user, or the service, that has it. */
  readonly elsewhere: boolean;
};

export type Verdict =
  | { readonly kind: 'found'; readonly record: SubmissionRecord; readonly dataHash: string }
  /** This read shows that the service does not have it. `caughtUp`: it also shows what was submitted after it. */
  | { readonly kind: 'absent'; readonly records: number; readonly caughtUp: boolean }
  | { readonly kind: 'open'; readonly why: CannotTell };

/** How far the clocks may be apart, and how much later than its bytes a submission may be registered. */
const TOLERANCE_MS = 10 * 60_000;

/**
 * The result of comparing one read of the service's list with one lost attempt. Only the hash of the bytes finds a record.
 *
 * `absent` must never be wrong, since the file is paid for again then. So it rests on no clock, this machine's or the
 * service's, and on nothing that a service may do otherwise: the list is complete, this account's receipts are known to
 * appear in it, and every record in it belongs to another receipt, has the hash of another file that is known here, has
 * another size, or was read before the first attempt began; and it is the list of the service, and of the user, that the
 * file was sent to. A hash of unknown bytes is no other file's: the service may have begun to encrypt.
 */
export function judge(lost: Lost, matchable: MatchableRecords): Verdict {
  const facts = factsOf(matchable);
  const { sameBytes, nameless, unknown } = possibleRecords(lost, matchable);
  const recent = sameBytes.filter(
    (stranger) => isRecent(stranger, lost, matchable) && !wasThereBefore(stranger, lost, matchable),
  );
  if (recent.length > 0) return matchByHash(recent, lost);
  if (sameBytes.length > 0) return { kind: 'open', why: 'same-bytes-before' };
  const shows = (isShown: (token: string | null) => boolean): boolean =>
    lost.attempts.every(({ token }) => isShown(token));
  const ended = lastEnd(lost);
  const caughtUp = matchable.isTrusted || (ended !== null && shows((token) => facts.showsReceiptAfter(token, ended)));
  if (nameless.length > 0) return { kind: 'open', why: 'hash-missing' };
  if (unknown.length > 0) return { kind: 'open', why: 'hash-unknown' };
  if (!matchable.complete || lost.elsewhere) return { kind: 'open', why: 'list-incomplete' };
  const isEmptyOfOthers = lost.attempts.every(({ token }) => token !== null) && facts.strangers.areNone();
  if (!caughtUp && !isEmptyOfOthers && !shows((token) => facts.showsReceipt(token))) {
    return { kind: 'open', why: 'listing-unproven' };
  }
  return { kind: 'absent', records: matchable.records.length, caughtUp };
}

/**
 * Whether a record may be that of an attempt which the service says it refused, whatever the clocks say: one with the hash
 * of its bytes; one of unknown bytes, or without a hash, that nobody had read before the attempt.
 */
export function mayHaveTaken(lost: Lost, matchable: MatchableRecords): boolean {
  const { sameBytes, nameless, unknown } = possibleRecords(lost, matchable);
  return sameBytes.length + nameless.length + unknown.length > 0;
}

/** The records that may be one of the attempts'. */
type Possible = {
  readonly sameBytes: readonly Stranger[];
  /** Without a hash, and of a size that fits. */
  readonly nameless: readonly Stranger[];
  /** With a hash of bytes that nobody here knows, and of a size that fits. */
  readonly unknown: readonly Stranger[];
};

function possibleRecords(lost: Lost, matchable: MatchableRecords): Possible {
  const mayFit = (stranger: Stranger): boolean =>
    fits(stranger.size, lost.size) && !wasThereBefore(stranger, lost, matchable);
  const { strangers } = factsOf(matchable);
  const sameBytes = strangers.withBytes(lost.dataHashes);
  const own = new Set(sameBytes.map(({ record }) => record.id));
  return {
    sameBytes,
    nameless: strangers.nameless(mayFit),
    unknown: strangers.unknown((stranger) => !own.has(stranger.record.id) && mayFit(stranger)),
  };
}

/** Whether a record was read and kept before the first byte of the first attempt left. */
function wasThereBefore({ record }: Stranger, { attempts }: Lost, { seenSequence }: MatchableRecords): boolean {
  const seen = seenSequence(record);
  return seen !== null && attempts.every(({ beginSequence }) => beginSequence !== null && seen < beginSequence);
}

/** Where the end of the last attempt stands in the order of beginnings and ends; null where that is not known. */
function lastEnd({ attempts }: Lost): number | null {
  const ends = attempts.map(({ endSequence }) => endSequence);
  return ends.includes(null) ? null : Math.max(...ends.map(Number));
}

function matchByHash(candidates: readonly Stranger[], lost: Lost): Verdict {
  const [stranger] = candidates;
  const dataHash = stranger?.record.dataHash ?? null;
  if (stranger === undefined || dataHash === null || candidates.length > 1 || lost.sameBytes > 0)
    return { kind: 'open', why: 'indistinguishable' };
  return { kind: 'found', record: stranger.record, dataHash };
}

function isRecent({ createdAt }: Stranger, { attempts: [first] }: Lost, { clockOffset }: MatchableRecords): boolean {
  return createdAt === null || createdAt - (clockOffset ?? 0) >= first.startedAt - TOLERANCE_MS;
}

/** The account's list of records as one read gave it. What it holds does not change; what is claimed grows. */
export type MatchableRecords = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for, and nothing that must be in it is missing. */
  readonly complete: boolean;
  /** The service is known to list at once all that this account submits (the practice service). */
  readonly isTrusted: boolean;
  readonly receipts: readonly StoredReceipt[];
  /** The submission belongs to a receipt, one that has just come in included. */
  readonly isClaimed: (submissionId: string) => boolean;
  /** All hashes of the bytes that have this one, as far as they are known; null where nobody here knows the bytes. */
  readonly hashesBeside: (dataHash: string) => readonly string[] | null;
  /** The service's clock minus this machine's (milliseconds); null where no receipt shows it. */
  readonly clockOffset: number | null;
  /**
   * How far the order of all beginnings and ends of attempts had come when this record was first kept: whatever began
   * later is not its submission. Null where nothing is known of that.
   */
  readonly seenSequence: (record: SubmissionRecord) => number | null;
};

const facts = new WeakMap<MatchableRecords, ListFacts>();

/** What a list says by itself. It is worked out once, however many submissions are looked for in it. */
export function factsOf(matchable: MatchableRecords): ListFacts {
  const known = facts.get(matchable) ?? new ListFacts(matchable);
  facts.set(matchable, known);
  return known;
}

export class ListFacts {
  /**
   * Of the receipts that are listed and not left behind, by who was asked to pay: where the last one's answer stands in
   * the order of beginnings and ends. Null where none is listed.
   */
  readonly #lastListed: Record<'by-token' | 'by-key', number | null> = { 'by-token': null, 'by-key': null };
  /** What belongs to no receipt. */
  readonly strangers: Strangers;

  constructor(matchable: MatchableRecords) {
    const receipts = new Map(matchable.receipts.map((receipt) => [receipt.submissionId, receipt]));
    for (const record of matchable.records) {
      const receipt = receipts.get(record.id);
      if (receipt?.leftBehind !== false) continue;
      const by = payer(receipt.token);
      const last = this.#lastListed[by] ?? Number.NEGATIVE_INFINITY;
      this.#lastListed[by] = Math.max(last, receipt.endSequence ?? Number.NEGATIVE_INFINITY);
    }
    const { records, receipts: known, isClaimed, hashesBeside } = matchable;
    this.strangers = new Strangers({ records, isClaimed, hashesBeside, sizeOf: recordSizes(records, known) });
  }

  /** A receipt that came by the credential which is used now, of the same kind, stands in the list. */
  showsReceipt(token: string | null): boolean {
    return this.#lastListed[payer(token)] !== null;
  }

  /** The same, of one whose answer came after this place in the order of beginnings and ends. */
  showsReceiptAfter(token: string | null, sequence: number): boolean {
    return (this.#lastListed[payer(token)] ?? Number.NEGATIVE_INFINITY) > sequence;
  }
}

function payer(token: string | null): 'by-token' | 'by-key' {
  return token === null ? 'by-key' : 'by-token';
}

/** Enough that a few answers which were slow, or came while a clock was wrong, do not count. */
const LATEST = 25;

/**
 * The service's clock minus this machine's (milliseconds), as the latest receipts show it: their median. Null where no
 * receipt has both the time at which its answer came and the time at which the service registered it.
 */
export function clockOffset(receipts: readonly StoredReceipt[], records: readonly SubmissionRecord[]): number | null {
  const createdAt = new Map(records.map((record) => [record.id, Date.parse(record.createdAt ?? '')]));
  const offsets = receipts
    .flatMap(({ submissionId, acceptedAt }) => {
      const offset = (createdAt.get(submissionId) ?? Number.NaN) - (acceptedAt ?? Number.NaN);
      return acceptedAt === null || Number.isNaN(offset) ? [] : [{ acceptedAt, offset }];
    })
    .sort((one, other) => other.acceptedAt - one.acceptedAt)
    .slice(0, LATEST)
    .map(({ offset }) => offset)
    .sort((one, other) => one - other);
  return offsets[Math.floor(offsets.length / 2)] ?? null;
}

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

/** By how much bytes may grow when they are encrypted: keys and nonces are added, then the whole is written in hex. */
const ENVELOPE_BYTES = 1024;
const ENCODED = 2;

const unknownSize: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };

/** The sizes of the files that a record may belong to. */
type SizeOf = (record: SubmissionRecord) => SizeRange;

/**
 * Reads `amount_data`. Words such as `2.31 KB` are a size unless a receipt in the list has others than its file's; the unit
 * of a plain number is not documented, so it counts as bytes only where all receipts in the list show that it is. Nothing
 * that was submitted has no bytes, so 0 stands where there is no size yet. A service may encrypt what it is given, and so a file
 * may be smaller than its record says.
 */
export function recordSizes(records: readonly SubmissionRecord[], receipts: readonly StoredReceipt[]): SizeOf {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  const owned = records.flatMap((record) => {
    const size = owners.get(record.id)?.size ?? 0;
    return size === 0 ? [] : [{ record, size }];
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
  const sizeOf = (record: SubmissionRecord): SizeRange => {
    const { min, max } = written(record);
    return { min: Math.max(0, min / ENCODED - ENVELOPE_BYTES), max };
  };
  return owned.every(({ record, size }) => fits(sizeOf(record), size)) ? sizeOf : () => unknownSize;
}

function saysSize(amountData: string | null): amountData is string {
  return amountData !== null && /[1-9]/.test(amountData);
}

export function fits({ min, max }: SizeRange, size: number): boolean {
  return size >= min && size <= max;
}

/** A submission in an account's list that belongs to no receipt. */
export type Stranger = {
  /** Of its entries the one that says most of its bytes; most have one entry. */
  readonly record: SubmissionRecord;
  /** When the service registered it (epoch milliseconds of its own clock); null where it does not say. */
  readonly createdAt: number | null;
  /** What its file may have, also where it was encrypted. */
  readonly size: SizeRange;
};

type StrangersParts = {
  readonly records: readonly SubmissionRecord[];
  readonly isClaimed: (submissionId: string) => boolean;
  /** All hashes of the bytes that have this one, as far as they are known; null where nobody here knows the bytes. */
  readonly hashesBeside: (dataHash: string) => readonly string[] | null;
  readonly sizeOf: (record: SubmissionRecord) => SizeRange;
};

/** What a hash says without knowing whom it is asked for, by how much that is. */
const telling = { none: 0, 'known-file': 1, unknown: 2 } as const;
type HashOf = keyof typeof telling;

/**
 * Sorted once for a list by what their hashes say, since there may be a hundred thousand and sixty files that are looked
 * for among them. Who is claimed meanwhile is looked up anew each time.
 */
export class Strangers {
  readonly #isClaimed: StrangersParts['isClaimed'];
  readonly #byHash = new Map<string, Stranger[]>();
  readonly #nameless: Stranger[] = [];
  readonly #unknown: Stranger[] = [];
  readonly #ids: readonly string[];

  constructor({ records, isClaimed, hashesBeside, sizeOf }: StrangersParts) {
    this.#isClaimed = isClaimed;
    const best = new Map<string, { readonly record: SubmissionRecord; readonly hash: HashOf }>();
    for (const record of records) {
      if (isClaimed(record.id)) continue;
      const { dataHash } = record;
      const beside = dataHash === null ? null : hashesBeside(dataHash);
      const hash = dataHash === null ? 'none' : beside === null ? 'unknown' : 'known-file';
      const known = best.get(record.id);
      if (known === undefined || telling[hash] > telling[known.hash]) best.set(record.id, { record, hash });
      for (const one of new Set([dataHash, ...(beside ?? [])]))
        if (one !== null) this.#add(one, strangerOf(record, sizeOf));
    }
    this.#ids = [...best.keys()];
    for (const { record, hash } of best.values()) {
      if (hash === 'none') this.#nameless.push(strangerOf(record, sizeOf));
      else if (hash === 'unknown') this.#unknown.push(strangerOf(record, sizeOf));
    }
  }

  #add(hash: string, stranger: Stranger): void {
    const others = this.#byHash.get(hash);
    if (others === undefined) this.#byHash.set(hash, [stranger]);
    else others.push(stranger);
  }

  /** Nobody's by now. */
  areNone(): boolean {
    return this.#ids.every(this.#isClaimed);
  }

  /** Those of a file with one of these hashes, each once. */
  withBytes(dataHashes: readonly string[]): Stranger[] {
    const found = new Map<string, Stranger>();
    for (const stranger of dataHashes.flatMap((hash) => this.#byHash.get(hash) ?? [])) {
      if (!found.has(stranger.record.id) && !this.#isClaimed(stranger.record.id)) {
        found.set(stranger.record.id, stranger);
      }
    }
    return [...found.values()];
  }

  /** Those without a hash, of those asked about. */
  nameless(asked: (stranger: Stranger) => boolean): Stranger[] {
    return this.#free(this.#nameless, asked);
  }

  /** Those with a hash of bytes that nobody here knows, of those asked about. */
  unknown(asked: (stranger: Stranger) => boolean): Stranger[] {
    return this.#free(this.#unknown, asked);
  }

  #free(strangers: readonly Stranger[], asked: (stranger: Stranger) => boolean): Stranger[] {
    return strangers.filter((stranger) => asked(stranger) && !this.#isClaimed(stranger.record.id));
  }
}

function strangerOf(record: SubmissionRecord, sizeOf: StrangersParts['sizeOf']): Stranger {
  const createdAt = record.createdAt === null ? Number.NaN : Date.parse(record.createdAt);
  return { record, createdAt: Number.isNaN(createdAt) ? null : createdAt, size: sizeOf(record) };
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
