import { dataHashesOf, haveSameBytes } from './content-digests.ts';
import type { StoredSubmission } from './submission.ts';
import { type SubmissionEvent, transition } from './transitions.ts';

export type SubmissionPatch = Partial<
  Pick<
    StoredSubmission,
    | 'size'
    | 'files'
    | 'mtimeNs'
    | 'seenAs'
    | 'keccak256'
    | 'blake2b256'
    | 'sha256'
    | 'cost'
    | 'settlement'
    | 'attempts'
    | 'batch'
    | 'turn'
    | 'submitAnyway'
    | 'beyondLimit'
    | 'agreedSubmissions'
    | 'wish'
    | 'partSize'
    | 'parts'
    | 'loads'
    | 'encryption'
    | 'appId'
  >
>;

const keyOf = (accountId: string, text: string): string => `${accountId} ${text}`;

/** The submissions in memory, oldest first: a mirror of the journal. */
export class SubmissionCache {
  readonly #submissions = new Map<number, StoredSubmission>();
  /** Submissions with the same bytes in the same account, by account and each of their hashes. */
  readonly #sameBytes = new Map<string, Set<number>>();
  /** The submissions with a receipt, by its submission id. */
  readonly #receipts = new Map<string, Pick<StoredSubmission, 'id' | 'accountId' | 'keccak256' | 'blake2b256'>[]>();
  /** All hashes that services may give for the bytes of an account's submissions. */
  readonly #hashes = new Set<string>();

  /** The parts of each row that are in memory. */
  readonly #partsOf = new Map<number, Set<number>>();
  readonly #planned: (row: StoredSubmission) => StoredSubmission;
  readonly #write: (submission: StoredSubmission) => Promise<void>;

  /** `planned`: adds the planned parts to a row. `write`: stores and shows the current state of a submission. */
  constructor(
    loaded: readonly StoredSubmission[],
    planned: (row: StoredSubmission) => StoredSubmission = (row) => row,
    write: (submission: StoredSubmission) => Promise<void> = async () => undefined,
  ) {
    this.#planned = planned;
    this.#write = write;
    for (const submission of loaded) this.put(submission);
  }

  get(id: number): StoredSubmission | null {
    return this.#submissions.get(id) ?? null;
  }

  all(): IterableIterator<StoredSubmission> {
    return this.#submissions.values();
  }

  ofAccount(accountId: string): StoredSubmission[] {
    return [...this.#submissions.values()].filter((submission) => submission.accountId === accountId);
  }

  /** The rows of the list, without parts. */
  rowsOf(accountId: string): StoredSubmission[] {
    return this.ofAccount(accountId).filter(({ partOf }) => partOf === null);
  }

  /** The rows with these ids, each once. Parts are left out. */
  rowsNamed(ids: readonly number[]): StoredSubmission[] {
    return [...new Set(ids)].flatMap((id) => this.get(id) ?? []).filter(({ partOf }) => partOf === null);
  }

  partsOf(rowId: number): StoredSubmission[] {
    return [...(this.#partsOf.get(rowId) ?? [])].flatMap((id) => this.#submissions.get(id) ?? []);
  }

  put(given: StoredSubmission): StoredSubmission {
    const submission = this.#planned(given);
    this.#put(submission);
    return submission;
  }

  #put(submission: StoredSubmission): void {
    if (submission.partOf !== null) {
      const { row } = submission.partOf;
      this.#partsOf.set(row, (this.#partsOf.get(row) ?? new Set()).add(submission.id));
    }
    const before = this.#submissions.get(submission.id);
    this.#submissions.set(submission.id, submission);
    // The receipts of a row in parts belong to its parts.
    if ('submissionId' in submission.state && submission.partSize === null)
      this.#putReceipt(submission, submission.state.submissionId);
    const { keccak256, blake2b256 } = submission;
    if (before?.keccak256 === keccak256 && before.blake2b256 === blake2b256) return;
    if (before !== undefined) this.#forgetBytes(before);
    for (const hash of dataHashesOf(submission)) {
      const key = keyOf(submission.accountId, hash);
      this.#hashes.add(key);
      this.#sameBytes.set(key, (this.#sameBytes.get(key) ?? new Set()).add(submission.id));
    }
  }

  remove(id: number): void {
    const submission = this.#submissions.get(id);
    if (submission !== undefined) this.#forgetBytes(submission);
    this.#partsOf.get(submission?.partOf?.row ?? 0)?.delete(id);
    this.#submissions.delete(id);
  }

  /** Applies an event. Returns null and changes nothing if the submission is gone or the event cannot happen in its state. */
  apply(id: number, event: SubmissionEvent, patch: SubmissionPatch = {}): StoredSubmission | null {
    const submission = this.#submissions.get(id);
    const state = submission === undefined ? null : transition(submission.state, event);
    if (submission === undefined || state === null) return null;
    return this.put({ ...submission, ...patch, state });
  }

  /** Changes facts about a submission, not its state. */
  patch(id: number, patch: SubmissionPatch): StoredSubmission | null {
    const submission = this.#submissions.get(id);
    if (submission === undefined) return null;
    return this.put({ ...submission, ...patch });
  }

  /**
   * Stores and shows a changed submission, in its state of that moment. Null: nothing has changed. Never rejects: writes
   * that the disk refuses are repeated.
   */
  async save(changed: StoredSubmission | null): Promise<void> {
    if (changed !== null) await this.#write(changed);
  }

  /** The other submissions of its account with its bytes, in the order in which they were added. */
  othersWithBytesOf(submission: StoredSubmission): StoredSubmission[] {
    const { id, accountId } = submission;
    const ids = new Set(
      dataHashesOf(submission).flatMap((hash) => [...(this.#sameBytes.get(keyOf(accountId, hash)) ?? [])]),
    );
    ids.delete(id);
    return [...ids].sort((a, b) => a - b).flatMap((other) => this.#submissions.get(other) ?? []);
  }

  /** True if a submission of the account has, or had, bytes with this hash (lower-case hex with `0x`). */
  hasBytes(accountId: string, dataHash: string): boolean {
    return this.#hashes.has(keyOf(accountId, dataHash));
  }

  /** True if a submission id belongs to a submission that is, or in this run was, on the list. */
  hasReceipt(accountId: string, submissionId: string): boolean {
    return this.#receipts.get(submissionId)?.some((holder) => holder.accountId === accountId) ?? false;
  }

  /** True if a submission of any account with other bytes has this submission id. */
  isOfOtherBytes(submission: StoredSubmission, submissionId: string): boolean {
    const holders = this.#receipts.get(submissionId);
    return holders?.some((holder) => holder.id !== submission.id && !haveSameBytes(holder, submission)) ?? false;
  }

  #putReceipt({ id, accountId, keccak256, blake2b256 }: StoredSubmission, submissionId: string): void {
    const known = this.#receipts.get(submissionId) ?? [];
    if (known.some((holder) => holder.id === id)) return;
    this.#receipts.set(submissionId, [...known, { id, accountId, keccak256, blake2b256 }]);
  }

  #forgetBytes(submission: StoredSubmission): void {
    for (const hash of dataHashesOf(submission)) {
      const key = keyOf(submission.accountId, hash);
      const ids = this.#sameBytes.get(key);
      ids?.delete(submission.id);
      if (ids?.size === 0) this.#sameBytes.delete(key);
    }
  }
}
