import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DigestName, Vouched } from '../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { RecordStore } from '../records/index.ts';
import { vouchedIn } from '../submissions/index.ts';

/** A submission of this computer: what Dropslip read of the file, when, and the service's record as last read. */
export type KeptSubmission = {
  readonly accountId: string;
  readonly submissionId: string;
  /** Null when only the service's record is kept: it was submitted elsewhere. */
  readonly item: KeptFile | null;
  readonly record: SubmissionRecord | null;
};

export type KeptFile = {
  readonly name: string;
  readonly size: number | null;
  readonly digests: { readonly [Name in DigestName]: string | null };
  readonly addedAt: string;
  readonly submittedAt: string | null;
  readonly confirmedAt: string | null;
  /** Set where only a person's word says that it went through under this id. */
  readonly vouched: Vouched | null;
};

const state = z.object({ kind: z.string(), at: z.string().optional() });
const itemRow = z.object({
  account_id: z.string(),
  name: z.string(),
  size: z.number().nullable(),
  keccak256: z.string().nullable(),
  blake2b256: z.string().nullable(),
  sha256: z.string().nullable(),
  added_at: z.string(),
  accepted_at: z.string().nullable(),
  settlement: z.string().nullable(),
  state: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(state),
});

export type KeptSubmissions = ReturnType<typeof createKeptSubmissions>;

/** Finds submissions by their id, in all accounts, those included whose row a person has taken off the list. */
export function createKeptSubmissions(
  database: DatabaseSync,
  records: RecordStore,
  accountIds: () => readonly string[],
) {
  const selectItem = database.prepare(
    `SELECT account_id, name, size, keccak256, blake2b256, sha256, added_at, state, settlement,
       (SELECT ended_at FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted' ORDER BY number DESC LIMIT 1)
         AS accepted_at
     FROM submissions WHERE account_id = ? AND submission_id = ?`,
  );

  function itemOf(accountId: string, submissionId: string): KeptFile | null {
    const found = selectItem.get(accountId, submissionId);
    if (found === undefined) return null;
    const row = itemRow.parse(found);
    const { name, size, keccak256, blake2b256, sha256, added_at, accepted_at, state } = row;
    const vouched = vouchedIn(row.settlement, submissionId);
    const submittedAt = accepted_at ?? (state.kind === 'submitted' ? (state.at ?? null) : null);
    return {
      name,
      size,
      digests: { keccak256, blake2b256, sha256 },
      addedAt: added_at,
      // When a person gave their word says nothing of when the service took it.
      submittedAt: vouched === null ? submittedAt : null,
      confirmedAt: state.kind === 'confirmed' ? (state.at ?? null) : null,
      vouched,
    };
  }

  return {
    /** Null when nothing is known of the id. What Dropslip submitted itself comes before what it only read of. */
    find(submissionId: string): KeptSubmission | null {
      const found = accountIds().flatMap((accountId): KeptSubmission[] => {
        const item = itemOf(accountId, submissionId);
        const record = records.get(accountId, submissionId);
        return item === null && record === null ? [] : [{ accountId, submissionId, item, record }];
      });
      return found.find(({ item }) => item !== null) ?? found[0] ?? null;
    },
  };
}
