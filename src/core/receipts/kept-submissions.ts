import type { Composition, KnownDigests, ReceiptBytes, Vouched } from '../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { vouchedIn } from '../../shared/submissions/settlement-note.ts';
import type { Records } from '../records/index.ts';
import type {
  FolderListing,
  FolderListings,
  ReceivedParts,
  SubmissionLocator,
  SubmissionQueries,
} from '../submissions/index.ts';

/** A submission on this computer: the facts that Dropslip stored, and the service's record as last read. */
export type KeptSubmission = {
  readonly accountId: string;
  readonly submissionId: string;
  /** Null if only the service's record is stored, because the file was submitted elsewhere. */
  readonly item: KeptFile | null;
  readonly record: SubmissionRecord | null;
};

export type KeptFile = {
  readonly name: string;
  readonly size: number | null;
  readonly digests: KnownDigests;
  readonly addedAt: string;
  readonly submittedAt: string | null;
  readonly seenConfirmedAt: string | null;
  /** Set if only the user states that it was submitted under this id. */
  readonly vouched: Vouched | null;
  /** Null if the file was sent whole and unchanged. */
  readonly composition: Composition | null;
};

/** Finds submissions by id in all accounts, including rows that the user removed from the list. */
export class KeptSubmissions {
  readonly #submissions: SubmissionQueries;
  readonly #records: Records;
  readonly #locator: SubmissionLocator;
  readonly #listings: FolderListings;

  constructor(submissions: SubmissionQueries, records: Records, locator: SubmissionLocator, listings: FolderListings) {
    this.#submissions = submissions;
    this.#records = records;
    this.#locator = locator;
    this.#listings = listings;
  }

  /** The submission ids of the account's own files, oldest first. */
  idsOf(accountId: string): readonly string[] {
    return this.#submissions.receiptIds(accountId);
  }

  /** Null if the id is unknown. */
  find(asked: string): KeptSubmission | null {
    const found = this.#locator.find(asked);
    if (found === null) return null;
    const { accountId, submissionId } = found;
    const item = this.#itemOf(accountId, submissionId);
    return { accountId, submissionId, item, record: this.#records.get(accountId, submissionId) };
  }

  /** The files of a folder; null if the digests do not match, or if its list is not stored. */
  listingOf(submissionId: string, { sha256, blake2b256 }: KnownDigests): FolderListing | null {
    const found = this.find(submissionId);
    const own = found?.item?.digests;
    const isIt = own !== undefined && sha256 !== null && own.sha256 === sha256 && own.blake2b256 === blake2b256;
    return found === null || !isIt ? null : this.#listings.of(found.accountId, found.submissionId);
  }

  #itemOf(accountId: string, submissionId: string): KeptFile | null {
    const file = this.#submissions.withReceipt(accountId, submissionId);
    if (file === null) return null;
    const { id, name, addedAt, state } = file;
    const received = this.#submissions.receivedParts(accountId, submissionId, MOST_PARTS);
    // A receipt has the digests of the user's file. The composition has those of the sent bytes.
    const { size, keccak256, blake2b256, sha256 } = received?.original ?? file;
    const vouched = vouchedIn(file.settlement, submissionId);
    const submittedAt = this.#submissions.acceptedAt(id) ?? (state.kind === 'submitted' ? state.at : null);
    return {
      name,
      size,
      digests: { keccak256, blake2b256, sha256 },
      addedAt,
      // The time of the user's confirmation is not the time of submission.
      submittedAt: vouched === null ? submittedAt : null,
      seenConfirmedAt: state.kind === 'confirmed' ? state.at : null,
      vouched,
      composition: this.#compositionOf(accountId, received),
    };
  }
  #compositionOf(accountId: string, received: ReceivedParts | null): Composition | null {
    if (received === null) return null;
    const { content, encryption, manifest, parts } = received;
    const record = (id: string) => this.#records.get(accountId, id);
    return {
      content,
      encryption,
      manifest: manifest === null ? null : bytesOf(manifest),
      parts: parts?.map((part) => ({ ...part, record: record(part.submissionId) })) ?? null,
    };
  }
}

/** A receipt names no more parts than this. The manifest lists all. */
const MOST_PARTS = 10_000;

function bytesOf({ size, keccak256, blake2b256, sha256 }: ReceiptBytes): ReceiptBytes {
  return { size, keccak256, blake2b256, sha256 };
}
