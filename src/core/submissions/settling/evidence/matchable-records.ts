import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';
import { recordSizes } from './record-size.ts';
import { Strangers } from './strangers.ts';

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
