import { dataHashesOf, type StoredSubmission } from './submission.ts';
import { type SubmissionEvent, transition } from './transitions.ts';

export type SubmissionCache = ReturnType<typeof createSubmissionCache>;

/** What may change on a submission besides its state. */
export type SubmissionPatch = Partial<
  Pick<
    StoredSubmission,
    | 'size'
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
    | 'wish'
  >
>;

/** The submissions in memory, oldest first: a mirror of the journal that the queue decides from. */
export function createSubmissionCache(loaded: readonly StoredSubmission[]) {
  const submissions = new Map<number, StoredSubmission>();
  /** Submissions with the same bytes in the same account, by account and digest. */
  const sameBytes = new Map<string, Set<number>>();

  /** Whose receipts have which submission id. */
  const receipts = new Map<string, Pick<StoredSubmission, 'id' | 'accountId' | 'keccak256'>[]>();
  /** What services may give as the hash of any submission's bytes, by account. */
  const hashes = new Set<string>();

  const keyOf = (accountId: string, text: string): string => `${accountId} ${text}`;

  function put(submission: StoredSubmission): void {
    const before = submissions.get(submission.id);
    submissions.set(submission.id, submission);
    if ('submissionId' in submission.state) keepReceipt(submission, submission.state.submissionId);
    for (const hash of dataHashesOf(submission)) hashes.add(keyOf(submission.accountId, hash));
    if (before?.keccak256 === submission.keccak256) return;
    if (before !== undefined) forgetBytes(before);
    if (submission.keccak256 === null) return;
    const key = keyOf(submission.accountId, submission.keccak256);
    const ids = sameBytes.get(key) ?? new Set();
    sameBytes.set(key, ids.add(submission.id));
  }

  function keepReceipt({ id, accountId, keccak256 }: StoredSubmission, submissionId: string): void {
    const known = receipts.get(submissionId) ?? [];
    if (!known.some((holder) => holder.id === id)) receipts.set(submissionId, [...known, { id, accountId, keccak256 }]);
  }

  function forgetBytes({ id, accountId, keccak256 }: StoredSubmission): void {
    if (keccak256 === null) return;
    const key = keyOf(accountId, keccak256);
    const ids = sameBytes.get(key);
    ids?.delete(id);
    if (ids?.size === 0) sameBytes.delete(key);
  }

  for (const submission of loaded) put(submission);

  return {
    get: (id: number): StoredSubmission | null => submissions.get(id) ?? null,
    /** Whether a submission of the account has, or had, bytes with this hash (lower-case hex with `0x`). */
    hasBytes: (accountId: string, dataHash: string): boolean => hashes.has(keyOf(accountId, dataHash)),
    all: (): IterableIterator<StoredSubmission> => submissions.values(),
    ofAccount: (accountId: string): StoredSubmission[] =>
      [...submissions.values()].filter((submission) => submission.accountId === accountId),
    put,

    remove(id: number): void {
      const submission = submissions.get(id);
      if (submission !== undefined) forgetBytes(submission);
      submissions.delete(id);
    },

    /** All submissions of an account with these bytes, in the order in which they were added. */
    withBytes(accountId: string, keccak256: string): StoredSubmission[] {
      const ids = sameBytes.get(keyOf(accountId, keccak256)) ?? [];
      return [...ids].sort((a, b) => a - b).flatMap((id) => submissions.get(id) ?? []);
    },

    /** Whether a submission id belongs to a submission that is, or in this run was, on the list. */
    hasReceipt: (accountId: string, submissionId: string): boolean =>
      receipts.get(submissionId)?.some((holder) => holder.accountId === accountId) ?? false,

    /** Whether a submission id is that of a submission of other bytes, of any account. */
    isOfOtherBytes: ({ id, keccak256 }: StoredSubmission, submissionId: string): boolean =>
      receipts.get(submissionId)?.some((holder) => holder.id !== id && holder.keccak256 !== keccak256) ?? false,

    /** Applies an event; null (and nothing changed) when the submission is gone or the event can't happen in its state. */
    apply(id: number, event: SubmissionEvent, patch: SubmissionPatch = {}): StoredSubmission | null {
      const submission = submissions.get(id);
      const state = submission === undefined ? null : transition(submission.state, event);
      if (submission === undefined || state === null) return null;
      const changed = { ...submission, ...patch, state };
      put(changed);
      return changed;
    },

    /** Changes facts about a submission, not its state. */
    patch(id: number, patch: SubmissionPatch): StoredSubmission | null {
      const submission = submissions.get(id);
      if (submission === undefined) return null;
      const changed = { ...submission, ...patch };
      put(changed);
      return changed;
    },
  };
}
