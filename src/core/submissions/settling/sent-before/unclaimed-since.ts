import type { SubmissionRecord } from '../../../../shared/records.ts';
import { dataHashesOf } from '../../journal/content-digests.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import { factsOf, type MatchableRecords } from '../evidence.ts';

/**
 * The records of submissions that came after a copy was made and belong to nothing here: `none`; `hash-missing` if one has
 * no hash yet; `hash-unknown` if the hash of one may be that of any file, for example because the service encrypts.
 */
export type UnclaimedSince = 'none' | 'hash-missing' | 'hash-unknown';

/** `seenUntil`: what was kept up to here was there when the copy was made. `submissions`: the account's. */
export function unclaimedSince(
  matchable: MatchableRecords,
  seenUntil: number,
  submissions: readonly StoredSubmission[],
): UnclaimedSince {
  const since = factsOf(matchable)
    .unidentified()
    .filter(({ record }) => (matchable.seenSequence(record) ?? Number.POSITIVE_INFINITY) > seenUntil);
  const unknown = since.filter(({ hash }) => hash === 'unknown-hash');
  if (unknown.length > 0 && !givesOnlyBlake2b256(matchable.receipts, matchable.records)) {
    // The digests of a file that was just read are not on the disk.
    const known = new Set(submissions.flatMap(dataHashesOf));
    if (unknown.some(({ record }) => !known.has(record.dataHash ?? ''))) return 'hash-unknown';
  }
  return unknown.length < since.length ? 'hash-missing' : 'none';
}

/** True if the records of receipts have hashes, and each is the BLAKE2b-256 of the receipt's own bytes: the service does not encrypt. */
function givesOnlyBlake2b256(receipts: readonly StoredReceipt[], records: readonly SubmissionRecord[]): boolean {
  const owners = new Map(receipts.map((receipt) => [receipt.submissionId, receipt]));
  const isBlake2b256 = records.flatMap(({ id, dataHash }) => {
    const owner = owners.get(id);
    if (owner?.leftBehind !== false || owner.blake2b256 === null || dataHash === null) return [];
    return [dataHash === owner.blake2b256];
  });
  return isBlake2b256.length > 0 && isBlake2b256.every((is) => is);
}
