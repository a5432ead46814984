import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { SizeRange } from '../../../../shared/sizes.ts';

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
