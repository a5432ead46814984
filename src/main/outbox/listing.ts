import type { SubmissionRecord } from '../../shared/records.ts';
import type { Receipt } from './past.ts';
import { type RecordSizes, recordSizes } from './record-size.ts';
import { Strangers } from './strangers.ts';

/** The account's list of records as one read gave it. What it holds does not change; what is claimed grows. */
export type Listing = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for, and nothing that must be in it is missing. */
  readonly complete: boolean;
  /** The service is known to list at once all that this account submits (the practice service). */
  readonly trusted: boolean;
  readonly receipts: readonly Receipt[];
  /** The submission belongs to a receipt, one that has just come in included. */
  readonly isClaimed: (submissionId: string) => boolean;
  /** The file, by its Keccak-256, that is known to have this hash; null where nobody here knows the bytes. */
  readonly fileWith: (dataHash: string) => string | null;
  /** The service's clock minus this machine's (milliseconds); null where no receipt shows it. */
  readonly clockOffset: number | null;
  readonly tokenOf: (record: SubmissionRecord) => string | null;
};

/** Submission ids that can be gone through as well as asked for. */
export type SubmissionIds = Iterable<string> & Pick<ReadonlySet<string>, 'has'>;

type Registered = { readonly submissionId: string; readonly acceptedAt: number; readonly createdAt: number };

const facts = new WeakMap<Listing, ListingFacts>();

/** What a list says by itself. It is worked out once, however many items are looked for in it. */
export function factsOf(listing: Listing): ListingFacts {
  const known = facts.get(listing) ?? new ListingFacts(listing);
  facts.set(listing, known);
  return known;
}

export class ListingFacts {
  readonly #listing: Listing;
  /** Receipts that are listed and not left behind, by whether a token was asked to pay for them. */
  readonly #listedByToken = new Set<string>();
  readonly #listedByKey = new Set<string>();
  readonly #receipts: ReadonlyMap<string, Receipt>;
  /** When the service registered what receipts came for, latest first. */
  #registered: readonly Registered[] | null = null;
  readonly sizes: RecordSizes;
  /** What belongs to no receipt. */
  readonly strangers: Strangers;

  constructor(listing: Listing) {
    this.#listing = listing;
    this.#receipts = new Map(listing.receipts.map((receipt) => [receipt.submissionId, receipt]));
    for (const record of listing.records) {
      const receipt = this.#receipts.get(record.id);
      if (receipt?.leftBehind === false)
        (receipt.token === null ? this.#listedByKey : this.#listedByToken).add(record.id);
    }
    this.sizes = recordSizes(listing.records, listing.receipts);
    const { records, isClaimed, fileWith } = listing;
    this.strangers = new Strangers({ records, isClaimed, fileWith, sizeOf: this.sizes.ofEncrypted });
  }

  /** When the service registered the last of what was accepted until an instant of our clock; -Infinity for nothing. */
  lastRegistered(acceptedUntil: number, except: SubmissionIds): number {
    this.#registered ??= this.#registrations();
    const last = this.#registered.find(
      ({ submissionId, acceptedAt }) => acceptedAt <= acceptedUntil && !except.has(submissionId),
    );
    return last?.createdAt ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * A receipt that came by the credential which is used now, of the same kind, stands in the list; of these `among`,
   * where it is given.
   */
  showsReceipt(token: string | null, among: SubmissionIds | null): boolean {
    const listed = token === null ? this.#listedByKey : this.#listedByToken;
    if (among === null) return listed.size > 0;
    for (const id of among) if (listed.has(id)) return true;
    return false;
  }

  #registrations(): Registered[] {
    const registered = this.#listing.records.flatMap(({ id, createdAt }): Registered[] => {
      const acceptedAt = this.#receipts.get(id)?.acceptedAt ?? null;
      if (acceptedAt === null || createdAt === null) return [];
      return [{ submissionId: id, acceptedAt, createdAt: Date.parse(createdAt) }];
    });
    return registered.filter(({ createdAt }) => !Number.isNaN(createdAt)).sort((a, b) => b.createdAt - a.createdAt);
  }
}
